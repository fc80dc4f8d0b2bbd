import { MINUTE, type Instant } from '../../schema/time.ts'
import type { OrderRequest, OrderUpdate } from '../broker/port.ts'
import type { Kill } from '../trading/floor/TradeRecords.ts'
import type { Evidence } from './Evidence.ts'
import { isLive, type OrderRow } from './SimulatedRecords.ts'

/** The broker's limit of orders of an account at once. */
const ORDERS_A_SECOND = 8
/** Of the exit of one leg; at every beat of three minutes it would be eighteen. */
const MOST_TRIES = { count: 12, within: 3 * MINUTE }

/** What must hold when an order reaches the broker: it was committed so, nothing stops it, and there are not too many. */
export class SendingLaws {
  readonly #evidence: Evidence
  /** Client order ids that ended at the broker of the engine that runs. */
  readonly #endedAtBroker = new Set<string>()
  /** When orders were sent, by user; and when the exits that were sent were intended, by leg. */
  readonly #sentAt = new Map<string, readonly Instant[]>()
  readonly #triedAt = new Map<string, readonly Instant[]>()
  /** The kill switches of the last step. */
  #stopped: readonly Kill[] = []

  constructor(evidence: Evidence) {
    this.#evidence = evidence
  }

  /** An order reaches the broker. */
  onPlaced(request: OrderRequest): void {
    const { records, violations } = this.#evidence
    const { clientOrderId, quantity, filledQuantity } = request
    const order = records.orderOf(clientOrderId)
    if (!order || order.status === 'INTENT') return violations.add('I1', `${clientOrderId} was sent without a committed intent`)
    if (order.quantity !== quantity || order.filledQuantity !== filledQuantity)
      violations.add('I2', `${clientOrderId} was sent with other numbers than committed`)
    const { account, contract, pricing } = request
    if (account.userId !== order.userId || account.mode !== order.mode)
      violations.add('I9', `${clientOrderId} was sent for another account`)
    if (pricing.limit <= 0 || pricing.limit % contract.tick !== 0)
      violations.add('I4', `${clientOrderId} was sent with a limit of ${pricing.limit}`)
    this.#countSent(order)
    const isStopped = (kill: Kill) => kill.scope === 'GLOBAL' || kill.scopeId === (kill.scope === 'USER' ? order.userId : order.strategyId)
    const inForce = records.kills.inForce.filter((kill) => this.#stopped.includes(kill))
    if (order.purpose === 'ENTRY' && inForce.some(isStopped)) violations.add('I12', `${clientOrderId} was sent against a kill switch`)
    if (!isLive(order) || this.#endedAtBroker.has(clientOrderId)) violations.add('I2', `${clientOrderId} was sent again after its end`)
  }

  /** The broker reports an order's outcome. */
  onBrokerUpdate(update: OrderUpdate): void {
    if (update.type === 'rejected' || update.type === 'cancelled' || update.type === 'expired')
      this.#endedAtBroker.add(update.clientOrderId)
  }

  /** A new engine with a paper broker of its own, which knows no orders. */
  onRestart(): void {
    this.#endedAtBroker.clear()
    this.#sentAt.clear()
  }

  /** A user stopped now has no entry sent in later steps. */
  onStepEnd(): void {
    this.#stopped = this.#evidence.records.kills.inForce
  }

  /** Of an account at one moment, and of the exits of one leg. */
  #countSent(order: OrderRow): void {
    const { world, violations } = this.#evidence
    const now = world.now()
    const times = (this.#sentAt.get(order.userId) ?? []).filter((at) => at === now)
    this.#sentAt.set(order.userId, [...times, now])
    if (times.length >= ORDERS_A_SECOND) violations.add('RATE', `${times.length + 1} orders of user ${order.userId} at once`)
    if (order.purpose === 'ENTRY') return
    const tries = (this.#triedAt.get(order.legId) ?? []).filter((at) => at > now - MOST_TRIES.within && at !== order.intendedAt)
    this.#triedAt.set(order.legId, [...tries, order.intendedAt])
    if (tries.length >= MOST_TRIES.count) violations.add('RATE', `the exit of leg ${order.legId} was tried ${tries.length + 1} times`)
  }
}
