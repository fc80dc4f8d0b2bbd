import type { Paise } from '../../../../schema/money.ts'
import {
  BrokerError,
  type AccountKey,
  type AllowedChanges,
  type Answer,
  type BasketOrder,
  type BrokerFill,
  type BrokerOrder,
  type BrokerPosition,
  type ExecutionPort,
  type Funds,
  type MayLeave,
  type OrderByHand,
  type OrderChange,
  type OrderRequest,
  type OrderUpdate,
  type Placement,
  type WaitingByHand,
} from '../../port.ts'
import type { FillIncident } from './FillWatch.ts'
import type { LiveAccount } from './LiveAccount.ts'
import { LiveOrders, type LiveOrdersParts } from './LiveOrders.ts'

/** SmartAPI names no most: the least that any broker is known to allow (Zerodha's 25). */
const ALLOWED_CHANGES: AllowedChanges = { stopIntoLimit: true, most: 25 }

export interface SmartApiExecutionParts extends LiveOrdersParts {
  /** A user's connection, looked up on every call; null: there is none. */
  readonly accountOf: (userId: string) => LiveAccount | null
}

/**
 * Trades through SmartAPI, for every user with a connection of his own. Only live orders come in here: a paper one is refused, whoever sends
 * it. No order is sent twice. Its updates come from the order-status socket, and from the books at the latest; a past day has none.
 */
export class SmartApiExecution implements ExecutionPort {
  readonly #parts: SmartApiExecutionParts
  readonly #open = new Map<string, LiveOrders>()
  readonly #updateListeners = new Set<(update: OrderUpdate) => void>()
  readonly #handListeners = new Set<(account: AccountKey, order: OrderByHand) => void>()
  #isClosed = false
  readonly #incidentListeners = new Set<(incident: FillIncident, account: AccountKey) => void>()

  constructor(parts: SmartApiExecutionParts) {
    this.#parts = parts
  }

  remembers(): boolean {
    return true
  }

  allowedChanges(): AllowedChanges {
    return ALLOWED_CHANGES
  }

  onUpdate(listener: (update: OrderUpdate) => void): () => void {
    this.#updateListeners.add(listener)
    return () => this.#updateListeners.delete(listener)
  }

  onByHand(listener: (account: AccountKey, order: OrderByHand) => void): () => void {
    this.#handListeners.add(listener)
    return () => this.#handListeners.delete(listener)
  }

  waitingByHand(account: AccountKey): readonly WaitingByHand[] {
    const orders = this.#ordersOf(account)
    return orders instanceof LiveOrders ? orders.waitingByHand : []
  }

  /** Called for every reported fill that is not as it was reported: the books of the engine are wrong then, and a person must look. */
  onIncident(listener: (incident: FillIncident, account: AccountKey) => void): () => void {
    this.#incidentListeners.add(listener)
    return () => this.#incidentListeners.delete(listener)
  }

  async place(order: OrderRequest, mayLeave?: MayLeave): Promise<Placement> {
    const orders = this.#ordersOf(order.account)
    return orders instanceof LiveOrders ? orders.place(order, mayLeave) : refused(orders)
  }

  async modify(account: AccountKey, clientOrderId: string, change: OrderChange, mayLeave?: MayLeave): Promise<Answer> {
    const orders = this.#ordersOf(account)
    return orders instanceof LiveOrders ? orders.modify(clientOrderId, change, mayLeave) : refused(orders)
  }

  async cancel(account: AccountKey, clientOrderId: string, _reason?: string, mayLeave?: MayLeave): Promise<Answer> {
    const orders = this.#ordersOf(account)
    return orders instanceof LiveOrders ? orders.cancel(clientOrderId, mayLeave) : refused(orders)
  }

  async orders(account: AccountKey): Promise<readonly BrokerOrder[]> {
    return this.#connected(account).books.orders()
  }

  async fills(account: AccountKey): Promise<readonly BrokerFill[]> {
    return this.#connected(account).books.fills()
  }

  async positions(account: AccountKey): Promise<readonly BrokerPosition[]> {
    return this.#connected(account).books.positions()
  }

  async funds(account: AccountKey): Promise<Funds> {
    return this.#connected(account).funds()
  }

  async margin(account: AccountKey, basket: readonly BasketOrder[]): Promise<Paise> {
    return this.#connected(account).margin(basket)
  }

  /**
   * Ends the connections of the users that are not this node's any more, as each account is allowed three sockets and few reads, and of those
   * whose accounts were disconnected or replaced.
   */
  release(owns: (userId: string) => boolean): void {
    for (const [userId, orders] of this.#open) {
      if (owns(userId) && this.#parts.accountOf(userId) === orders.account) continue
      orders.close()
      this.#open.delete(userId)
    }
  }

  /** Ends every connection for good; orders at the broker stay there. */
  close(): void {
    this.#isClosed = true
    for (const orders of this.#open.values()) orders.close()
    this.#open.clear()
  }

  #connected(account: AccountKey): LiveOrders {
    const orders = this.#ordersOf(account)
    if (orders instanceof LiveOrders) return orders
    throw orders
  }

  /** What speaks for an account; a BrokerError when nothing may. */
  #ordersOf({ userId, mode }: AccountKey): LiveOrders | BrokerError {
    if (mode !== 'LIVE') return new BrokerError('refused', 'a paper order must not reach a broker')
    if (this.#isClosed) return new BrokerError('refused', 'the connections to the broker are closed')
    const account = this.#parts.accountOf(userId)
    const open = this.#open.get(userId)
    if (open && open.account === account) return open
    open?.close()
    this.#open.delete(userId)
    if (!account) return new BrokerError('auth', 'no broker is connected')
    const orders = new LiveOrders(userId, account, this.#parts, {
      report: (update) => this.#updateListeners.forEach((listener) => listener(update)),
      onIncident: (incident) => this.#incidentListeners.forEach((listener) => listener(incident, { userId, mode })),
      onByHand: (order) => this.#handListeners.forEach((listener) => listener({ userId, mode }, order)),
    })
    this.#open.set(userId, orders)
    orders.open()
    return orders
  }
}

function refused({ message }: BrokerError) {
  return { kind: 'refused', code: null, message } as const
}
