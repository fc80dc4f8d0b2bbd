import { SECOND } from '../../../../schema/time.ts'
import type { OrderUrgency } from '../../OrderBudget.ts'
import { CountedCalls } from './CountedCalls.ts'

/** How long a call waits for its turn. */
const PATIENCE_MS = SECOND

interface Waiting {
  readonly until: number
  readonly resolve: (done: (() => void) | null) => void
}

/**
 * Keeps the calls on orders of one client code within its limits, exits first. Of ours a call takes up its part for a second, a minute and
 * an hour from its sending; of the broker's own, which are larger, from its answer: however long calls are under way, the broker never sees
 * more in a window than it allows. Runs on the monotonic clock.
 */
export class OrderAllowance {
  readonly #all: CountedCalls
  /** What exits take of their part is not taken from entries. */
  readonly #entries: CountedCalls
  readonly #waiting: Readonly<Record<OrderUrgency, Waiting[]>> = { EXIT: [], ENTRY: [] }
  #timer: NodeJS.Timeout | undefined

  /** `factor` multiplies all limits: a sandbox may have its own. */
  constructor(factor = 1) {
    this.#all = new CountedCalls('ALL', factor)
    this.#entries = new CountedCalls('ENTRY', factor)
  }

  /**
   * Calls of an earlier process or connection, by how many milliseconds ago they were made: they count at the broker, too. What they did is
   * not asked: they all count as entries as well, so that exits keep their part.
   */
  remember(ages: readonly number[]): void {
    const now = performance.now()
    const times = ages.map((age) => now - Math.max(0, age))
    this.#all.remember(times)
    this.#entries.remember(times)
  }

  /** Resolves when it is the call's turn, with what to call after its answer; null: its turn would not have come within a second. */
  take(urgency: OrderUrgency): Promise<(() => void) | null> {
    return new Promise((resolve) => {
      this.#waiting[urgency].push({ until: performance.now() + PATIENCE_MS, resolve })
      this.#serve()
    })
  }

  #serve(): void {
    clearTimeout(this.#timer)
    const now = performance.now()
    for (const urgency of ['EXIT', 'ENTRY'] as const) {
      const waiting = this.#waiting[urgency]
      while (waiting.length > 0 && this.#earliest(urgency) <= now) this.#start(urgency)
      // Entries do not pass the exits that wait.
      if (waiting.length > 0) break
    }
    this.#giveUp(now)
    const next = [...this.#waiting.EXIT, ...this.#waiting.ENTRY]
    if (next.length === 0) return
    const urgency = this.#waiting.EXIT.length > 0 ? 'EXIT' : 'ENTRY'
    const at = Math.min(this.#earliest(urgency), ...next.map(({ until }) => until))
    this.#timer = setTimeout(() => this.#serve(), Math.max(1, Math.ceil(at - now)))
  }

  #start(urgency: OrderUrgency): void {
    const counted = urgency === 'ENTRY' ? [this.#all, this.#entries] : [this.#all]
    for (const each of counted) each.sent()
    let isOver = false
    this.#waiting[urgency].shift()?.resolve(() => {
      if (isOver) return
      isOver = true
      for (const each of counted) each.answered()
      this.#serve()
    })
  }

  #giveUp(now: number): void {
    for (const waiting of [this.#waiting.EXIT, this.#waiting.ENTRY])
      while (waiting[0] && waiting[0].until <= now) waiting.shift()?.resolve(null)
  }

  #earliest(urgency: OrderUrgency): number {
    return urgency === 'ENTRY' ? Math.max(this.#all.earliest, this.#entries.earliest) : this.#all.earliest
  }
}
