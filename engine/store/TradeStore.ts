import type { LetGoCause } from '../trading/protection/RemovedStops.ts'
import type { TradingTransactions } from './TradingTransactions.ts'
import { publish } from '../../prisma/bus/publish.ts'
import { Prisma } from '../../prisma/generated/client.ts'
import { inTransaction, statementsOn, type Statements } from '../../prisma/inTransaction.ts'
import { unmetLiveGates } from '../../prisma/liveGates/unmetLiveGates.ts'
import type { Paise } from '../../schema/money.ts'
import type { Instant } from '../../schema/time.ts'
import type { OrderUpdate } from '../broker/port.ts'
import { failpoint } from '../runtime/failpoint.ts'
import { applyUpdates } from '../trading/positions/applyUpdates.ts'
import type { ExitRequest } from '../trading/positions/OpenLegs.ts'
import type { Order } from '../trading/orders/orders.ts'
import type { Reentry } from '../trading/positions/OpenPositions.ts'
import type { ExitAtBroker } from '../trading/protection/ExitAtBroker.ts'
import type { ClosingReport, KnownClosing } from '../trading/floor/ClosingDesk.ts'
import type { LiveIncident } from '../trading/floor/LiveIncidents.ts'
import type { Booked, Kill, Reentered, RefusedEntries, RefuseReentry, TradeRecords, TriedExit } from '../trading/floor/TradeRecords.ts'
import { isOpen, type Leg, type OpenLeg } from '../trading/positions/legs.ts'
import { closeLegsNotHeld, closeNotHeld } from './closeNotHeld.ts'
import { bookFirstFills } from './bookFirstFills.ts'
import { loadBookables } from './bookables.ts'
import { countFailedExits, failedExitsOf, findExitTries } from './exitTries.ts'
import { insertFillIncidents } from './fillIncidents.ts'
import { findRequestedExits, shrinkExit } from './exits.ts'
import {
  adoptExits,
  bookedByHand,
  endExitsAtBroker,
  findExitsAtBroker,
  insertExitAtBroker,
  resizeExitAtBroker,
  takeStop,
} from './exitsAtBroker.ts'
import { leasedPartitions } from '../cluster/heldPartitions.ts'
import { submitExits, type SubmittedExits } from './insertExits.ts'
import { findBarredUsers, findKills } from './kills.ts'
import { expireOrders, findOpenOrders, markSubmitted } from './orders.ts'
import { endTrades, findLocks, insertReentries, keepLocks } from './positions.ts'
import { refuseEntries } from './refuseEntries.ts'
import { leftLegs } from './leaveAccount.ts'
import { findLetGo, letGo } from './letGo.ts'
import { bookClosing, findClosingOrders, sendClosing, shrinkClosing } from './closingOrders.ts'
import { keepIncidents, keptIncidents } from './keepIncidents.ts'
import { keepUnresolved } from './unresolvedOrders.ts'
import { misfitsOf, refusedEntries, saveLegUpdates } from './saveLegUpdates.ts'
import { keepTaken, saveKnown } from './saveKnown.ts'
import { closeForeignTrades, findHeldLegs, moveStops } from './legs.ts'
import { setAskedLevels } from './levelChanges.ts'

/** What is open, ordered and booked, for the users this node owns. */
export class TradeStore implements TradeRecords {
  readonly #trading: TradingTransactions

  constructor(trading: TradingTransactions) {
    this.#trading = trading
  }

  async closeForeign(): Promise<{ trades: number; orders: number }> {
    return this.#trading.write(async (tx, partitions) => {
      const closed = await closeForeignTrades(tx, this.#trading.market, partitions)
      const tradeIds = closed.map(({ id }) => id)
      const isForeign = Prisma.sql`("tradeId" = ANY(${tradeIds}::uuid[])
        OR EXISTS (SELECT FROM "Signal" signal WHERE signal.id = "Order"."signalId" AND signal.market <> ${this.#trading.market}))`
      const orders = await expireOrders(tx, isForeign, partitions, 'its market was replaced by another')
      await publish(tx, ...closed.map(({ id, userId }) => ({ type: 'trade.closed' as const, tradeId: id, userId })))
      return { trades: closed.length, orders }
    })
  }

  async heldLegs(): Promise<Leg[]> {
    return findHeldLegs(this.#trading.db, this.#trading.partitions())
  }

  async openOrders(): Promise<Order[]> {
    return findOpenOrders(this.#trading.db, this.#trading.partitions())
  }

  async kills(): Promise<Kill[]> {
    return findKills(this.#trading.db)
  }

  async barredUsers(): Promise<string[]> {
    return findBarredUsers(this.#trading.db, this.#trading.partitions())
  }

  async requestedExits(): Promise<Omit<ExitRequest, 'at'>[]> {
    return findRequestedExits(this.#trading.db, this.#trading.partitions())
  }

  async markSubmitted(orderIds: readonly string[]): Promise<string[]> {
    return this.#trading.write((tx, partitions) => markSubmitted(tx, orderIds, partitions))
  }

  async expire(orderIds: readonly string[], note: string): Promise<void> {
    await this.#trading.write((tx, partitions) => expireOrders(tx, Prisma.sql`id = ANY(${[...orderIds]}::uuid[])`, partitions, note))
  }

  async refuseEntries(refused: readonly RefusedEntries[]): Promise<void> {
    await this.#trading.write((tx, partitions) => refuseEntries(tx, refused, partitions))
  }

  async submitExits(requests: readonly ExitRequest[]): Promise<SubmittedExits> {
    const submitted = await submitExits(this.#trading.exits, this.#trading.leases, requests, this.#trading.freezeAt(requests[0]?.at ?? 0))
    failpoint('after-exit-intent')
    return submitted
  }

  async shrinkExit(orderId: string, quantity: number): Promise<boolean> {
    return this.#onLane((tx, partitions) => shrinkExit(tx, orderId, quantity, partitions))
  }

  async takeStop(orderId: string, clientOrderId: string, quantity: number): Promise<boolean> {
    return this.#onLane((tx, partitions) => takeStop(tx, orderId, clientOrderId, quantity, partitions))
  }

  async keepExitAtBroker(exit: ExitAtBroker): Promise<boolean> {
    return this.#trading.write((tx, partitions) => insertExitAtBroker(tx, exit, partitions))
  }

  async resizeExitAtBroker(clientOrderId: string, quantity: number): Promise<boolean> {
    return this.#trading.write((tx, partitions) => resizeExitAtBroker(tx, clientOrderId, quantity, partitions))
  }

  async endExitsAtBroker(clientOrderIds: readonly string[]): Promise<void> {
    await this.#trading.write((tx, partitions) => endExitsAtBroker(tx, clientOrderIds, partitions))
  }

  async bookedByHand(fillId: string): Promise<number> {
    // Rejects without leases, as every read of what may change at another node.
    this.#trading.partitions()
    return bookedByHand(this.#trading.db, fillId)
  }

  async exitsAtBroker(): Promise<ExitAtBroker[]> {
    return findExitsAtBroker(this.#trading.db, this.#trading.partitions())
  }

  async lockedProfits(): Promise<Map<string, Paise>> {
    return findLocks(this.#trading.db, this.#trading.partitions())
  }

  async keepLocks(locks: readonly { readonly tradeId: string; readonly kept: Paise }[]): Promise<void> {
    await this.#trading.write((tx, partitions) => keepLocks(tx, locks, partitions))
  }

  async reenter(reentries: readonly Reentry[], refuse: RefuseReentry): Promise<Reentered> {
    return this.#trading.write(async (tx, partitions) => {
      const now = reentries[0]?.at ?? 0
      const live = reentries.flatMap(({ first }) => (first.mode === 'LIVE' ? first.subscriptionId : []))
      const unmet = live.length === 0 ? null : await unmetLiveGates(tx, live, this.#trading.allowLive, Date.now())
      const open = reentries.filter(({ first }) => first.mode === 'PAPER' || unmet?.get(first.subscriptionId)?.length === 0)
      const accounts = await this.#trading.accountsOf(
        tx,
        open.map(({ first }) => first),
        now,
      )
      const allowed: Reentry[] = []
      const refused: Reentered['refused'][number][] = []
      for (const reentry of open) {
        const { first } = reentry
        const account = accounts[first.mode].get(first.userId)
        const denial = account ? refuse(first, account) : null
        if (denial) refused.push({ first, denial })
        else allowed.push(reentry)
      }
      return { entries: await insertReentries(tx, allowed, partitions, this.#trading.freezeAt(now)), refused }
    })
  }

  async endTrades(tradeIds: readonly string[], onlyRequested: boolean): Promise<string[]> {
    return this.#trading.write(async (tx, partitions) => {
      const ended = await endTrades(tx, tradeIds, partitions, onlyRequested)
      await publish(tx, ...ended.map(({ id, userId }) => ({ type: 'trade.closed' as const, tradeId: id, userId })))
      return ended.map(({ id }) => id)
    })
  }

  async moveStops(stops: readonly { readonly legId: string; readonly stop: Paise }[]): Promise<void> {
    await this.#trading.write(async (tx, partitions) => {
      const positions = await moveStops(tx, stops, partitions)
      await publish(tx, ...positions.map(({ id, userId }) => ({ type: 'trade.changed' as const, tradeId: id, userId })))
    })
  }

  async setAskedLevels(): Promise<OpenLeg[]> {
    return this.#trading.write(async (tx, partitions) => {
      const legs = (await setAskedLevels(tx, partitions)).filter(isOpen)
      const trades = new Map(legs.map(({ tradeId, userId }) => [tradeId, userId]))
      await publish(tx, ...[...trades].map(([tradeId, userId]) => ({ type: 'trade.changed' as const, tradeId, userId })))
      return legs
    })
  }

  async exitTries(): Promise<TriedExit[]> {
    return findExitTries(this.#trading.db, this.#trading.partitions())
  }

  async book(updates: readonly OrderUpdate[]): Promise<Booked> {
    failpoint('before-booking')
    const booked = await this.#trading.write(async (tx, partitions) => {
      const {
        legUpdates: opened,
        changes: openings,
        rest,
      } = await bookFirstFills(tx, this.#trading.rules(), this.#trading.known, updates, partitions)
      await adoptExits(tx, rest, partitions)
      const { nodeId } = this.#trading.leases
      const { due, trades, knownFills, strangers, left } = await loadBookables(tx, rest, { nodeId, partitions })
      const booked = due.map(({ bookable, updates: ofLeg }) => ({
        tradeId: bookable.origin.tradeId,
        before: bookable.leg,
        legUpdate: applyUpdates(this.#trading.rules(), bookable, ofLeg, knownFills),
      }))
      const overLegs = await leftLegs(tx, due)
      const changed = await saveLegUpdates(tx, booked, trades)
      const reopened = booked.flatMap(({ legUpdate: { leg } }) => (leg && isOpen(leg) && overLegs.has(leg.id) ? leg : []))
      const ended = await closeLegsNotHeld(
        tx,
        reopened.map(({ id }) => id),
        Math.max(...updates.map(({ at }) => at)),
      )
      await insertFillIncidents(tx, misfitsOf(booked), Prisma.sql`"Order".mode = 'LIVE'`)
      await saveKnown(tx, updates, partitions)
      const failedExits = await countFailedExits(tx, failedExitsOf(due, booked))
      const legUpdates = [...opened, ...booked.map(({ legUpdate }) => legUpdate), ...ended.legUpdates]
      const changes = [...openings, ...changed, ...ended.changes]
      await publish(
        tx,
        ...changes.map(({ tradeId, userId, change }) => ({ type: `trade.${change}` as const, tradeId, userId })),
        ...failedExits.map(({ tradeId, userId }) => ({ type: 'trade.changed' as const, tradeId, userId })),
        ...refusedEntries(due, booked).map((refused) => ({ type: 'order.refused' as const, ...refused })),
      )
      return { legUpdates, changes, failedExits, strangers, left }
    })
    // An entry is on its way until it is filled, or ends.
    this.#trading.known.forget(updates.flatMap(({ type, clientOrderId }) => (type === 'accepted' ? [] : clientOrderId)))
    failpoint('after-booking')
    return booked
  }

  async closeNotHeld(legId: string, at: Instant): Promise<Booked> {
    return this.#trading.write(async (tx, partitions) => {
      const { legUpdates, changes } = await closeNotHeld(tx, legId, at, partitions)
      await publish(tx, ...changes.map(({ tradeId, userId, change }) => ({ type: `trade.${change}` as const, tradeId, userId })))
      return { legUpdates, changes, failedExits: [], strangers: [], left: [] }
    })
  }

  async letGo(legId: string, cause: LetGoCause): Promise<string | null> {
    return this.#trading.write(async (tx, partitions) => {
      const trade = await letGo(tx, { legId, cause }, partitions)
      if (trade) await publish(tx, { type: 'trade.changed', ...trade }, { type: 'trade.letGo', ...trade })
      return trade && trade.tradeId
    })
  }

  async letGoTrades(): Promise<string[]> {
    return findLetGo(this.#trading.db, this.#trading.partitions())
  }

  async keepTaken(updates: readonly OrderUpdate[]): Promise<readonly string[]> {
    failpoint('before-taken-saved')
    return keepTaken(statementsOn(this.#trading.pool, true), updates, this.#trading.leases)
  }

  async keepUnresolved(counts: ReadonlyMap<string, number>): Promise<void> {
    await this.#trading.write((tx, partitions) => keepUnresolved(tx, counts, partitions))
  }

  async closingOrders(): Promise<KnownClosing[]> {
    return findClosingOrders(this.#trading.db, this.#trading.partitions())
  }

  async sendClosing(orderId: string, quantity: number): Promise<boolean> {
    return this.#trading.write((tx, partitions) => sendClosing(tx, orderId, quantity, partitions))
  }

  async shrinkClosing(orderId: string, quantity: number): Promise<boolean> {
    return this.#trading.write((tx, partitions) => shrinkClosing(tx, orderId, quantity, partitions))
  }

  async bookClosing(orderId: string, report: ClosingReport) {
    return this.#trading.write((tx, partitions) => bookClosing(tx, orderId, report, partitions))
  }

  async incidents(): Promise<LiveIncident[]> {
    return keptIncidents(this.#trading.db, this.#trading.partitions())
  }

  async keepIncidents(incidents: readonly LiveIncident[]): Promise<void> {
    await this.#trading.write((tx, partitions) => keepIncidents(tx, incidents, partitions))
  }

  /** One transaction on the exit lane, which waits for no other work. Raw SQL: it locks the leases it goes by. */
  #onLane<T>(job: (tx: Statements, partitions: readonly number[]) => Promise<T>): Promise<T> {
    return inTransaction(this.#trading.exits, async (tx) => {
      const held = await tx.$queryRaw<{ partition: number }[]>`${leasedPartitions(this.#trading.leases)}`
      return job(
        tx,
        held.map(({ partition }) => partition),
      )
    })
  }
}
