import type { Logger } from 'pino'
import type { MarketRules, Session } from '../../../schema/market/MarketRules.ts'
import type { Instant } from '../../../schema/time.ts'
import { beginSpan } from '../../../schema/tracing/spans.ts'
import type { LegUpdate } from '../positions/applyUpdates.ts'
import { FailedExits } from './FailedExits.ts'
import type { JobQueue } from '../../runtime/JobQueue.ts'
import type { OpenLeg } from '../positions/legs.ts'
import type { ExitRequest, OpenLegs } from '../positions/OpenLegs.ts'
import type { ExitOrder, Order } from '../orders/orders.ts'
import { tellExits } from './tellExits.ts'
import type { OrdersUnderWay } from './OrdersUnderWay.ts'
import type { TradeRecords, TriedExit } from './TradeRecords.ts'

/** Why an exit is withdrawn. */
const NOTHING_LEFT = 'there is nothing left for it to close'
/** Why an entry is cancelled. */
const BEING_CLOSED = 'its trade is being closed'

export interface ExitLaneParts {
  readonly records: Pick<TradeRecords, 'submitExits' | 'requestedExits' | 'expire'>
  readonly queue: JobQueue
  /** For exits only: no job in `queue` holds them up. */
  readonly lane: JobQueue
  /** Entries included. */
  readonly orders: Pick<OrdersUnderWay, 'get' | 'values'>
  /** Sends exits that were committed as submitted. */
  readonly send: (exits: readonly ExitOrder[]) => void
  /** Cancels an order: it stays in `orders` until it has ended. */
  readonly cancel: (order: Order, reason: string) => void
  /** Whether the broker may still fill an order without a report: it keeps it beyond this process, and has not filled all of it. */
  readonly mayRest: (order: Order) => boolean
  /** An order is done: it leaves `orders`. */
  readonly end: (order: Order) => void
  readonly isOpen: (legId: string) => boolean
  /** Whether a leg may be closed for a reason: a trade that was let go is closed only when a person orders it. */
  readonly mayClose: (request: Pick<ExitRequest, 'legId' | 'reason'>) => boolean
  /** Whether a leg must wait until other legs of its position are closed. */
  readonly isBehind: (request: ExitRequest) => boolean
  /** Cancels everything still to be opened of a leg's position. */
  readonly cancelEntries: (request: ExitRequest, reason: string) => void
  readonly log: Pick<Logger, 'info'>
}

/**
 * Closes legs, each by one exit at a time. Exits wanted at the same moment share a transaction; one is retried when it failed or its leg
 * was being written. Tracks which legs have an exit under way; the database decides what is sold.
 */
export class ExitLane {
  readonly #parts: ExitLaneParts
  /** Legs whose exit is under way or waiting for a retry: never two per leg. */
  readonly #exiting = new Set<string>()
  /** How many exit orders are live, by leg. */
  readonly #live = new Map<string, number>()
  readonly #failed = new FailedExits()
  /** Exits waiting for their turn in the lane; they go out together. */
  readonly #wanted: ExitRequest[] = []
  /** Exits of legs that were being written when they were due. */
  #busy: readonly ExitRequest[] = []
  /** Exits that wait for other legs of their positions, by leg. */
  readonly #behind = new Map<string, ExitRequest>()
  /** Exit orders that are being withdrawn, until the books know it. */
  readonly #withdrawn = new Set<string>()
  /** Legs closed while the lane waits for an answer. */
  readonly #closedMeanwhile = new Set<string>()

  constructor(parts: ExitLaneParts) {
    this.#parts = parts
  }

  /** Legs whose exit is under way or waiting for a retry. */
  get exiting(): ReadonlySet<string> {
    return this.#exiting
  }

  /** Whether an exit order of a leg is live. */
  isUnderWay(legId: string): boolean {
    return this.#live.has(legId)
  }

  /** Whether an exit order is being withdrawn: it is not sent again, although the books still have it open. */
  isWithdrawn(orderId: string): boolean {
    return this.#withdrawn.has(orderId)
  }

  /** Closes legs that are not in `exiting`, when it is their turn in the lane. */
  close(asked: readonly ExitRequest[]): void {
    // Nearly every quote asks for none.
    if (asked.length === 0) return
    const requests = this.#firstOf(asked)
    if (requests.length === 0) return
    for (const { legId } of requests) this.#exiting.add(legId)
    this.#wanted.push(...requests)
    if (this.#wanted.length > requests.length) return
    let batch: readonly ExitRequest[] = []
    void this.#parts.lane
      .add('exit legs', async () => {
        if (batch.length === 0) batch = this.#wanted.splice(0)
        await this.closeNow(batch)
      })
      .then((outcome) => {
        if (outcome === 'abandoned') for (const { legId } of batch) this.#exiting.delete(legId)
      })
  }

  /**
   * The same at once, for the lane's holder. A partly filled leg is sold as far as it was bought; the rest of its entry is cancelled
   * first.
   */
  async closeNow(asked: readonly ExitRequest[]): Promise<void> {
    const requests = this.#firstOf(asked)
    if (requests.length === 0) return
    const { records, orders, send, cancel, cancelEntries, log } = this.#parts
    const closing = new Set(requests.map(({ legId }) => legId))
    for (const order of orders.values()) if (order.purpose === 'ENTRY' && closing.has(order.legId)) cancel(order, BEING_CLOSED)
    for (const request of requests) cancelEntries(request, BEING_CLOSED)
    this.#closedMeanwhile.clear()
    const endSpan = beginSpan()
    const { exits, busy } = await records.submitExits(requests)
    tellExits(exits, requests, endSpan, log)
    send(exits.filter(({ legId }) => !this.#closedMeanwhile.has(legId)))
    this.#withdraw(exits.filter(({ legId }) => this.#closedMeanwhile.has(legId)))
    this.#busy = [...this.#busy, ...requests.filter(({ legId }) => busy.includes(legId))]
    // A leg that needed no exit stays free for the next trigger, unless one is under way already.
    const submitted = new Set(exits.map(({ legId }) => legId))
    for (const legId of closing) if (!submitted.has(legId) && !busy.includes(legId) && !this.#live.has(legId)) this.#exiting.delete(legId)
  }

  /** Closes the legs that waited for legs now closed. */
  closeBehind(): void {
    const requests = [...this.#behind.values()].filter((request) => !this.#parts.isBehind(request))
    for (const { legId } of requests) this.#behind.delete(legId)
    this.close(requests)
  }

  /** Those that may close now; others wait, and some may not close at all. */
  #firstOf(requests: readonly ExitRequest[]): readonly ExitRequest[] {
    const { mayClose, isBehind, cancelEntries } = this.#parts
    return requests.filter((request) => {
      if (!mayClose(request)) {
        this.leave(request.legId)
        return false
      }
      if (!isBehind(request)) return true
      this.#behind.set(request.legId, request)
      this.#exiting.add(request.legId)
      cancelEntries(request, BEING_CLOSED)
      return false
    })
  }

  /** Retries the exits of legs that a booking was writing. */
  closeBusy(): void {
    const requests = this.#busy
    this.#busy = []
    this.close(requests)
  }

  /** Retries the failed exits that are due. */
  retryDue(now: Instant, session: Session, rules: MarketRules, legs: OpenLegs): void {
    this.close(this.#failed.takeDue(now, session, rules, legs))
  }

  /** Retries closing any of these legs that were left to their owners. `now`: market time, within the session. */
  retryHandedOver(legs: readonly Pick<OpenLeg, 'id'>[], now: Instant): void {
    this.close(this.#failed.takeHandedOver(legs, now))
  }

  /** Exits that people requested and that are not under way: they may request one again for legs left to them. `now`: market time. */
  async requested(now: Instant): Promise<readonly ExitRequest[]> {
    const isFree = (legId: string) => !this.#exiting.has(legId) || this.#failed.isHandedOver(legId)
    const requested = (await this.#parts.records.requestedExits()).filter(({ legId }) => isFree(legId))
    for (const { legId } of requested) {
      this.#failed.delete(legId)
      // Until its exit is committed: if that fails, it is requested still.
      this.#exiting.delete(legId)
    }
    return requested.map((request) => ({ ...request, at: now }))
  }

  /**
   * A late fill may have sold what another exit was about to sell. That exit ends: it would block its leg and be resent at every start. One
   * that may rest at the broker is cancelled and ends when it confirms; until then it may be filled.
   */
  withdrawNeedless(legUpdates: readonly LegUpdate[]): void {
    const closed = new Set(legUpdates.flatMap(({ change, legId }) => (change === 'closed' ? legId : [])))
    const alarms = legUpdates.flatMap((legUpdate) => legUpdate.alarms)
    const oversold = new Set(alarms.flatMap(({ kind, clientOrderId }) => (kind === 'POSITION_ALREADY_CLOSED' ? clientOrderId : [])))
    if (closed.size + oversold.size === 0) return
    this.#callBack(({ legId, clientOrderId }) => closed.has(legId) || oversold.has(clientOrderId))
  }

  /** The same after a restart, for the exits of legs no longer open. */
  withdrawLeft(isOpen: (legId: string) => boolean): void {
    this.#callBack(({ legId }) => !isOpen(legId))
  }

  #callBack(isNeedless: (exit: Order) => boolean): void {
    const { orders, cancel, end, mayRest } = this.#parts
    const needless = [...orders.values()].filter((order) => order.purpose === 'EXIT' && isNeedless(order))
    const over = needless.filter((order) => !mayRest(order))
    for (const order of needless) cancel(order, NOTHING_LEFT)
    for (const order of over) end(order)
    this.#withdraw(over)
  }

  #withdraw(exits: readonly Order[]): void {
    if (exits.length === 0) return
    const { records, queue } = this.#parts
    const ids = exits.map(({ id }) => id)
    for (const id of ids) this.#withdrawn.add(id)
    void queue
      .add('withdraw exits', () => records.expire(ids, NOTHING_LEFT))
      .then(() => {
        for (const id of ids) this.#withdrawn.delete(id)
        for (const exit of exits) this.#closeRest(exit)
      })
  }

  /** An exit that was withdrawn has not sold its leg: what is left of that is closed with the next beat. */
  #closeRest(order: Order): void {
    if (order.purpose !== 'EXIT' || this.#exiting.has(order.legId) || !this.#parts.isOpen(order.legId)) return
    this.onFailed({ legId: order.legId, tries: { reason: order.exitReason, failures: 1, retryAt: order.intendedAt } })
  }

  /** An exit is on its way. */
  onSent({ legId }: Order): void {
    this.#exiting.add(legId)
    this.#failed.delete(legId)
    this.#live.set(legId, (this.#live.get(legId) ?? 0) + 1)
  }

  /** An exit has ended. If it did not sell the whole leg, the next trigger may close the rest. */
  onEnded({ legId }: Order): void {
    const others = (this.#live.get(legId) ?? 1) - 1
    if (others > 0) {
      this.#live.set(legId, others)
      return
    }
    this.#live.delete(legId)
    this.#exiting.delete(legId)
  }

  /** An exit cannot be sent: the next trigger may close its leg. */
  onUnsendable({ legId }: Order): void {
    this.#exiting.delete(legId)
  }

  /** No exit of a leg is wanted any more, except one that is under way. */
  leave(legId: string): void {
    this.#failed.delete(legId)
    this.#behind.delete(legId)
    if (!this.#live.has(legId)) this.#exiting.delete(legId)
  }

  /** The exit of an open leg has failed: schedules a retry, if it may still close. */
  onFailed(failed: TriedExit): void {
    if (!this.#parts.mayClose({ legId: failed.legId, reason: failed.tries.reason })) return
    this.#failed.add(failed)
    this.#exiting.add(failed.legId)
  }

  /** A leg is closed. */
  onClosed(legId: string): void {
    this.#exiting.delete(legId)
    this.#failed.delete(legId)
    this.#behind.delete(legId)
    this.#closedMeanwhile.add(legId)
  }
}
