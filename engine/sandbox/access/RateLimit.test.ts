import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RateLimit } from './RateLimit.ts'

describe('a rate limit', () => {
  it('takes its number of calls in any rolling second and refuses the next', () => {
    const limit = new RateLimit({ second: 3 })
    expect([0, 100, 200, 300, 999].map((at) => limit.take(at))).toEqual([true, true, true, false, false])
    expect(limit.take(1_000)).toBe(true)
    expect(limit.take(1_050)).toBe(false)
  })

  it('keeps its minute and its hour too', () => {
    const limit = new RateLimit({ second: 10, minute: 3, hour: 4 })
    expect([0, 2_000, 4_000, 6_000].map((at) => limit.take(at))).toEqual([true, true, true, false])
    expect([60_000, 70_000].map((at) => limit.take(at))).toEqual([true, false])
    expect(limit.take(3_600_000)).toBe(true)
  })

  it('never lets more through a window than it says, whenever the calls come', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 60 }), (pauses) => {
        const limit = new RateLimit({ second: 4, minute: 9 })
        let now = 0
        const taken: number[] = []
        for (const pause of pauses) {
          now += pause
          if (limit.take(now)) taken.push(now)
        }
        for (const start of taken) {
          expect(taken.filter((at) => at >= start && at < start + 1_000).length).toBeLessThanOrEqual(4)
          expect(taken.filter((at) => at >= start && at < start + 60_000).length).toBeLessThanOrEqual(9)
        }
      }),
    )
  })
})
