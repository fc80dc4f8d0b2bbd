import { useEffect, useState } from 'react'

/** The headline figures of the specification; profit in rupees. */
const CAPS = { trades: 12_547, successRate: 73.2, profit: 2_847_500 } as const
const STEPS = { trades: 50, successRate: 2.5, profit: 25_000 } as const
const TICK_MS = 100
const TICKS = 2_000 / TICK_MS

export interface LandingCounters {
  readonly trades: number
  /** Per cent. */
  readonly successRate: number
  /** Rupees. */
  readonly profit: number
}

/** The figures after a number of ticks: they arrive at their caps, one step at a time, with the last of two seconds' ticks. */
export function countersAt(tick: number): LandingCounters {
  const left = Math.max(0, TICKS - tick)
  return {
    trades: CAPS.trades - left * STEPS.trades,
    successRate: CAPS.successRate - left * STEPS.successRate,
    profit: CAPS.profit - left * STEPS.profit,
  }
}

/** Counts up for two seconds and stops; at once at the end under reduced motion. */
export function useLandingCounters(): LandingCounters {
  const [tick, setTick] = useState(() => (window.matchMedia('(prefers-reduced-motion: reduce)').matches ? TICKS : 0))
  const done = tick >= TICKS
  useEffect(() => {
    if (done) return
    const timer = window.setInterval(() => setTick((current) => current + 1), TICK_MS)
    return () => window.clearInterval(timer)
  }, [done])
  return countersAt(tick)
}
