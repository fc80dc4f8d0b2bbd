import type { Logger } from 'pino'
import type { Instant } from '../../../schema/time.ts'
import type { OptionContract } from '../../broker/port.ts'
import { failpoint } from '../../runtime/failpoint.ts'
import { BESIDE_STORING, inTurns } from '../orders/inTurns.ts'
import type { EntryOrder, ExitOrder, Order } from '../orders/orders.ts'
import { isFreshQuote, withoutQuote } from '../orders/quoteAge.ts'
import type { RefusedEntries, TradeRecords } from './TradeRecords.ts'

export interface OrderSubmissionParts {
  readonly records: Pick<TradeRecords, 'expire' | 'refuseEntries' | 'markSubmitted'>
  /** Whether the broker remembers an order that was sent before a restart. */
  readonly remembers: (order: Order) => boolean
  /** Whether an order is on its way and its outcome will be reported, or is to be booked. */
  readonly isUnderWay: (order: Order) => boolean
  /** Real milliseconds since the last quote of an option came; null: none came. */
  readonly quoteAgeOf: (contract: OptionContract) => number | null
  /** Whether a leg of a position was opened, or its entry is on its way. */
  readonly isBegun: (tradeId: string) => boolean
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

/**
 * Turns committed intents into submitted orders and sends each once; drops entries that are too old or stopped by a kill switch, and
 * positions of which a leg has no fresh quote before their first leg is sent.
 */
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
    const refused = await this.#refuseUnquoted(orders)
    const unknown = this.#sendable(orders.filter((order) => !refused.has(order)))
    const stale = await this.#giveUpStale(unknown, now)
    const given = [...refused, ...stale]
    const gone = new Set(given)
    const fresh = unknown.filter((order) => !gone.has(order))
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

  /** Gives up positions that are not begun and of which a leg has no fresh quote: one leg without the others is sold again at a loss. */
  async #refuseUnquoted(orders: readonly Order[]): Promise<ReadonlySet<Order>> {
    const { records, quoteAgeOf, isBegun, log } = this.#parts
    const positions = new Map<string, [EntryOrder, ...EntryOrder[]]>()
    const sent = new Set(orders.flatMap(({ status, tradeId }) => (status === 'INTENT' ? [] : tradeId)))
    for (const order of orders) {
      if (order.purpose === 'EXIT' || !order.terms.position || sent.has(order.tradeId) || isBegun(order.tradeId)) continue
      const known = positions.get(order.tradeId)
      if (known) known.push(order)
      else positions.set(order.tradeId, [order])
    }
    const refused = [...positions.values()].flatMap((entries): RefusedEntries[] => {
      const unquoted = entries.find(({ contract }) => !isFreshQuote(quoteAgeOf(contract)))
      if (!unquoted) return []
      const { contract, terms } = unquoted
      return [{ entries, denial: withoutQuote({ leg: terms.position?.leg ?? 0, strike: contract.strike, ageMs: quoteAgeOf(contract) }) }]
    })
    if (refused.length === 0) return new Set()
    await records.refuseEntries(refused)
    for (const { entries, denial } of refused.slice(0, 50))
      log.warn({ tradeId: entries[0].tradeId, denial }, 'a position was not begun: one of its legs has no fresh quote')
    return new Set(refused.flatMap(({ entries }) => entries))
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
    const unknown = orders.filter((order) => !this.#parts.isUnderWay(order))
    const intended = unknown.filter((order) => order.purpose === 'ENTRY').filter(({ status }) => status === 'INTENT')
    const now = new Set(this.#parts.take(intended).map(({ id }) => id))
    return unknown.filter((order) => order.purpose === 'EXIT' || order.status !== 'INTENT' || now.has(order.id))
  }
}
