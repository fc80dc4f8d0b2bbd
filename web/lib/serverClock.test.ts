import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { MINUTE, SECOND } from '../../schema/time.ts'
import { readServerClock, serverNow } from './serverClock.ts'

const SERVER = Date.parse('2026-11-26T09:15:00.400Z')

/** The server answers a request halfway through the time it takes; the browser's clock is off by `off`. */
function answer({ off, takes, at = SERVER }: { off: number; takes: number; at?: number }) {
  vi.setSystemTime(at + takes / 2 + off)
  readServerClock(new Date(at).toUTCString(), at - takes / 2 + off, at + takes / 2 + off)
  return at + takes / 2
}

describe('serverClock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: SERVER })
    answer({ off: 0, takes: 0 })
    return () => {
      vi.useRealTimers()
      // As new: files that share this module (vitest.config.ts) set their clocks by hand.
      readServerClock(new Date(0).toUTCString(), SECOND, 0)
    }
  })

  it('leaves a clock alone that is right as far as an answer shows', () => {
    answer({ off: 300, takes: 40 })
    expect(serverNow()).toBe(Date.now())
  })

  it('is within a second, and what an answer takes, of the server, however wrong the browser’s clock is', () => {
    fc.assert(
      fc.property(fc.integer({ min: -600 * MINUTE, max: 600 * MINUTE }), fc.integer({ min: 0, max: 5 * SECOND }), (off, takes) => {
        const now = answer({ off, takes })
        expect(Math.abs(serverNow() - now)).toBeLessThanOrEqual(SECOND + takes)
      }),
    )
  })

  it('follows a browser’s clock that is set right', () => {
    answer({ off: 60 * MINUTE, takes: 20 })
    const now = answer({ off: 0, takes: 20, at: SERVER + MINUTE })
    expect(Math.abs(serverNow() - now)).toBeLessThanOrEqual(SECOND + 20)
  })

  it('learns nothing from an answer without a date', () => {
    const before = serverNow()
    readServerClock(null, SERVER + 60 * MINUTE, SERVER + 60 * MINUTE)
    expect(serverNow()).toBe(before)
  })
})
