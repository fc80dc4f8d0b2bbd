import type { Instant } from '../../../schema/time.ts'
import type { ExecutionPort } from '../../broker/port.ts'
import { BusyCalls } from './BusyCalls.ts'
import type { Order } from './orders.ts'
import { accountOf } from './pricedRequest.ts'

export interface RecallsParts {
  readonly broker: Pick<ExecutionPort, 'cancel'>
  /** Calls back when it is the order's turn in the budget, as an exit's. */
  readonly ask: (order: Order, go: () => void) => void
}

/** Calls orders back that the broker has. Market time is pushed in. */
export class Recalls {
  readonly #parts: RecallsParts
  readonly #busy: BusyCalls

  /** `now`: market time. */
  constructor(parts: RecallsParts, now: Instant) {
    this.#parts = parts
    this.#busy = new BusyCalls(now)
  }

  begin(order: Order, reason: string): void {
    const { broker, ask } = this.#parts
    ask(order, () => {
      void broker.cancel(accountOf(order), order.clientOrderId, reason).then(({ kind }) => {
        if (kind === 'busy') this.#busy.add(() => this.begin(order, reason))
      })
    })
  }

  onTime(now: Instant): void {
    this.#busy.onTime(now)
  }
}
