import fc from 'fast-check'
import { toColumns, type Candle, type CandleColumns } from '../../../schema/market/candles.ts'
import { paise } from '../../../schema/money.ts'
import { addDays, istInstant } from '../../../schema/time.ts'

/** How a stretch of the market goes: standing still, by single steps, calmly, wildly, or in jumps; in parts of a thousand of the price. */
const TEMPERS = [0, 0.01, 0.1, 5, 80] as const

const stretch = fc.record({
  temper: fc.constantFrom(...TEMPERS),
  bars: fc.integer({ min: 1, max: 120 }),
  /** Minutes that are missing before it; more than the day has left: the next bar is on another day. */
  gap: fc.constantFrom(0, 0, 1, 7, 200, 400),
  traded: fc.boolean(),
  moves: fc.array(fc.integer({ min: -1_000, max: 1_000 }), { minLength: 3, maxLength: 12 }),
})

/**
 * One-minute candles as no feed should bring them: stretches that stand still beside such that jump, days of one bar, days that begin late, holes,
 * no volume; prices from a few paise to a hundred million rupees.
 */
export const hostileCandles: fc.Arbitrary<CandleColumns> = fc
  .record({ level: fc.constantFrom(500, 2_000_000, 10_000_000_000), stretches: fc.array(stretch, { minLength: 1, maxLength: 12 }) })
  .map(({ level, stretches }) => {
    const candles: Candle[] = []
    let close: number = level
    let day = 0
    let minute = 555
    for (const { temper, bars, gap, traded, moves } of stretches) {
      minute += gap
      for (let i = 0; i < bars; i++) {
        if (minute >= 930) {
          day++
          minute = 555 + (gap % 5)
        }
        const by = (moves[i % moves.length]! * temper * level) / 1_000_000
        const open = close
        close = Math.max(100, close + Math.round(by), Math.round(level / 4))
        const reach = Math.round((Math.abs(moves[(i + 1) % moves.length]!) * temper * level) / 4_000_000)
        candles.push({
          time: istInstant(addDays('2024-01-01', day), minute++),
          open: paise(open),
          high: paise(Math.max(open, close) + reach),
          low: paise(Math.max(5, Math.min(open, close) - reach)),
          close: paise(Math.min(close, level * 4)),
          volume: traded ? 1 + Math.abs(moves[i % moves.length]!) : 0,
        })
        close = Math.min(close, level * 4)
      }
    }
    return toColumns(candles)
  })
