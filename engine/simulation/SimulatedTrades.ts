import { paise, type Paise } from '../../schema/money.ts'
import type { Reentered, RefusedEntries, RefuseReentry, TriedExit } from '../trading/floor/TradeRecords.ts'
import { clientOrderIdOf, type EntryOrder, type ExitOrder, type Order } from '../trading/orders/orders.ts'
import { largestOrder, slicesOf } from '../../schema/market/orderSlices.ts'
import { isOpen, type Leg } from '../trading/positions/legs.ts'
import { openQuantityOf } from '../trading/orders/openQuantityOf.ts'
import { oppositeOf } from '../../schema/trading/OrderSide.ts'
import type { ExitRequest } from '../trading/positions/OpenLegs.ts'
import type { Reentry } from '../trading/positions/OpenPositions.ts'
import { reentryOrders } from '../trading/positions/reentryOrders.ts'
import { summaryOf } from '../trading/positions/summaryOf.ts'
import type { SimulatedAccounts } from './SimulatedAccounts.ts'
import { isLive, type SimulatedRecords } from './SimulatedRecords.ts'

/** What is open and ordered, as `TradeStore` writes it to PostgreSQL. Every call is one transaction. */
export class SimulatedTrades {
  readonly #records: SimulatedRecords
  readonly #accounts: SimulatedAccounts

  constructor(records: SimulatedRecords, accounts: SimulatedAccounts) {
    this.#records = records
    this.#accounts = accounts
  }

  heldLegs(): readonly Leg[] {
    return [...this.#records.legs].filter(({ tradeId }) => this.#records.isRunning(tradeId))
  }

  openOrders(): readonly Order[] {
    return [...this.#records.orders].filter(isLive)
  }

  requestedExits(): readonly Pick<ExitRequest, 'legId' | 'reason'>[] {
    const entering = [...this.#records.orders].filter(
      (order) => order.purpose === 'ENTRY' && isLive(order) && !this.#records.legOf(order.legId),
    )
    const running = [...this.#records.legs].filter(({ id }) => this.#records.isOpenLeg(id) && !this.#records.hasLiveExit(id))
    const legs = new Map([
      ...running.map(({ id, tradeId }) => [id, tradeId] as const),
      ...entering.map(({ legId, tradeId }) => [legId, tradeId] as const),
    ])
    return [...legs].flatMap(([legId, tradeId]) => {
      const reason = this.#records.exitRequests.get(tradeId)
      return reason && this.#records.isRunning(tradeId) ? { legId, reason } : []
    })
  }

  markSubmitted(orderIds: readonly string[]): readonly string[] {
    const intents = this.#records.ordersWith(orderIds).filter(({ status }) => status === 'INTENT')
    const stopped = (order: Order) => order.purpose === 'ENTRY' && this.#records.kills.widestFor(order) !== null
    for (const order of intents) this.#records.storeOrder({ ...order, status: stopped(order) ? 'CANCELLED' : 'SUBMITTED' })
    return intents.filter((order) => !stopped(order)).map(({ id }) => id)
  }

  expire(orderIds: readonly string[]): void {
    for (const order of this.#records.ordersWith(orderIds).filter(isLive)) this.#records.storeOrder({ ...order, status: 'EXPIRED' })
  }

  refuseEntries(refused: readonly RefusedEntries[]): void {
    const { denials } = this.#records
    for (const { entries, denial } of refused) {
      const intents = this.#records.ordersWith(entries.map(({ id }) => id)).filter(({ status }) => status === 'INTENT')
      for (const order of intents) this.#records.storeOrder({ ...order, status: 'EXPIRED' })
      if (intents.length > 0) denials.set(denial.reason, (denials.get(denial.reason) ?? 0) + 1)
    }
  }

  submitExits(requests: readonly ExitRequest[]): { readonly exits: readonly ExitOrder[]; readonly busy: readonly string[] } {
    const exits = requests.flatMap(({ legId, reason, at }) => {
      const leg = this.#records.legOf(legId)
      if (!leg || !isOpen(leg) || openQuantityOf(leg) === 0 || this.#records.hasLiveExit(legId)) return []
      const { tradeId, userId, subscriptionId, strategyId, mode, contract } = leg
      const largest = largestOrder(this.#records.freezeAt(at)(contract.index), contract.lotSize)
      return slicesOf(openQuantityOf(leg), largest).map((quantity): ExitOrder => {
        const id = this.#records.newId()
        const exit: ExitOrder = {
          ...{ id, clientOrderId: clientOrderIdOf('EXIT', id), userId, subscriptionId, strategyId, tradeId, legId, mode, contract },
          ...{ side: oppositeOf(leg.side), quantity, filledQuantity: 0, filledValue: paise(0) },
          ...{ status: 'SUBMITTED', intendedAt: at, purpose: 'EXIT', exitReason: reason },
        }
        this.#records.storeOrder({ ...exit, firstFillAt: null })
        return exit
      })
    })
    return { exits, busy: [] }
  }

  shrinkExit(orderId: string, quantity: number): boolean {
    const [order] = this.#records.ordersWith([orderId])
    if (order?.purpose !== 'EXIT' || !isLive(order) || order.filledQuantity > 0 || order.quantity < quantity) return false
    this.#records.storeOrder({ ...order, quantity })
    return true
  }

  exitTries(): readonly TriedExit[] {
    return [...this.#records.exitTries].filter(([legId]) => this.#records.isOpenLeg(legId)).map(([legId, tries]) => ({ legId, tries }))
  }

  moveStops(stops: readonly { readonly legId: string; readonly stop: Paise }[]): void {
    for (const { legId, stop } of stops) {
      const leg = this.#records.legOf(legId)
      if (leg && isOpen(leg) && leg.stop !== null && (leg.terms.position || stop > leg.stop)) this.#records.storeLeg({ ...leg, stop })
    }
  }

  lockedProfits(): ReadonlyMap<string, Paise> {
    return new Map([...this.#records.locks].filter(([tradeId]) => this.#records.isRunning(tradeId)))
  }

  keepLocks(locks: readonly { readonly tradeId: string; readonly kept: Paise }[]): void {
    const { locks: stored } = this.#records
    for (const { tradeId, kept } of locks)
      if (this.#records.isRunning(tradeId)) stored.set(tradeId, paise(Math.max(kept, stored.get(tradeId) ?? kept)))
  }

  reenter(reentries: readonly Reentry[], refuse: RefuseReentry): Reentered {
    const refused = reentries.flatMap(({ first, at }) => {
      const user = this.#records.users.find(({ id }) => id === first.userId)
      const denial = user ? refuse(first, this.#accounts.accountOf(user, at)) : null
      return denial ? { first, denial } : []
    })
    const allowed = reentries.filter(({ first }) => refused.every((each) => each.first !== first))
    return { entries: this.#reopen(allowed), refused }
  }

  #reopen(reentries: readonly Reentry[]): readonly EntryOrder[] {
    return reentries.flatMap((reentry) => {
      const { tradeId, terms } = reentry.first
      const entries = this.#records.ordersOfTrade(tradeId).filter((order) => order.purpose === 'ENTRY')
      const ofLeg = entries.filter((entry) => entry.terms.position?.leg === terms.position?.leg)
      const allowed = terms.position?.rule.legs[terms.position.leg]?.reentries ?? 0
      const isSpent = new Set(ofLeg.map(({ legId }) => legId)).size > allowed
      const [first] = entries
      const isStopped = !first || this.#records.exitRequests.has(tradeId) || this.#records.kills.widestFor(first) !== null
      if (isStopped || ofLeg.some(isLive) || isSpent || !this.#records.isRunning(tradeId)) return []
      const orders = reentryOrders(reentry, first.signalId, this.#records.newId, this.#records.freezeAt(reentry.at))
      for (const order of orders) this.#records.storeOrder({ ...order, firstFillAt: null })
      return orders
    })
  }

  endTrades(tradeIds: readonly string[], onlyRequested: boolean): readonly string[] {
    return tradeIds.filter((tradeId) => {
      const [first, ...others] = this.#records.legsOfTrade(tradeId)
      if (!first || !this.#records.isRunning(tradeId) || (onlyRequested && !this.#records.exitRequests.has(tradeId))) return false
      if (this.#records.ordersOfTrade(tradeId).some(isLive) || [first, ...others].some(isOpen)) return false
      this.#records.trades.set(tradeId, summaryOf([first, ...others], true))
      return true
    })
  }
}
