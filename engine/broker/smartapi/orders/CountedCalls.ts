import { BUDGET_WINDOWS, ORDER_BUDGET } from '../../../../schema/trading/orderBudget.ts'
import type { CallLimit } from '../endpoints.ts'
import { earliestStart } from '../RequestPacer.ts'

/** Of a client code, ours or the broker's own: of all calls, or of entries alone. A limit that a sandbox multiplies reserves no more for exits. */
function limitsOf(whose: 'orders' | 'allowed', what: 'ALL' | 'ENTRY', factor: number): readonly CallLimit[] {
  return BUDGET_WINDOWS.map((window) => {
    const { [whose]: calls, forExits, ms } = ORDER_BUDGET[window]
    return { calls: calls * factor - (what === 'ENTRY' ? forExits : 0), perMs: ms }
  })
}

/** The calls on orders of one client code that count against the limits of all calls, or of entries. Runs on the monotonic clock. */
export class CountedCalls {
  readonly #ours: readonly CallLimit[]
  readonly #brokers: readonly CallLimit[]
  readonly #most: number
  readonly #sent: number[] = []
  readonly #answered: number[] = []
  #underWay = 0

  constructor(what: 'ALL' | 'ENTRY', factor: number) {
    this.#ours = limitsOf('orders', what, factor)
    this.#brokers = limitsOf('allowed', what, factor)
    this.#most = Math.max(...this.#brokers.map(({ calls }) => calls))
  }

  /** Calls that were made at these times. */
  remember(times: readonly number[]): void {
    for (const known of [this.#sent, this.#answered]) {
      known.unshift(...times)
      known.sort((one, other) => one - other)
    }
    this.#forgetOld()
  }

  sent(): void {
    this.#underWay++
    this.#sent.push(performance.now())
  }

  answered(): void {
    this.#underWay--
    this.#answered.push(performance.now())
    this.#forgetOld()
  }

  /** The earliest time for one more call; those under way count as if they were answered then. */
  get earliest(): number {
    const left = this.#brokers.map(({ calls, perMs }) => ({ calls: calls - this.#underWay, perMs }))
    if (left.some(({ calls }) => calls <= 0)) return Infinity
    return Math.max(earliestStart(this.#sent, this.#ours), earliestStart(this.#answered, left))
  }

  #forgetOld(): void {
    for (const known of [this.#sent, this.#answered]) if (known.length > this.#most) known.splice(0, known.length - this.#most)
  }
}
