import { describe, expect, it } from 'vitest'
import type { ClockSegment } from '../../../schema/market/MarketClock.ts'
import { DAY, istInstant, MINUTE } from '../../../schema/time.ts'
import { tokensEndAt } from './tokensEndAt.ts'

const REAL = istInstant('2026-11-23', 9 * 60)

describe('the end of tokens', () => {
  it('is the next midnight in India', () => {
    expect(tokensEndAt({ kind: 'real' }, istInstant('2026-11-23', 0))).toBe(istInstant('2026-11-24', 0))
    expect(tokensEndAt({ kind: 'real' }, istInstant('2026-11-24', 0) - 1)).toBe(istInstant('2026-11-24', 0))
  })

  it('is when a sandbox’s clock goes on to another date, in real time', () => {
    const clock = {
      kind: 'sandbox' as const,
      speed: 60,
      segments: [segment('2025-03-06', REAL), segment('2025-03-07', REAL + 10 * MINUTE)],
    }
    expect(tokensEndAt(clock, REAL + MINUTE)).toBe(REAL + 10 * MINUTE)
    // In the last known session, whose end is unknown: the market stops at its close.
    expect(tokensEndAt(clock, REAL + 11 * MINUTE)).toBe(REAL + 11 * MINUTE + DAY)
  })
})

function segment(date: string, realStart: number): ClockSegment {
  const [open, close] = [istInstant(date, 9 * 60 + 15), istInstant(date, 15 * 60 + 30)]
  return { realStart, marketStart: open, sessionOpen: open, sessionClose: close }
}
