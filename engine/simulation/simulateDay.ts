import { SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import type { DenialReason } from '../../schema/trading/denials.ts'
import type { Faults } from './Faults.ts'
import { SimulatedRecords, type SimulatedRecordsParts } from './SimulatedRecords.ts'
import { SimulatedWorld } from './SimulatedWorld.ts'
import type { Violation } from './Violations.ts'

export interface SimulatedDay {
  /** Of everything that people did and the engine committed. */
  readonly journalHash: string
  readonly violations: readonly Violation[]
  readonly counts: {
    readonly entries: number
    readonly exits: number
    readonly trades: number
    readonly denials: Readonly<Partial<Record<DenialReason, number>>>
    /** How many trades closed because a person asked for it, and how many of these were positions of legs. */
    readonly closedByPeople: number
    readonly positionsClosedByPeople: number
    readonly restarts: number
    /** How often a user's trades were closed by a loss of the day. */
    readonly lostDays: number
    readonly faults: Faults['counts']
    /** How often the machine's clock was set wrong, by how many milliseconds. */
    readonly clockJumps: ReadonlyMap<number, number>
  }
}

/**
 * One trading day of an engine on a virtual clock, with everything that chance decides drawn from the seed: prices, people, and what
 * goes wrong. The same seed gives the same day. `createRecords` may give wrong ones, to see them found out.
 */
export async function simulateDay(
  seed: number,
  createRecords: (parts: SimulatedRecordsParts) => SimulatedRecords = (parts) => new SimulatedRecords(parts),
): Promise<SimulatedDay> {
  const world = new SimulatedWorld(seed, SHIPPED_MARKET_RULES, createRecords)
  while (world.step()) await everythingElse()
  const { records, journal, faults, restarts, clockJumps, invariants } = world
  invariants.checkEnd()
  const entries = [...records.orders].filter(({ purpose }) => purpose === 'ENTRY').length
  const closedByPeople = [...records.trades.values()].filter(({ closing }) => closing?.exitReason === 'MANUAL')
  return {
    journalHash: journal.digest(),
    violations: invariants.violations.all,
    counts: {
      ...{ entries, exits: [...records.orders].length - entries, trades: [...records.legs].length },
      closedByPeople: closedByPeople.length,
      positionsClosedByPeople: closedByPeople.filter(({ terms }) => terms.position).length,
      ...{ denials: Object.fromEntries(records.denials), lostDays: records.lostDays.size, restarts, faults: faults.counts, clockJumps },
    },
  }
}

/** Everything that follows from what has happened, however many turns it takes. */
function everythingElse(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
