import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '../../schema/time.ts'
import { ClockWatch } from './ClockWatch.ts'

/** A machine whose clock is wrong by `error`, and time that passes; the watch looks every 100 ms. */
function machine() {
  let passed = 5_000
  let error = 0
  const watch = new ClockWatch({ wall: () => Date.UTC(2026, 6, 1, 4) + passed + error, monotonic: () => passed })
  return {
    watch,
    set: (to: number) => void (error = to),
    pass(ms: number, slewedBy = 0) {
      for (const end = passed + ms; passed < end; passed += 100) {
        watch.steppedMsAgo()
        error += slewedBy / (ms / 100)
      }
    },
  }
}

describe('the clock watch', () => {
  it('sees nothing while the clock goes as real time does', () => {
    const { watch, pass } = machine()
    pass(HOUR)
    expect(watch.steppedMsAgo()).toBeNull()
  })

  it.each([
    ['a minute ahead', MINUTE],
    ['a minute back', -MINUTE],
    ['an hour ahead', HOUR],
    ['an hour back', -HOUR],
    ['back over midnight', -DAY],
    ['a little more than two seconds ahead', 2 * SECOND + 1],
  ])('sees that the clock was set %s, and for how long that has been so in real time', (_, by) => {
    const { watch, pass, set } = machine()
    set(by)
    expect(watch.steppedMsAgo()).toBe(0)
    pass(9 * SECOND)
    expect(watch.steppedMsAgo()).toBe(9 * SECOND)
    set(0)
    expect(watch.steppedMsAgo()).toBe(0)
  })

  it.each([SECOND, -SECOND, 2 * SECOND])('lets a correction by %i ms pass', (by) => {
    const { watch, set } = machine()
    set(by)
    expect(watch.steppedMsAgo()).toBeNull()
  })

  it('lets the clock be slewed, as far as a time server will', () => {
    fc.assert(
      fc.property(fc.integer({ min: -120, max: 120 }), (by) => {
        const { watch, pass } = machine()
        // 500 parts in a million for as long as it takes, here a hundred times as fast.
        pass(Math.abs(by) * 20 * SECOND, by * SECOND)
        expect(watch.steppedMsAgo()).toBeNull()
      }),
      { numRuns: 20 },
    )
  })
})
