import { paise } from '../../schema/money.ts'
import type { OrderUpdate } from '../broker/port.ts'
import type { Booked, TriedExit } from '../trading/floor/TradeRecords.ts'
import type { Order } from '../trading/orders/orders.ts'
import { applyUpdates, type LegUpdate } from '../trading/positions/applyUpdates.ts'
import { bookedTrade } from '../trading/positions/bookedTrade.ts'
import { afterFailedExit, failedExitOf } from '../trading/positions/exitTries.ts'
import { outcomeOf, type Leg, type LegOrigin } from '../trading/positions/legs.ts'
import { originOfEntry } from '../trading/positions/originOfEntry.ts'
import type { SimulatedExitsAtBroker } from './SimulatedExitsAtBroker.ts'
import type { SimulatedRecords } from './SimulatedRecords.ts'

/** The broker's updates, as `TradeStore` books them in PostgreSQL. */
export class SimulatedBooking {
  readonly #records: SimulatedRecords
  readonly #exitsAtBroker: SimulatedExitsAtBroker

  constructor(records: SimulatedRecords, exitsAtBroker: SimulatedExitsAtBroker) {
    this.#records = records
    this.#exitsAtBroker = exitsAtBroker
  }

  /** In one transaction. */
  book(updates: readonly OrderUpdate[]): Booked {
    this.#exitsAtBroker.adopt(updates)
    const byLeg = new Map<string, OrderUpdate[]>()
    const strangers: string[] = []
    for (const update of updates) {
      const order = this.#records.orderOf(update.clientOrderId)
      if (order) byLeg.set(order.legId, [...(byLeg.get(order.legId) ?? []), update])
      else strangers.push(update.clientOrderId)
    }
    const failedExits: TriedExit[] = []
    const tradeIds = new Set(updates.flatMap(({ clientOrderId }) => this.#records.orderOf(clientOrderId)?.tradeId ?? []))
    const before = new Map(
      [...tradeIds].map((id) => [id, { legs: this.#records.legsOfTrade(id), orders: this.#records.ordersOfTrade(id) }]),
    )
    const legUpdates = [...byLeg].map(([legId, ofLeg]) => this.#bookOf(legId, ofLeg, failedExits))
    const changes = [...before].flatMap(([tradeId, trade]) => {
      const booked = bookedTrade(
        trade,
        legUpdates.filter(({ legId }) => this.#records.ordersOfTrade(tradeId).some((order) => order.legId === legId)),
      )
      if (!booked) return []
      this.#records.trades.set(tradeId, booked.summary)
      return { tradeId, userId: booked.summary.userId, change: booked.change }
    })
    return { legUpdates, changes, failedExits, strangers, left: [] }
  }

  #bookOf(legId: string, updates: readonly OrderUpdate[], failedExits: TriedExit[]): LegUpdate {
    const leg = this.#records.legOf(legId)
    const orders = this.#records.ordersOfLeg(legId)
    const bookable = { origin: leg ?? this.#originOf(orders), leg, orders }
    const legUpdate = applyUpdates(this.#records.rules, bookable, updates, this.#records.knownFills)
    const failed = failedExitOf(bookable, legUpdate, updates.at(-1)?.at ?? 0)
    if (failed) {
      const tries = afterFailedExit(this.#records.exitTries.get(legId) ?? null, failed)
      this.#records.exitTries.set(legId, tries)
      failedExits.push({ legId, tries })
    }
    const firstFillOf = (id: string) => legUpdate.fills.find(({ orderId }) => orderId === id)?.filledAt ?? null
    for (const { id, status, filledQuantity, filledValue } of legUpdate.orders) {
      const order = orders.find((each) => each.id === id)!
      this.#records.storeOrder({ ...order, status, filledQuantity, filledValue, firstFillAt: order.firstFillAt ?? firstFillOf(id) })
    }
    for (const fill of legUpdate.fills) this.#records.storeFill(fill)
    if (legUpdate.leg && legUpdate.change) {
      const { userId } = legUpdate.leg
      this.#records.realised.set(userId, paise(this.#records.realisedOf(userId) + netOf(legUpdate.leg) - netOf(leg)))
      this.#records.storeLeg(legUpdate.leg)
    }
    return legUpdate
  }

  #originOf(orders: readonly Order[]): LegOrigin {
    const entry = orders.find((order) => order.purpose === 'ENTRY')
    const signal = entry && this.#records.signalOf(entry.signalId)
    if (!signal) throw new RangeError('a leg without an entry of a signal')
    return originOfEntry(entry, { market: 'simulation', index: signal.index, side: signal.side })
  }
}

function netOf(leg: Leg | null): number {
  return leg?.closing ? outcomeOf(leg).net : 0
}
