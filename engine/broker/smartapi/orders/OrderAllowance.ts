import { SECOND } from '../../../../schema/time.ts'
import { BUDGET_WINDOWS, ORDER_BUDGET } from '../../../../schema/trading/orderBudget.ts'
import type { OrderUrgency } from '../../OrderBudget.ts'
import type { CallLimit } from '../endpoints.ts'
import { earliestStart } from '../RequestPacer.ts'

/** Of a client code, by urgency: ours, or the broker's own. A limit that a sandbox multiplies reserves no more for exits. */
function limitsOf(whose: 'orders' | 'allowed', urgency: OrderUrgency, factor: number): readonly CallLimit[] {
  return BUDGET_WINDOWS.map((window) => {
    const { [whose]: calls, forExits, ms } = ORDER_BUDGET[window]
    return { calls: calls * factor - (urgency === 'ENTRY' ? forExits : 0), perMs: ms }
  })
}

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
  readonly #ours: Readonly<Record<OrderUrgency, readonly CallLimit[]>>
  readonly #brokers: Readonly<Record<OrderUrgency, readonly CallLimit[]>>
  readonly #sent: number[] = []
  readonly #answered: number[] = []
  readonly #waiting: Readonly<Record<OrderUrgency, Waiting[]>> = { EXIT: [], ENTRY: [] }
  #underWay = 0
  #timer: NodeJS.Timeout | undefined

  /** `factor` multiplies all limits: a sandbox may have its own. */
  constructor(factor = 1) {
    this.#ours = { EXIT: limitsOf('orders', 'EXIT', factor), ENTRY: limitsOf('orders', 'ENTRY', factor) }
    this.#brokers = { EXIT: limitsOf('allowed', 'EXIT', factor), ENTRY: limitsOf('allowed', 'ENTRY', factor) }
  }

  /** Calls of an earlier process or connection, by how many milliseconds ago they were made: they count at the broker, too. */
  remember(ages: readonly number[]): void {
    const now = performance.now()
    for (const times of [this.#sent, this.#answered]) {
      times.unshift(...ages.map((age) => now - Math.max(0, age)))
      times.sort((one, other) => one - other)
    }
    this.#forgetOld()
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
      while (waiting.length > 0 && this.#earliest(urgency) <= now) this.#start(waiting)
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

  #start(waiting: Waiting[]): void {
    this.#underWay++
    this.#sent.push(performance.now())
    let isOver = false
    waiting.shift()?.resolve(() => {
      if (isOver) return
      isOver = true
      this.#underWay--
      this.#answered.push(performance.now())
      this.#forgetOld()
      this.#serve()
    })
  }

  #forgetOld(): void {
    const most = Math.max(...this.#brokers.EXIT.map(({ calls }) => calls))
    for (const times of [this.#sent, this.#answered]) if (times.length > most) times.splice(0, times.length - most)
  }

  #giveUp(now: number): void {
    for (const waiting of [this.#waiting.EXIT, this.#waiting.ENTRY])
      while (waiting[0] && waiting[0].until <= now) waiting.shift()?.resolve(null)
  }

  /** The earliest time for one more call; those under way count as if they were answered then. */
  #earliest(urgency: OrderUrgency): number {
    const left = this.#brokers[urgency].map(({ calls, perMs }) => ({ calls: calls - this.#underWay, perMs }))
    if (left.some(({ calls }) => calls <= 0)) return Infinity
    return Math.max(earliestStart(this.#sent, this.#ours[urgency]), earliestStart(this.#answered, left))
  }
}
