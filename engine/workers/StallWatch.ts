/** How long a strategy may run, in looks: the heaviest rules that the language allows take a fifth of a second. */
const STALL_LOOKS = 15
/** How long a bar may take in all, new workers included, in looks: 4.5 s, which leaves half a second of the 5 s for the answer. */
const BAR_LOOKS = 45

/**
 * Watches the evaluation of one bar. Time is counted in looks at the current strategy, not by a clock: a machine that
 * sleeps for a minute misses looks, and nobody is blamed for it.
 */
export class StallWatch {
  /** Real milliseconds from one look to the next. */
  static readonly LOOK_MS = 100
  static readonly STALL_MS = STALL_LOOKS * StallWatch.LOOK_MS
  #looks = 0
  #seen: number | null = null
  #still = 0

  /** `inHand`: the place of the strategy that is being evaluated, null when there is none. Returns why to stop waiting, null to wait. */
  look(inHand: number | null): 'stalled' | 'out of time' | null {
    this.#looks++
    this.#still = inHand !== null && inHand === this.#seen ? this.#still + 1 : 0
    this.#seen = inHand
    if (this.#still >= STALL_LOOKS) return 'stalled'
    return this.#looks >= BAR_LOOKS ? 'out of time' : null
  }
}
