import fc from 'fast-check'
import { expect, it } from 'vitest'
import { istInstant, istIso, MINUTE } from '../time.ts'
import { brokersCancelFrom, firstSquareOffIn, liveSquareOffAt } from './brokerSquareOffs.ts'
import { SHIPPED_MARKET_RULES } from './MarketRules.ts'

const DATE = '2026-07-01'
const session = (open: number, close: number) => ({ open: istInstant(DATE, open), close: istInstant(DATE, close) })

it.each([
  ['an ordinary day', 9 * 60 + 15, 15 * 60 + 30, '14:55', '15:10', '15:15'],
  ['a day that closes at 15:40', 9 * 60 + 15, 15 * 60 + 40, '14:55', '15:10', '15:15'],
  ['a drill that ends at 12:30', 9 * 60 + 15, 12 * 60 + 30, '11:55', '12:10', '12:15'],
  ['a Muhurat hour in the afternoon', 13 * 60 + 45, 14 * 60 + 45, '14:10', '14:25', '14:30'],
  ['a Muhurat hour in the evening', 18 * 60, 19 * 60, '18:25', '18:40', '18:45'],
])('on %s brokers may cancel, we close, and they close one after the other', (_, open, close, ...expected) => {
  const hours = session(open, close)
  const times = [brokersCancelFrom(hours), liveSquareOffAt(hours), firstSquareOffIn(hours)]
  expect(times.map((at) => istIso(at).slice(11, 16))).toEqual(expected)
})

it('live trades are squared off five minutes before any broker does it, never later than those on paper, whatever the hours', () => {
  const minutes = fc.tuple(fc.integer({ min: 0, max: 1379 }), fc.integer({ min: 60, max: 600 }))
  fc.assert(
    fc.property(minutes, fc.constantFrom(null, DATE), ([open, length], expiry) => {
      const hours = session(open, Math.min(1439, open + length))
      const [paper, live] = (['PAPER', 'LIVE'] as const).map((mode) => SHIPPED_MARKET_RULES.squareOffAt(hours, expiry, mode))
      const [onPaper, forLive] = (['PAPER', 'LIVE'] as const).map((mode) => SHIPPED_MARKET_RULES.entriesEndAt(hours, expiry, mode))
      expect(live).toBeLessThanOrEqual(firstSquareOffIn(hours) - 5 * MINUTE)
      expect(live).toBeLessThanOrEqual(paper!)
      expect(forLive).toBeLessThanOrEqual(onPaper!)
      expect(live! - forLive!).toBe(paper! - onPaper!)
    }),
  )
})
