import { expect } from 'vitest'
import { CLOCK_JUMPS } from '../SimulatedWorld.ts'
import { simulateDays } from './simulateDays.ts'

/** Simulates the days of the seeds from one on, and expects every invariant to hold and everything that may go wrong to have gone wrong. */
export async function expectManyDays(from: number, days: number): Promise<void> {
  const { broken, trades, lostDays, happened, clockJumps } = await simulateDays(Array.from({ length: days }, (_, i) => from + i))
  expect(broken).toEqual([])
  // A day on which nothing is traded proves nothing.
  expect(trades).toBeGreaterThan(50 * days)
  expect(lostDays).toBeGreaterThan(days / 20)
  expect([...happened]).toEqual(
    expect.arrayContaining([
      ...['exits refused', 'placement unknown', 'order never arrived', 'broker busy', 'process killed', 'answer lost'],
      ...['strategy runs away', 'KILL_SWITCH', 'FEED_STALE', 'CLOCK_STEPPED'],
    ]),
  )
  // Each jump of the clock five times and more (reliability.md K1).
  expect(CLOCK_JUMPS.filter((by) => (clockJumps.get(by) ?? 0) < 5)).toEqual([])
}
