import { toColumns, type Candle, type CandleColumns } from '../../../schema/market/candles.ts'
import { paise } from '../../../schema/money.ts'
import { addDays, istInstant, MINUTE } from '../../../schema/time.ts'

const SESSION_MINUTES = 375

/** One-minute candles of whole sessions for tests, the same for the same seed: a random walk around an index level of 20,000 rupees. */
export function randomWalk(length: number, seed: number): CandleColumns {
  const random = congruential(seed)
  let close = 2_000_000
  const candles = Array.from({ length }, (_, i): Candle => {
    const open = close + Math.round((random() - 0.5) * 200)
    close = open + Math.round((random() - 0.5) * 2_000)
    return {
      time: istInstant(addDays('2024-01-01', Math.floor(i / SESSION_MINUTES)), 555) + (i % SESSION_MINUTES) * MINUTE,
      open: paise(open),
      high: paise(Math.max(open, close) + Math.round(random() * 500)),
      low: paise(Math.min(open, close) - Math.round(random() * 500)),
      close: paise(close),
      volume: Math.round(random() * 1_000),
    }
  })
  return toColumns(candles)
}

/** Numbers from 0 to 1 by a linear congruence with the constants of Numerical Recipes. */
function congruential(seed: number): () => number {
  let state = seed >>> 0
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
}
