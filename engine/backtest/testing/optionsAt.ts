import { allocateColumns, type CandleColumns } from '../../../schema/market/candles.ts'
import { optionSymbol } from '../../../schema/market/options/optionSymbol.ts'
import { premium } from '../../../schema/market/options/premium.ts'
import { VolatilityTerm } from '../../../schema/market/options/VolatilityTerm.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise, toRupees } from '../../../schema/money.ts'
import { istDate, MINUTE } from '../../../schema/time.ts'
import { columnPrice, type BacktestMarket } from '../history/BacktestMarket.ts'

/**
 * Candles of NIFTY options of the soonest expiry, by trading symbol, from the option model at a level per minute: the minutes `from` up to
 * `end`, strikes 21,500 to 21,900.
 */
export function optionsAt(
  { minutes }: Pick<BacktestMarket, 'minutes'>,
  from: number,
  end: number,
  levelIn: (minute: number) => number,
): ReadonlyMap<string, CandleColumns> {
  const rules = SHIPPED_MARKET_RULES
  const term = new VolatilityTerm(rules)
  const [expiry] = rules.expiriesFrom('NIFTY', istDate(minutes.time[from]!), 1)
  const expiresAt = rules.sessionHours(expiry!).close
  const strikes = Array.from({ length: 9 }, (_, i) => paise((21_500 + i * 50) * 100))
  const candles = new Map<string, CandleColumns>()
  for (const strike of strikes)
    for (const type of ['CE', 'PE'] as const) {
      const columns = allocateColumns(end - from)
      for (let minute = from; minute < end; minute++) {
        const at = minutes.time[minute]! + MINUTE
        const atmVolatility = levelIn(minute) * term.at(at, expiresAt)
        const price = toRupees(premium({ type, strike, expiresAt, at, atmVolatility, spot: columnPrice(minutes.close, minute) }))
        columns.time[minute - from] = minutes.time[minute]!
        for (const name of ['open', 'high', 'low', 'close'] as const) columns[name][minute - from] = price
      }
      candles.set(optionSymbol(rules, 'NIFTY', expiry!, strike, type), columns)
    }
  return candles
}
