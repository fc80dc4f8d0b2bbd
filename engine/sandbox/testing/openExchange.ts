import { paise } from '../../../schema/money.ts'
import { istInstant, type Instant } from '../../../schema/time.ts'
import { Faults } from '../faults/Faults.ts'
import { instrumentOf, type OptionInstrument } from '../market/Instrument.ts'
import { SandboxMarket } from '../market/SandboxMarket.ts'
import { fundsAt } from '../orders/fundsAt.ts'
import { Ledger } from '../orders/Ledger.ts'
import type { OrderTerms, SandboxOrder } from '../orders/Order.ts'
import type { ExchangeFaults } from '../orders/ExchangeFaults.ts'
import { OrderExchange } from '../orders/OrderExchange.ts'
import { OrderMarket } from '../orders/OrderMarket.ts'
import { opposite } from '../orders/matchOrder.ts'
import { optionContract } from '../options/optionContract.ts'
import { SyntheticSource } from '../sources/SyntheticSource.ts'

export const CLIENT = 'S1'
export const DATE = '2026-11-20'

const market = new OrderMarket(new SandboxMarket(new SyntheticSource(1)))

/**
 * An exchange in memory whose market time the test moves, by default from Friday 20 November 2026, 10:00. Its faults are off; `answers`
 * are given in their place.
 */
export function openExchange(answers: Partial<ExchangeFaults> = {}, ledger = new Ledger(null), start = istInstant(DATE, 600)) {
  const time = { now: start }
  const faults = Object.assign(new Faults(() => time.now), answers)
  const exchange = new OrderExchange(market, ledger, faults, start)
  const { book } = exchange.records
  const call = option(24_500)
  return {
    ...{ exchange, faults, ledger, book, market, time, call },
    /** Lets market time pass. */
    pass(milliseconds: number): void {
      time.now += milliseconds
      exchange.advance(time.now)
    },
    until(at: Instant): void {
      time.now = at
      exchange.advance(at)
    },
    /** An order to buy a lot of the call, far enough above the offers to be traded, with changes. */
    place(changes: Partial<OrderTerms> = {}, clientCode = CLIENT): SandboxOrder {
      return exchange.place(clientCode, { ...termsOf(call), price: marketable(changes.side ?? 'BUY'), ...changes }, 'api', time.now)
    },
    order: ({ orderId }: Pick<SandboxOrder, 'orderId'>) => book.order(orderId)!,
    statuses: ({ orderId }: Pick<SandboxOrder, 'orderId'>) =>
      ledger.entries.flatMap((entry) => (entry.kind === 'order' && entry.order.orderId === orderId ? [entry.order.status] : [])),
    touch: () => market.touchAt(call, time.now),
    funds: (clientCode = CLIENT) => fundsAt(book, market, clientCode, time.now, faults.stopsTakeMargin(clientCode)),
  }

  function marketable(side: OrderTerms['side']) {
    const best = opposite(side, market.touchAt(call, time.now).depth)[0]!.price
    return paise(side === 'BUY' ? best + 2_00 : best - 2_00)
  }
}

/** An option of Nifty that expires on 23 November 2026; strike in rupees. */
export function option(strike: number, type: 'CE' | 'PE' = 'CE'): OptionInstrument {
  const { exchange, token } = optionContract('NIFTY', '2026-11-23', paise(strike * 100), type)
  const instrument = instrumentOf(exchange, token)
  if (instrument?.kind !== 'option') throw new Error(`${token} is no option`)
  return instrument
}

/** A lot of an option to buy; the price is the caller's. */
export function termsOf({ exchange, token, tradingSymbol, lot }: OptionInstrument): Omit<OrderTerms, 'price'> {
  return {
    ...{ exchange, token, tradingSymbol, side: 'BUY', product: 'CARRYFORWARD', orderType: 'LIMIT', quantity: lot },
    ...{ triggerPrice: paise(0), tag: 'tag' },
  }
}
