import { MINUTE, type Instant } from '../../schema/time.ts'
import type { OrderRequest, OrderUpdate } from '../broker/port.ts'
import type { Kill } from '../trading/floor/TradeRecords.ts'
import type { Evidence } from './Evidence.ts'
import { isLive, type OrderRow } from './SimulatedRecords.ts'

/** The broker's limit of orders of an account at once: between two beats no time has passed for an engine. */
const ORDERS_AT_ONCE = 8
/** Of the exit of one leg; at every beat of three minutes it would be eighteen. */
const MOST_TRIES = { count: 12, within: 3 * MINUTE }

/** What must hold when an order reaches the broker: it was committed so, nothing stops it, and there are not too many. */
export class SendingLaws {
  readonly #evidence: Evidence
  /** Client order ids that ended at the broker of the engine that runs. */
  readonly #endedAtBroker = new Set<string>()
  /** How many orders the broker took since the last beat, by user; and when the exits that were sent were intended, by leg. */
  readonly #sent = new Map<string, number>()
  readonly #triedAt = new Map<string, readonly Instant[]>()
  /** The kill switches of the last step. */
  #stopped: readonly Kill[] = []

  constructor(evidence: Evidence) {
    this.#evidence = evidence
  }

  /** An order is sent. `isTaken`: the broker is not too busy for it. */
  onPlaced(request: OrderRequest, isTaken: boolean): void {
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
    if (isTaken) this.#countSent(order)
    if (order.purpose === 'EXIT') this.#countTry(order)
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
    this.#sent.clear()
  }

  /** Time moves on for the engine. */
  onBeat(): void {
    this.#sent.clear()
  }

  /** A user stopped now has no entry sent in later steps. */
  onStepEnd(): void {
    this.#stopped = this.#evidence.records.kills.inForce
  }

  #countSent({ userId }: OrderRow): void {
    const sent = (this.#sent.get(userId) ?? 0) + 1
    this.#sent.set(userId, sent)
    if (sent > ORDERS_AT_ONCE) this.#evidence.violations.add('RATE', `${sent} orders of user ${userId} at once`)
  }

  #countTry({ legId, intendedAt }: OrderRow): void {
    const { world, violations } = this.#evidence
    const tries = (this.#triedAt.get(legId) ?? []).filter((at) => at > world.now() - MOST_TRIES.within && at !== intendedAt)
    this.#triedAt.set(legId, [...tries, intendedAt])
    if (tries.length >= MOST_TRIES.count) violations.add('RATE', `the exit of leg ${legId} was tried ${tries.length + 1} times`)
  }
}
