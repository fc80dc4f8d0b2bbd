import { SECOND, type Instant } from '../../schema/time.ts'
import { definePart } from '../app/Part.ts'
import type { Wait } from '../app/Platform.ts'
import type { Shutdown } from '../runtime/Shutdown.ts'

// The recipe "Add a service to the engine" of CONTRIBUTING.md in one file; each piece says where it lies in the product.

/** 1. `engine/store/QuietRecords.ts`: what it stores. Only `store/` and `cluster/` touch the database; this one is memory. */
export class QuietRecords {
  #longest = 0

  /** Milliseconds. */
  async longest(): Promise<number> {
    return this.#longest
  }

  async save(longest: number): Promise<void> {
    this.#longest = longest
  }

  async close(): Promise<void> {
    // Here its connection would be given back.
  }
}

export interface QuietWatchParts {
  readonly records: QuietRecords
  /** How many trades have been opened since the start. */
  readonly opened: () => number
}

/** 2. `engine/<folder>/QuietWatch.ts`: the service, which knows nothing of parts. Here: how long no trade has been opened. */
export class QuietWatch {
  readonly #parts: QuietWatchParts
  #opened = 0
  #since: Instant | null = null
  #quietMs = 0
  #longestMs = 0

  constructor(parts: QuietWatchParts) {
    this.#parts = parts
  }

  /** In market milliseconds. */
  get quietMs(): number {
    return this.#quietMs
  }

  /** Likewise, of all engines that ever ran here. */
  get longestMs(): number {
    return this.#longestMs
  }

  /** Continues from what is stored. Rejects when it cannot be read; it may then be called again. */
  async resume(): Promise<void> {
    this.#longestMs = await this.#parts.records.longest()
  }

  /** Market time moved on. */
  onTime(now: Instant): void {
    const opened = this.#parts.opened()
    if (this.#since === null || opened !== this.#opened) this.#since = now
    this.#opened = opened
    this.#quietMs = now - this.#since
    this.#longestMs = Math.max(this.#longestMs, this.#quietMs)
  }

  /** The next look begins anew: the strategies or the users are others. */
  restart(): void {
    this.#since = null
  }

  /** Stores what it knows. */
  async stop(): Promise<void> {
    await this.#parts.records.save(this.#longestMs)
  }
}

/** 3. What it needs of those before it, by the names of their services; no more than it calls, so that a test can bring it. */
export interface QuietNeeds {
  readonly shutdown: Shutdown
  readonly wait: Wait
  readonly time: { now(): Instant }
  readonly floor: { readonly counts: { readonly trades_opened: number } }
}

/** 4. `engine/app/parts/quietPart.ts`: all that the engine knows of it. Of `hears` and `run` it has what it needs. */
export const examplePart = definePart({
  // Makes its services, which parts behind it may need in turn. What it opens it adds to the shutdown at once.
  open: ({ shutdown, floor }: QuietNeeds) => {
    const records = new QuietRecords()
    shutdown.add('quiet times', () => records.close())
    return { quietWatch: new QuietWatch({ records, opened: () => floor.counts.trades_opened }) }
  },
  // By the events of the bus. They may come twice, and without the event when some may have been missed.
  hears: ({ quietWatch }) => ({ 'strategy.changed': () => quietWatch.restart() }),
  run: ({ quietWatch, time, wait }) => ({
    // From now on, so also before it has resumed.
    beats: [{ everyMs: SECOND, do: () => quietWatch.onTime(time.now()) }],
    // `begin` and `trading` come later, if it must not work before the floor has resumed, or before the engine trades.
    resume: () => wait('the quiet times', () => quietWatch.resume()),
    onUsersChanged: () => quietWatch.restart(),
    metrics: (metrics) => {
      metrics.gauge('quiet_seconds', 'Since a trade was opened.', () => quietWatch.quietMs / SECOND)
      metrics.gauge('quiet_longest_seconds', 'The longest time without a trade.', () => quietWatch.longestMs / SECOND)
    },
    degraded: () => (quietWatch.quietMs > 3_600 * SECOND ? ['no trade has been opened for an hour'] : []),
    // Begins nothing more; afterwards what it has opened is closed.
    stop: () => quietWatch.stop(),
  }),
})

// 5. `engine/app/parts.ts`: its import and `.with(quietPart)`, after the parts that it needs. 6. Its metrics in docs/operations.md.
