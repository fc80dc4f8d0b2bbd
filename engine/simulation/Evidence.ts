import type { MarketRules } from '../../schema/market/MarketRules.ts'
import type { Instant } from '../../schema/time.ts'
import type { SimulatedRecords } from './SimulatedRecords.ts'
import type { Violations } from './Violations.ts'
import type { WitnessedRows } from './WitnessedRows.ts'

/** The truth of the simulated world, whatever the engine thinks. */
export interface World {
  readonly now: () => Instant
  /** How long ago the engine got the index's price of the moment; null: not yet. */
  readonly silentMs: () => number | null
  /** How long ago the engine's clock jumped; null: it never did. */
  readonly clockSteppedMsAgo: () => number | null
}

/** What the laws judge by. */
export interface Evidence {
  readonly rules: MarketRules
  readonly world: World
  /** The books, to hold against the ledger: `rows`. */
  readonly records: SimulatedRecords
  readonly rows: WitnessedRows
  readonly violations: Violations
}
