import { simulateDay } from '../simulateDay.ts'

/** Results of several simulated days. */
export interface SimulatedDays {
  /** Broken invariants, each with the way to see it again. */
  readonly broken: readonly string[]
  readonly trades: number
  readonly lostDays: number
  /** How many trades closed because a person asked for it, and how many of these were positions of legs. */
  readonly closedByPeople: number
  readonly positionsClosedByPeople: number
  /** Names of faults and reasons of denials that came up. */
  readonly happened: ReadonlySet<string>
  /** How often the clock jumped, by milliseconds. */
  readonly clockJumps: ReadonlyMap<number, number>
}

/** Simulates the days of some seeds, one after the other. */
export async function simulateDays(seeds: readonly number[]): Promise<SimulatedDays> {
  const broken: string[] = []
  const happened = new Set<string>()
  const clockJumps = new Map<number, number>()
  let [trades, lostDays, closedByPeople, positionsClosedByPeople] = [0, 0, 0, 0]
  for (const seed of seeds) {
    const { violations, counts } = await simulateDay(seed)
    for (const { invariant, at, detail } of violations)
      broken.push(`SAKHA_SEED=${seed} at ${new Date(at).toISOString()} ${invariant}: ${detail}`)
    trades += counts.trades
    lostDays += counts.lostDays
    closedByPeople += counts.closedByPeople
    positionsClosedByPeople += counts.positionsClosedByPeople
    for (const [by, times] of counts.clockJumps) clockJumps.set(by, (clockJumps.get(by) ?? 0) + times)
    for (const name of [...Object.keys(counts.faults), ...Object.keys(counts.denials)]) happened.add(name)
  }
  return { broken, trades, lostDays, closedByPeople, positionsClosedByPeople, happened, clockJumps }
}
