import type { Instant } from '../../schema/time.ts'

/**
 * The promises that a simulated day can show to be broken. `RATE`: the budget of an account, and the patience of an exit that
 * fails. `END`: what must be true when the day is over. Three promises are between processes: I10, events delivered once, is tested in
 * engine/store/Store.db.test.ts and gateway/transport/sockets/, I11, one engine for a user, in engine/faults/twoEngines.long.test.ts, and of I12, the
 * kill switch, the second and the restart in engine/faults/killSwitch.long.test.ts.
 *
 * Two are of positions. I13: nothing sold is open without the hedge that its rule has, at the end of any step: where the rule buys options
 * of a type, no more units of that type are sold and open than bought and open; except for units that the broker reported after it said
 * that their order was done. I14: a trade is the sum of its legs, its units, charges, net and what it sets aside; it is over when no
 * leg is open, no entry under way and no stopped leg waits; and no leg is opened more often than its rule says.
 */
export type Invariant = 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I7' | 'I8' | 'I9' | 'I12' | 'I13' | 'I14' | 'RATE' | 'END'

export interface Violation {
  readonly invariant: Invariant
  readonly at: Instant
  readonly detail: string
}

/** Which invariants a simulated day has broken so far. */
export class Violations {
  readonly #now: () => Instant
  readonly #all: Violation[] = []

  constructor(now: () => Instant) {
    this.#now = now
  }

  /** The first one first. */
  get all(): readonly Violation[] {
    return this.#all
  }

  add(invariant: Invariant, detail: string): void {
    this.#all.push({ invariant, at: this.#now(), detail })
  }
}
