import { instrumentId } from '../../broker/instrumentId.ts'
import type { InstrumentKey } from '../../broker/port.ts'
import type { Dispatched } from './Dispatched.ts'

/** Orders that wait for a quote of their contract, by contract. */
export class UnpricedOrders {
  readonly #waiting = new Map<string, Set<Dispatched>>()

  add(dispatched: Dispatched): void {
    const id = instrumentId(dispatched.order.contract)
    const waiting = this.#waiting.get(id)
    if (waiting) waiting.add(dispatched)
    else this.#waiting.set(id, new Set([dispatched]))
  }

  delete(dispatched: Dispatched): void {
    const id = instrumentId(dispatched.order.contract)
    const waiting = this.#waiting.get(id)
    waiting?.delete(dispatched)
    if (waiting?.size === 0) this.#waiting.delete(id)
  }

  /** Whether any waits for a contract. Asked with every quote, when mostly nothing waits. */
  has(contract: InstrumentKey): boolean {
    return this.#waiting.size > 0 && this.#waiting.has(instrumentId(contract))
  }

  /** Takes out those that wait for a contract. */
  take(contract: InstrumentKey): Iterable<Dispatched> {
    const id = instrumentId(contract)
    const waiting = this.#waiting.get(id) ?? []
    this.#waiting.delete(id)
    return waiting
  }

  /** All of them, as they are now. */
  get all(): readonly Dispatched[] {
    return [...this.#waiting.values()].flatMap((waiting) => [...waiting])
  }
}
