import type { CandleColumns } from '../../../schema/market/candles.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { addDays, istInstant, MINUTE } from '../../../schema/time.ts'
import { syntheticCandles } from './syntheticCandles.ts'

const SESSION_MINUTES = 375

/** The synthetic candles on the trading days from one date to another, both included: options expire on days that there were. */
export function tradedMinutes(from: string, to: string): CandleColumns {
  const days: string[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) if (SHIPPED_MARKET_RULES.isTradingDay(date)) days.push(date)
  const candles = syntheticCandles(days.length * SESSION_MINUTES)
  days.forEach((date, day) => {
    const open = istInstant(date, 555)
    for (let i = 0; i < SESSION_MINUTES; i++) candles.time[day * SESSION_MINUTES + i] = open + i * MINUTE
  })
  return candles
}
