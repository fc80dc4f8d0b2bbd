import { describe, expect, it } from 'vitest'
import type { MarketClock } from '../../../schema/market/MarketClock.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { DAY, istInstant, MINUTE } from '../../../schema/time.ts'
import { nextUpdateAt } from './nextUpdateAt.ts'

const at = (date: string, hour: number, minute: number) => istInstant(date, hour * 60 + minute)

describe('the next update of performance', () => {
  it.each([
    ['in a session', at('2026-07-01', 10, 2), at('2026-07-01', 10, 5)],
    ['in its last minutes', at('2026-07-01', 15, 28), at('2026-07-01', 15, 30)],
    ['on a Friday evening', at('2026-07-03', 18, 0), at('2026-07-06', 9, 15)],
  ])('is due %s by the calendar', (_when, now, due) => {
    expect(nextUpdateAt({ kind: 'real' }, SHIPPED_MARKET_RULES, now)).toBe(due)
  })

  it('is told in real time in a sandbox whose clock runs fast, and of the session to come as far as it is known', () => {
    const open = at('2030-07-01', 9, 15)
    const close = at('2030-07-01', 15, 30)
    const segment = { realStart: 1_000_000, marketStart: open, sessionOpen: open, sessionClose: close }
    const clock: MarketClock = { kind: 'sandbox', speed: 10, segments: [segment] }
    const due = (real: number, on = clock) => nextUpdateAt(on, SHIPPED_MARKET_RULES, real)
    expect(due(1_000_000 + MINUTE / 10)).toBe(1_000_000 + (5 * MINUTE) / 10)
    const over = 1_000_000 + (close - open) / 10
    expect(due(over)).toBeNull()
    const next = { realStart: over + 5_000, marketStart: open + DAY, sessionOpen: open + DAY, sessionClose: close + DAY }
    expect(due(over, { ...clock, segments: [segment, next] })).toBe(next.realStart + (5 * MINUTE) / 10)
  })
})
