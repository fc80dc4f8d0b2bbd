import { Multimap } from '../../../schema/Multimap.ts'
import { instrumentId } from '../../broker/instrumentId.ts'
import type { InstrumentKey } from '../../broker/port.ts'
import type { Dispatched } from './Dispatched.ts'

/** Orders that wait for a quote of their contract, by contract. */
export class UnpricedOrders {
  readonly #waiting = new Multimap<string, Dispatched>()

  add(dispatched: Dispatched): void {
    this.#waiting.add(instrumentId(dispatched.order.contract), dispatched)
  }

  delete(dispatched: Dispatched): void {
    this.#waiting.delete(instrumentId(dispatched.order.contract), dispatched)
  }

  /** Whether any waits for a contract. Asked with every quote, when mostly nothing waits. */
  has(contract: InstrumentKey): boolean {
    return this.#waiting.size > 0 && this.#waiting.has(instrumentId(contract))
  }

  /** Takes out those that wait for a contract. */
  take(contract: InstrumentKey): Iterable<Dispatched> {
    return this.#waiting.take(instrumentId(contract))
  }

  /** All of them, as they are now. */
  get all(): readonly Dispatched[] {
    return [...this.#waiting.values()]
  }
}
