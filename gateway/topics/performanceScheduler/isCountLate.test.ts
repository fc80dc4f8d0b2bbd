import { expect, it } from 'vitest'
import type { MarketClock } from '../../../schema/market/MarketClock.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { istInstant, MINUTE, SECOND, type Instant } from '../../../schema/time.ts'
import { isCountLate } from './isCountLate.ts'

const DATE = '2026-07-01'
const at = (hours: number, minutes: number) => istInstant(DATE, hours * 60 + minutes)

it.each<[string, Instant | null, Instant, boolean]>([
  ['before the open nothing is late', null, at(9, 14), false],
  ['the first update may take until the second one is due', null, at(9, 19), false],
  ['then it is late', null, at(9, 20), true],
  ['counted on time', at(12, 35), at(12, 39), false],
  ['one left out is not yet late …', at(12, 35), at(12, 44), false],
  ['… and is when the next one is due', at(12, 35), at(12, 45), true],
  ['the final one is not yet late …', at(15, 25), at(15, 34), false],
  ['… and is five minutes after the close', at(15, 25), at(15, 35), true],
  ['counted after the close, nothing is late in the evening', at(15, 30), at(20, 0), false],
  ['on a Sunday nothing is late', null, istInstant('2026-07-05', 12 * 60), false],
])('%s', (_what, countedAt, now, late) => {
  expect(isCountLate({ kind: 'real' }, SHIPPED_MARKET_RULES, countedAt, now)).toBe(late)
})

it('goes by the market’s clock in a sandbox ten times as fast', () => {
  const start = Date.parse('2026-11-23T08:00:00Z')
  const segment = { realStart: start, marketStart: at(9, 15), sessionOpen: at(9, 15), sessionClose: at(15, 30) }
  const clock: MarketClock = { kind: 'sandbox', speed: 10, segments: [segment] }
  expect(isCountLate(clock, SHIPPED_MARKET_RULES, start, start + 59 * SECOND)).toBe(false)
  expect(isCountLate(clock, SHIPPED_MARKET_RULES, start, start + MINUTE)).toBe(true)
})
