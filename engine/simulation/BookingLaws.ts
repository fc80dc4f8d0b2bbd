import { totalCharges } from '../../schema/market/charges.ts'
import { paise } from '../../schema/money.ts'
import { istDate } from '../../schema/time.ts'
import type { Fill } from '../trading/positions/applyUpdates.ts'
import { outcomeOf, type Leg } from '../trading/positions/legs.ts'
import type { Evidence } from './Evidence.ts'
import { netOf } from './positionLaws.ts'
import { sum } from './sum.ts'

/** What must hold for fills, and for the orders, legs and accounts they are booked to: all are computed from the fills anew, by independent code. */
export class BookingLaws {
  readonly #evidence: Evidence
  readonly #fillIds = new Set<string>()

  constructor(evidence: Evidence) {
    this.#evidence = evidence
  }

  onFill(fill: Fill): void {
    const { rows, violations } = this.#evidence
    const order = rows.orderOf(fill.orderId)
    if (!order) return violations.add('I1', `fill ${fill.id} of an order that was never committed`)
    if (this.#fillIds.has(fill.id)) violations.add('I2', `fill ${fill.id} booked twice`)
    this.#fillIds.add(fill.id)
    if (fill.quantity % order.contract.lotSize !== 0) violations.add('I4', `fill ${fill.id} is of ${fill.quantity} units`)
    rows.putFill(fill, order.legId)
  }

  checkLeg(leg: Leg): void {
    this.#replay(leg)
    this.#checkRealised(leg.userId)
  }

  /** Every table against the ledger, at a restart and at the day's end. */
  checkTables(): void {
    const { records, rows, violations } = this.#evidence
    for (const leg of records.legs) this.#replay(leg)
    for (const order of records.orders) {
      const fills = rows.fillsOf(order.legId).filter(({ orderId }) => orderId === order.id)
      if (sum(fills, ({ quantity }) => quantity) !== order.filledQuantity || sum(fills, valueOf) !== order.filledValue)
        violations.add('I3', `order ${order.clientOrderId} says ${order.filledQuantity} units, its fills say otherwise`)
    }
  }

  #replay(leg: Leg): void {
    const { rows, violations } = this.#evidence
    const fills = rows.fillsOf(leg.id)
    const purposeOf = ({ orderId }: Fill) => rows.orderOf(orderId)?.purpose
    const opened = fills.filter((fill) => purposeOf(fill) === 'ENTRY')
    const closed = fills.filter((fill) => purposeOf(fill) === 'EXIT')
    const quantity = sum(opened, (fill) => fill.quantity)
    const exitQuantity = sum(closed, (fill) => fill.quantity)
    const entered = sum(opened, valueOf)
    const exited = sum(closed, valueOf)
    if (quantity !== leg.quantity || exitQuantity !== leg.exitQuantity || entered !== leg.entryValue || exited !== leg.exitValue)
      violations.add('I3', `leg ${leg.id} differs from its fills`)
    if (exitQuantity > quantity) violations.add('I4', `leg ${leg.id} closed ${exitQuantity} of ${quantity}`)
    if ((leg.closing !== null) !== (exitQuantity === quantity))
      violations.add('I4', `leg ${leg.id} is closed with ${quantity - exitQuantity} units left`)
    if (sum(fills, (fill) => fill.charges) !== leg.charges || this.#chargesOf(fills) !== leg.charges)
      violations.add('I5', `charges of leg ${leg.id} are ${leg.charges}, its orders cost ${this.#chargesOf(fills)}`)
    if (leg.closing && outcomeOf(leg).net !== netOf(leg)) violations.add('I5', `net of leg ${leg.id} is not sales − purchases − charges`)
    for (const { orderId } of fills) {
      const order = rows.orderOf(orderId)
      if (order && (order.side === leg.side) !== (order.purpose === 'ENTRY'))
        violations.add('I4', `order ${order.clientOrderId} of a leg that was ${leg.side} is ${order.side}`)
    }
  }

  #chargesOf(fills: readonly Fill[]): number {
    const { rules, rows } = this.#evidence
    const ofOrders = [...new Set(fills.map(({ orderId }) => orderId))].flatMap((id) => {
      const order = rows.orderOf(id)
      const ofOrder = fills.filter(({ orderId }) => orderId === id)
      const first = ofOrder[0]
      if (!order || !first) return []
      const { exchange, expiry } = order.contract
      const side = rules.billedSide(order.side, expiry, first.filledAt)
      return rules.chargesFor({ side, exchange, value: paise(sum(ofOrder, valueOf)), date: istDate(first.filledAt) })
    })
    return totalCharges(...ofOrders)
  }

  #checkRealised(userId: string): void {
    const { rows, records, violations } = this.#evidence
    const net = rows.netOfClosed(userId)
    if (net !== records.realisedOf(userId))
      violations.add('I5', `user ${userId} realised ${net}, the account says ${records.realisedOf(userId)}`)
  }
}

function valueOf({ quantity, price }: Fill): number {
  return quantity * price
}
