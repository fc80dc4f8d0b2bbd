import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ClockSegment, MarketClock } from '../../schema/market/MarketClock.ts'
import { SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import { istInstant, MINUTE } from '../../schema/time.ts'
import { BrokerError } from '../broker/port.ts'
import { MarketTime } from './MarketTime.ts'

const REAL = Date.UTC(2026, 0, 1)
const SPEED = 60

/** A session of one date that begins `real` milliseconds after the test does; 375 market minutes are 375 real seconds. */
function segment(date: string, real: number): ClockSegment {
  const open = istInstant(date, 9 * 60 + 15)
  return { realStart: REAL + real, marketStart: open, sessionOpen: open, sessionClose: open + 375 * MINUTE }
}
const first = segment('2024-01-01', 0)
const second = segment('2024-01-02', 378_000)

describe('MarketTime', () => {
  let asked: number
  let answer: () => MarketClock
  let time: MarketTime
  beforeEach(() => {
    vi.useFakeTimers({ now: REAL })
    asked = 0
    answer = () => ({ kind: 'sandbox', speed: SPEED, segments: [first] })
    const clock = async () => {
      asked++
      return answer()
    }
    time = new MarketTime({ clock }, Date.now, () => SHIPPED_MARKET_RULES, pino({ level: 'silent' }))
  })
  afterEach(() => {
    time.stop()
    vi.useRealTimers()
  })

  it('runs at the market speed between two answers', async () => {
    await time.start()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(time.now()).toBe(first.sessionOpen + MINUTE)
    expect(time.now(1_000)).toBe(first.sessionOpen)
  })

  it('asks every five seconds, and a clock that is the same is no news', async () => {
    const told: MarketClock[] = []
    time.onChange((clock) => told.push(clock))
    await time.start()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toBe(13)
    expect(told).toHaveLength(1)
  })

  it('picks the next session up within half a second of its start, even when it was not announced', async () => {
    await time.start()
    await vi.advanceTimersByTimeAsync(378_000)
    answer = () => ({ kind: 'sandbox', speed: SPEED, segments: [second] })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(time.now()).toBeGreaterThanOrEqual(second.sessionOpen)
    expect(time.isSessionMinute(first.sessionClose - MINUTE)).toBe(true)
    expect(time.isSessionMinute(first.sessionClose)).toBe(false)
    expect(time.isSessionMinute(second.sessionOpen)).toBe(true)
  })

  it('a market that stands still for good is asked less and less, at most every five seconds', async () => {
    await time.start()
    await vi.advanceTimersByTimeAsync(375_000 + 60_000)
    const before = asked
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked - before).toBe(12)
    expect(time.now()).toBe(first.sessionClose)
  })

  it('an unreachable broker leaves the known clock running', async () => {
    await time.start()
    answer = () => {
      throw new BrokerError('unreachable', 'down')
    }
    await vi.advanceTimersByTimeAsync(10_000)
    expect(time.now()).toBe(first.sessionOpen + 10 * MINUTE)
    answer = () => ({ kind: 'sandbox', speed: SPEED, segments: [first, second] })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(time.clock).toMatchObject({ segments: [first, second] })
  })

  it('on the real clock sessions come from the calendar, and the broker is asked once', async () => {
    answer = () => ({ kind: 'real' })
    await time.start()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toBe(1)
    expect(time.isSessionMinute(istInstant('2026-01-01', 10 * 60))).toBe(true)
    expect(time.isSessionMinute(istInstant('2026-01-26', 10 * 60))).toBe(false)
  })
})
