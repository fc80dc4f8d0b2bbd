import { paise } from '../../schema/money.ts'
import type { OrderUpdate } from '../broker/port.ts'
import type { ExitAtBroker } from '../trading/protection/ExitAtBroker.ts'
import { pieceOfFill } from '../trading/protection/pieceOfFill.ts'
import { isLive, type SimulatedRecords } from './SimulatedRecords.ts'

/** What closes legs at the broker and is no order yet, as `TradeStore` keeps it in PostgreSQL. Every call is one transaction. */
export class SimulatedExitsAtBroker {
  readonly #records: SimulatedRecords

  constructor(records: SimulatedRecords) {
    this.#records = records
  }

  keepExitAtBroker(exit: ExitAtBroker): boolean {
    if (!this.#records.isOpenLeg(exit.legId)) return false
    this.#records.exitsAtBroker.set(exit.clientOrderId, exit)
    return true
  }

  resizeExitAtBroker(clientOrderId: string, quantity: number): boolean {
    const exit = this.#records.exitsAtBroker.get(clientOrderId)
    if (!exit) return false
    this.#records.exitsAtBroker.set(clientOrderId, { ...exit, quantity })
    return true
  }

  takeStop(orderId: string, clientOrderId: string, quantity: number): boolean {
    const stop = this.#records.exitsAtBroker.get(clientOrderId)
    const [exit] = this.#records.ordersWith([orderId])
    if (!stop || !exit || !isLive(exit) || exit.filledQuantity > 0 || this.#records.orderOf(clientOrderId)) return false
    this.#records.exitsAtBroker.delete(clientOrderId)
    this.#records.storeOrder({ ...exit, clientOrderId, quantity })
    return true
  }

  endExitsAtBroker(clientOrderIds: readonly string[]): void {
    for (const id of clientOrderIds) this.#records.exitsAtBroker.delete(id)
  }

  bookedByHand(fillId: string): number {
    let units = 0
    for (;;) {
      const part = this.#records.unitsOfFill(pieceOfFill(fillId, units))
      if (part === null) return units
      units += part
    }
  }

  exitsAtBroker(): readonly ExitAtBroker[] {
    return [...this.#records.exitsAtBroker.values()].filter(({ clientOrderId }) => clientOrderId.startsWith('S'))
  }

  /** Those that a first fill makes exit orders of their legs, before it is booked. */
  adopt(updates: readonly OrderUpdate[]): void {
    for (const { type, clientOrderId, at } of updates) {
      const exit = this.#records.exitsAtBroker.get(clientOrderId)
      const leg = exit && this.#records.legOf(exit.legId)
      if (type !== 'filled' || !leg || this.#records.orderOf(clientOrderId)) continue
      const { tradeId, userId, subscriptionId, strategyId, mode, contract } = leg
      this.#records.storeOrder({
        ...{ id: this.#records.newId(), clientOrderId, userId, subscriptionId, strategyId, tradeId, legId: leg.id, mode, contract },
        ...{ side: exit.side, quantity: exit.quantity, filledQuantity: 0, filledValue: paise(0), firstFillAt: null },
        ...{ status: 'SUBMITTED', intendedAt: at, purpose: 'EXIT', exitReason: exit.reason },
      })
    }
  }
}
