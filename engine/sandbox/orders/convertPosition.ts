import { err, ok, type Result } from '../../../schema/errors.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import { istDate, type Instant } from '../../../schema/time.ts'
import type { Conversion } from './Order.ts'
import type { OrderRecords } from './OrderRecords.ts'
import { netUnits } from './positions.ts'

export type ConversionWish = Omit<Conversion, 'tradingSymbol' | 'amount' | 'at'>

/**
 * Makes units of a position another product's, at what they cost or brought on average, or says why not. Orders that rest keep their
 * product. Units of earlier days are not converted.
 */
export function convertPosition(records: OrderRecords, wish: ConversionWish, now: Instant): Result<Conversion, string> {
  const { clientCode, token, side, from, to, units } = wish
  const { open: opens, close } = SHIPPED_MARKET_RULES.sessionHours(istDate(now))
  if (now < opens || now >= close) return err('The market is closed')
  if (from === to) return err(`The position is ${to} already`)
  const position = records.book.positions(clientCode).find((each) => each.token === token && each.product === from)
  const net = position ? netUnits(position) : 0
  const open = side === 'BUY' ? net : -net
  const today = position?.[side === 'BUY' ? 'buy' : 'sell']
  if (!position || !today || open <= 0) return err(`There is no ${from} position to convert`)
  const most = Math.min(open, today.units)
  if (units > most) return err(`Quantity ${units} is above the ${most} that can be converted`)
  const amount = paise(Math.round((today.amount / today.units) * units))
  const conversion: Conversion = { ...wish, tradingSymbol: position.tradingSymbol, amount, at: now }
  records.write({ kind: 'conversion', conversion }, now)
  return ok(conversion)
}
