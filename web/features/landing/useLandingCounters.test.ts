import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { countersAt, useLandingCounters } from './useLandingCounters.ts'

const reducedMotion = (matches: boolean) => vi.stubGlobal('matchMedia', () => ({ matches }))

describe('landing counters', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('add 50 trades, 2.5 percent and ₹25,000 with every tick', () => {
    const [before, after] = [countersAt(7), countersAt(8)]
    expect(after.trades - before.trades).toBe(50)
    expect(after.successRate - before.successRate).toBeCloseTo(2.5)
    expect(after.profit - before.profit).toBe(25_000)
  })

  it('tick every 100 ms and stand at their caps after two seconds', () => {
    reducedMotion(false)
    const { result } = renderHook(useLandingCounters)
    expect(result.current).toEqual(countersAt(0))
    const passOneTick = () =>
      act(() => {
        vi.advanceTimersByTime(100)
      })
    passOneTick()
    expect(result.current).toEqual(countersAt(1))
    for (let tick = 1; tick < 20; tick++) passOneTick()
    expect(result.current).toEqual({ trades: 12_547, successRate: 73.2, profit: 2_847_500 })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('stand at their caps at once for those who want no motion', () => {
    reducedMotion(true)
    expect(renderHook(useLandingCounters).result.current.trades).toBe(12_547)
  })
})
