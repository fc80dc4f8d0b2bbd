import { paise } from '../../../schema/money.ts'
import type { IsoDate } from '../../../schema/time.ts'
import type { DayBook } from './DayBook.ts'
import type { CarriedAccount } from './LedgerEntry.ts'
import type { OrderMarket } from './OrderMarket.ts'
import { averagePrice, netUnits } from './positions.ts'
import { instrumentOf } from '../market/Instrument.ts'

/** What every client begins a day with: cash and open positions of the day before; what has expired in between is settled in cash. */
export function carryOver(book: DayBook, market: OrderMarket, date: IsoDate): CarriedAccount[] {
  return book.clientCodes.map((clientCode) => {
    let cash: number = book.cash(clientCode)
    const open = book.positions(clientCode).flatMap((position) => {
      const units = netUnits(position)
      const { exchange, token, tradingSymbol } = position
      const option = instrumentOf(exchange, token)
      if (units === 0 || option?.kind !== 'option') return []
      if (option.expiry >= date) return [{ exchange, token, tradingSymbol, units, averagePrice: averagePrice(position) }]
      cash += units * market.settlement(option)
      return []
    })
    return { clientCode, cash: paise(cash), positions: open }
  })
}
