import type { Logger } from 'pino'
import type { Instant } from '../../../schema/time.ts'
import { failpoint } from '../../runtime/failpoint.ts'
import { BESIDE_STORING, inTurns } from '../orders/inTurns.ts'
import type { EntryOrder, ExitOrder, Order } from '../orders/orders.ts'
import type { OrdersUnderWay } from './OrdersUnderWay.ts'
import type { TradeRecords } from './TradeRecords.ts'

export interface OrderSubmissionParts {
  readonly records: Pick<TradeRecords, 'expire' | 'markSubmitted'>
  /** Whether the broker remembers an order that was sent before a restart. */
  readonly remembers: (order: Order) => boolean
  readonly orders: Pick<OrdersUnderWay, 'has'>
  /** Picks from committed entries those to send now. */
  readonly take: (entries: readonly EntryOrder[]) => readonly EntryOrder[]
  /** Sends an order; `sentBefore`: it may have been sent by an engine that ran before this one. */
  readonly send: (order: Order, sentBefore: boolean) => void
  /** An exit cannot be sent. */
  readonly onUnsendable: (exit: ExitOrder) => void
  /** Entry intents older than this, in market milliseconds, are given up. */
  readonly entryLife: () => number
  readonly log: Logger
}

/** What `mark` leaves for `send`. */
export interface MarkedOrders {
  readonly fresh: readonly Order[]
  /** Ids of the intents among them that are submitted orders now. */
  readonly sendable: ReadonlySet<string>
  /** Entries given up. */
  readonly given: readonly Order[]
}

/** Turns committed intents into submitted orders and sends each once; drops entries that are too old or stopped by a kill switch. */
export class OrderSubmission {
  readonly #parts: OrderSubmissionParts

  constructor(parts: OrderSubmissionParts) {
    this.#parts = parts
  }

  /** Returns the entries given up. After a restart, an order that was already sent comes here again. `now`: market time. */
  async submit(orders: readonly Order[], now: Instant): Promise<readonly Order[]> {
    return this.send(await this.mark(orders, now))
  }

  /** The first half of `submit`: stores that orders are on their way, and sends none. */
  async mark(orders: readonly Order[], now: Instant): Promise<MarkedOrders> {
    const unknown = this.#sendable(orders)
    const given = await this.#giveUpStale(unknown, now)
    const stale = new Set(given)
    const fresh = unknown.filter((order) => !stale.has(order))
    const intents = fresh.filter((order) => order.status === 'INTENT').map((order) => order.id)
    const sendable = new Set(intents.length > 0 ? await this.#parts.records.markSubmitted(intents) : [])
    return { fresh, sendable, given }
  }

  /** The other half. Returns the entries given up. */
  async send({ fresh, sendable, given }: MarkedOrders): Promise<readonly Order[]> {
    const { send, onUnsendable } = this.#parts
    const unsent = [...given]
    const sendOne = (order: Order) => {
      if (order.status === 'INTENT' && !sendable.has(order.id)) {
        if (order.purpose === 'EXIT') onUnsendable(order)
        else unsent.push(order)
        return
      }
      send(order, order.status !== 'INTENT')
      if (order.purpose === 'EXIT') failpoint('mid-square-off')
    }
    await inTurns(fresh, (some) => some.forEach(sendOne), BESIDE_STORING)
    return unsent
  }

  async #giveUpStale(orders: readonly Order[], now: Instant): Promise<Order[]> {
    const { records, remembers, entryLife, log } = this.#parts
    const oldest = now - entryLife()
    const neverSent = (order: Order) => order.status === 'INTENT' || !remembers(order)
    const stale = orders.filter((order) => order.purpose === 'ENTRY' && order.intendedAt < oldest && neverSent(order))
    if (stale.length === 0) return stale
    await records.expire(
      stale.map(({ id }) => id),
      'too old to be sent',
    )
    log.warn(
      { orders: stale.length, tradeIds: [...new Set(stale.map(({ tradeId }) => tradeId))].slice(0, 50) },
      'entries given up: too old to send',
    )
    return stale
  }

  /** Those not on their way yet; entries of sold legs only once the bought legs are open. */
  #sendable(orders: readonly Order[]): Order[] {
    const unknown = orders.filter(({ id }) => !this.#parts.orders.has(id))
    const intended = unknown.filter((order) => order.purpose === 'ENTRY').filter(({ status }) => status === 'INTENT')
    const now = new Set(this.#parts.take(intended).map(({ id }) => id))
    return unknown.filter((order) => order.purpose === 'EXIT' || order.status !== 'INTENT' || now.has(order.id))
  }
}
