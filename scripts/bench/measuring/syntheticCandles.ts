import { allocateColumns, type CandleColumns } from '../../../schema/market/candles.ts'
import { addDays, istInstant, MINUTE } from '../../../schema/time.ts'

const SESSION_MINUTES = 375

/** One-minute candles of whole sessions, the same every time: a random walk from 20,000 rupees in whole paise, with volume. */
export function syntheticCandles(length: number): CandleColumns {
  const candles = allocateColumns(length)
  let state = 1
  // A linear congruence with the constants of Numerical Recipes: numbers from 0 to 1.
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
  let paise = 2_000_000
  for (let i = 0; i < length; i++) {
    const open = paise
    // Drawn back to where it began, so that the level stays in proportion over 2,667 sessions.
    paise += Math.round((random() - 0.5) * 2_000 + (2_000_000 - paise) * 0.0001)
    candles.open[i] = open / 100
    candles.close[i] = paise / 100
    candles.high[i] = (Math.max(open, paise) + Math.round(random() * 500)) / 100
    candles.low[i] = (Math.min(open, paise) - Math.round(random() * 500)) / 100
    candles.volume[i] = 1 + Math.floor(random() * 1_000)
  }
  for (let day = 0; day * SESSION_MINUTES < length; day++) {
    const open = istInstant(addDays('2016-01-01', day), 9 * 60 + 15)
    const end = Math.min(length, (day + 1) * SESSION_MINUTES)
    for (let i = day * SESSION_MINUTES; i < end; i++) candles.time[i] = open + (i - day * SESSION_MINUTES) * MINUTE
  }
  return candles
}
