import type { SeededRandom } from '../../schema/SeededRandom.ts'

/**
 * What can go wrong in a simulated day, each with how often it happens where it could, once its kind is active: a quarter of the
 * chances where trading bears it, less where one fault lasts for long or there are thousands of chances a day.
 */
const RATES = {
  'acknowledgement lost': 0.25,
  'update late': 0.25,
  'update twice': 0.25,
  'updates out of order': 0.25,
  'order rejected': 0.1,
  'exits refused': 0.02,
  'placement unknown': 0.1,
  'order never arrived': 0.05,
  'broker busy': 0.2,
  'order cancelled': 0.02,
  'depth thin': 0.25,
  'ticks missing': 0.05,
  'feed silent': 0.003,
  'tick twice': 0.1,
  'ticks out of order': 0.05,
  'price wrong': 0.02,
  'tick late': 0.02,
  'commit refused': 0.1,
  'answer lost': 0.1,
  'database away': 0.002,
  'process killed in a commit': 0.01,
  'process killed': 0.0005,
  'clock stepped': 0.002,
  'strategy runs away': 0.01,
} as const
export type Fault = keyof typeof RATES
const FAULTS = Object.keys(RATES) as readonly Fault[]

/** The share of fault kinds that a seed activates. */
const ACTIVE_SHARE = 0.25

/** Decides, by a seed, what goes wrong and when. FoundationDB's "buggify": a few kinds of fault in each run, so that they do not hide each other. */
export class Faults {
  readonly #random: SeededRandom
  readonly #active: ReadonlySet<Fault>
  readonly #counts = new Map<Fault, number>()
  #over = false

  constructor(random: SeededRandom) {
    this.#random = random
    this.#active = new Set(FAULTS.filter(() => random.uniform() < ACTIVE_SHARE))
  }

  /** How often each fault has happened. */
  get counts(): Readonly<Partial<Record<Fault, number>>> {
    return Object.fromEntries(this.#counts)
  }

  /** Whether it goes wrong this time. */
  fires(fault: Fault): boolean {
    if (this.#over || !this.#active.has(fault) || this.#random.uniform() >= RATES[fault]) return false
    this.#counts.set(fault, (this.#counts.get(fault) ?? 0) + 1)
    return true
  }

  get isOver(): boolean {
    return this.#over
  }

  /** No more faults from here on, so that anything left over at the day's end is the engine's doing. */
  end(): void {
    this.#over = true
  }
}
