import { expect, it } from 'vitest'
import { CLOCK_JUMPS } from './SimulatedWorld.ts'
import { simulateDays } from './testing/simulateDays.ts'

const DAYS = 200

it(`${DAYS} simulated days in which things go wrong keep every invariant`, async () => {
  const days = await simulateDays(Array.from({ length: DAYS }, (_, i) => i + 1))
  const { broken, trades, lostDays, closedByPeople, positionsClosedByPeople, happened, clockJumps } = days
  expect(broken).toEqual([])
  // A day on which nothing is traded proves nothing.
  expect(trades).toBeGreaterThan(50 * DAYS)
  expect(lostDays).toBeGreaterThan(DAYS / 20)
  expect(closedByPeople).toBeGreaterThan(DAYS)
  expect(positionsClosedByPeople).toBeGreaterThan(DAYS / 4)
  expect([...happened]).toEqual(
    expect.arrayContaining([
      ...['exits refused', 'placement unknown', 'order never arrived', 'broker busy', 'process killed', 'answer lost'],
      ...['strategy runs away', 'KILL_SWITCH', 'FEED_STALE', 'CLOCK_STEPPED'],
    ]),
  )
  // Each jump of the clock five times and more (reliability.md K1).
  expect(CLOCK_JUMPS.filter((by) => (clockJumps.get(by) ?? 0) < 5)).toEqual([])
}, 1_200_000)
