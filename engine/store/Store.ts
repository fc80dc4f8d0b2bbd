import { publish } from '../../prisma/bus/publish.ts'
import type { DryFill } from '../broker/DryRun.ts'
import type { OrderCall } from '../broker/OrderCallLog.ts'
import type { Bus } from '../../prisma/bus/port.ts'
import { PostgresBus } from '../../prisma/bus/PostgresBus.ts'
import { openDatabase, openLane, openPool, type Database, type Pool } from '../../prisma/client.ts'
import { Prisma } from '../../prisma/generated/client.ts'
import { beginIncident, endIncident } from '../../prisma/incidents.ts'
import { inTransaction, statementsOn, type Statements } from '../../prisma/inTransaction.ts'
import { pullKill } from '../../prisma/killSwitches.ts'
import { unmetLiveGates } from '../../prisma/liveGates/unmetLiveGates.ts'
import type { AllowLive } from '../../schema/allowLive.ts'
import type { PriceTuple } from '../../schema/events/SakhaEvent.ts'
import type { Candle } from '../../schema/market/candles.ts'
import type { IndexSymbol } from '../../schema/market/indices.ts'
import type { MarketRules } from '../../schema/market/MarketRules.ts'
import type { Paise } from '../../schema/money.ts'
import { istDate, type Instant } from '../../schema/time.ts'
import type { Denial } from '../../schema/trading/denials.ts'
import { TRADE_MODES, type TradeMode } from '../../schema/TradeMode.ts'
import type { AgentVerdict } from '../../schema/trading/agent.ts'
import type { AgentTradeRecords, ApprovedProposal, DecidedVerdict, SpokenOffer } from '../agent/trades/AgentTradeRecords.ts'
import type { AgentCandidate } from '../agent/trades/assessAgent.ts'
import type { OrderUpdate } from '../broker/port.ts'
import type { FillIncident } from '../broker/smartapi/orders/FillWatch.ts'
import type { SymbolCandle } from '../market/SymbolCandle.ts'
import { failpoint } from '../runtime/failpoint.ts'
import type { StopAll } from '../runtime/StopFile.ts'
import type { StoredStrategy } from '../trading/signals/ActiveStrategies.ts'
import type { Candidate } from '../trading/risk/assess.ts'
import { applyUpdates } from '../trading/positions/applyUpdates.ts'
import type { ClosedCandle } from '../trading/floor/CandleIntake.ts'
import type { ExitRequest } from '../trading/positions/OpenLegs.ts'
import { inTurns } from '../trading/orders/inTurns.ts'
import type { EntryOrder, Order } from '../trading/orders/orders.ts'
import type { Reentry } from '../trading/positions/OpenPositions.ts'
import type { Decided, SignalBatch, SignalRecords } from '../trading/signals/SignalDesk.ts'
import {
  takeSignals,
  type AddressedSignal,
  type Addressee,
  type DeniedSignal,
  type Judge,
  type TakenSignal,
} from '../trading/signals/takeSignals.ts'
import type { ApprovedFirstOrder, FirstOrderRecords } from '../trading/signals/FirstOrderRecords.ts'
import type { ExitAtBroker } from '../trading/protection/ExitAtBroker.ts'
import type { Booked, Kill, Reentered, RefuseReentry, TradeRecords, TriedExit } from '../trading/floor/TradeRecords.ts'
import type { Leg } from '../trading/positions/legs.ts'
import { accountsOf } from './accounts.ts'
import { addressedAgents } from './addressedAgents.ts'
import { closeNotHeld } from './closeNotHeld.ts'
import { bookFirstFills } from './bookFirstFills.ts'
import { loadBookables } from './bookables.ts'
import { addressedSignals } from './candidates.ts'
import { insertCandles, newestCandles } from './candles.ts'
import { insertDenials } from './denials.ts'
import { countFailedExits, failedExitsOf, findExitTries } from './exitTries.ts'
import { saveEngineState, type EngineState } from '../cluster/engineState.ts'
import { insertDryFills } from './dryFills.ts'
import { insertOrderCalls, orderCallsSince } from './orderCalls.ts'
import { askAnew, dropFirstOrders, endFirstOrder, findApprovedFirstOrders, lockApprovedFirstOrder } from './firstOrders.ts'
import { insertFillIncidents } from './fillIncidents.ts'
import { cancelEntriesAgainst, findRequestedExits, shrinkExit, legsAgainst } from './exits.ts'
import { adoptExits, endExitsAtBroker, findExitsAtBroker, insertExitAtBroker, resizeExitAtBroker } from './exitsAtBroker.ts'
import { heldPartitions, leasedPartitions, type HeldLeases } from '../cluster/heldPartitions.ts'
import { insertExits, submitExits, type SubmittedExits } from './insertExits.ts'
import { findKills } from './kills.ts'
import { KnownEntries } from './KnownEntries.ts'
import { expireOrders, findOpenOrders, insertEntries, markSubmitted } from './orders.ts'
import { endProposal, findApproved, insertProposals, lockApproved } from './proposals.ts'
import { endTrades, findLocks, insertReentries, keepLocks } from './positions.ts'
import { findLetGo, letGo } from './letGo.ts'
import { keepUnresolved } from './unresolvedOrders.ts'
import { misfitsOf, refusedEntries, saveLegUpdates } from './saveLegUpdates.ts'
import { keepTaken, saveKnown } from './saveKnown.ts'
import { storeSignals } from './signals.ts'
import { haltAgents, insertAgentTrades, storeVerdict } from './verdicts.ts'
import { tradedStrategies } from './strategies.ts'
import { closeForeignTrades, findHeldLegs, moveStops } from './legs.ts'

export interface StoreParts {
  readonly databaseUrl: string
  /** The broker port's marketId, whose candles, signals and trades these are. */
  readonly market: string
  /** The users it reads and writes: a node that lost a lease writes nothing more for the lease's users. */
  readonly leases: HeldLeases
  readonly rules: () => MarketRules
  /** Nobody may trade live without it. */
  readonly allowLive?: AllowLive | undefined
}

/** Who did not take a signal, and the ids of why. */
interface Refused<Asked extends Addressee> {
  readonly denied: readonly DeniedSignal<Asked>[]
  readonly denials: readonly { readonly id: string; readonly userId: string }[]
}

/** The engine's database: every method is one transaction, and its events are published with the commit or not at all. */
export class Store implements TradeRecords, SignalRecords, AgentTradeRecords, FirstOrderRecords {
  readonly #pool: Pool
  /** For exits only: they wait for no other work here. */
  readonly #exits: Pool
  readonly #bus: Bus
  readonly #db: Database
  readonly #market: string
  readonly #leases: HeldLeases
  readonly #rules: () => MarketRules
  readonly #allowLive: AllowLive
  readonly #known: KnownEntries

  constructor({ databaseUrl, market, leases, rules, allowLive = 'NOBODY' }: StoreParts) {
    this.#pool = openPool(databaseUrl)
    this.#db = openDatabase(this.#pool)
    this.#exits = openLane(databaseUrl)
    this.#bus = new PostgresBus(databaseUrl)
    this.#market = market
    this.#leases = leases
    this.#rules = rules
    this.#allowLive = allowLive
    this.#known = new KnownEntries(market)
  }

  async close(): Promise<void> {
    await this.#db.$disconnect()
    await Promise.all([this.#pool.end(), this.#exits.end(), this.#bus.close()])
  }

  /** Rejects when the database does not answer or refuses writes. */
  async ping(): Promise<void> {
    await this.#db.$executeRaw`UPDATE "EngineState" SET "heartbeatAt" = "heartbeatAt" WHERE "nodeId" = ${this.#leases.nodeId}::uuid`
  }

  /** Stores the missing candles. Publishes each new one that starts at `tellFrom` or later. */
  async saveCandles(candles: readonly ClosedCandle[], tellFrom: Instant): Promise<void> {
    await this.#db.$transaction(async (tx) => {
      const inserted = await insertCandles(tx, this.#market, candles)
      await publish(tx, ...inserted.filter(({ time }) => time >= tellFrom).map((candle) => ({ type: 'candle.closed' as const, ...candle })))
    })
  }

  /** Stores the missing option candles. Publishes nothing: they are for backtests. */
  async saveOptionCandles(candles: readonly SymbolCandle[]): Promise<void> {
    await insertCandles(this.#db, this.#market, candles)
  }

  /**
   * Stores what paper would have filled of live orders; stored fills stay. Returns the ids of fills whose orders are not in the books:
   * they may come.
   */
  async saveDryFills(fills: readonly DryFill[]): Promise<ReadonlySet<string>> {
    return insertDryFills(this.#db, fills)
  }

  /** Stores calls on live orders; calls already stored stay as they are, and calls of deleted accounts are left out. */
  async saveOrderCalls(calls: readonly OrderCall[]): Promise<void> {
    await insertOrderCalls(this.#db, calls)
  }

  /** A user's stored calls on live orders since a real time. */
  async orderCallsSince(userId: string, since: Instant): Promise<OrderCall[]> {
    return orderCallsSince(this.#db, userId, since)
  }

  /** Stores, once, that a user's live fill differs from its booking, and publishes it. Skipped when its order is not in the books. */
  async keepFillIncident({ kind, fill }: Omit<FillIncident, 'at'>, userId: string): Promise<void> {
    const isTheirs = Prisma.sql`"Order"."userId" = ${userId}::uuid`
    await this.#db.$transaction((tx) => insertFillIncidents(tx, [{ kind, ...fill }], isTheirs))
  }

  /** The newest stored candles of an index that start before an instant, at most `limit`, oldest first. */
  async newestCandles(symbol: IndexSymbol, limit: number, before: Instant | null = null): Promise<Candle[]> {
    return newestCandles(this.#db, this.#market, symbol, limit, before)
  }

  async tradedStrategies(): Promise<StoredStrategy[]> {
    return tradedStrategies(this.#db)
  }

  async refuse(batch: SignalBatch, now: Instant, denialOf: (candidate: Candidate) => Denial): Promise<number> {
    return this.#write(async (tx, partitions) => {
      const signals = await storeSignals(tx, this.#market, batch)
      const spoken = { market: this.#market, index: batch.index, signals, partitions, now }
      const addressed = await addressedSignals(tx, spoken, this.#allowLive)
      const denials = await insertDenials(
        tx,
        addressed.map((each) => ({ ...each, denial: denialOf(each.candidate) })),
      )
      await publish(tx, ...denials.map(({ id, userId }) => ({ type: 'signal.denied' as const, denialId: id, userId })))
      return denials.length
    })
  }

  async decide(batch: SignalBatch, now: Instant, judge: Judge): Promise<Decided> {
    const decided = await this.#write(async (tx, partitions) => {
      const signals = await storeSignals(tx, this.#market, batch)
      const spoken = { market: this.#market, index: batch.index, signals, partitions, now }
      await cancelEntriesAgainst(tx, spoken)
      const addressed = await addressedSignals(tx, spoken, this.#allowLive)
      const { taken, denied } = await this.#judged(tx, addressed, now, judge)
      const asking = taken.filter(({ candidate }) => candidate.asks)
      const sent = asking.length === 0 ? taken : taken.filter(({ candidate }) => !candidate.asks)
      const entries = await insertEntries(tx, sent, now, this.#freezeAt(now))
      await askAnew(tx, addressed, asking)
      // Last, to lock the rows of trades as briefly as possible. What others write to these rows is being closed.
      const held = Prisma.sql`SELECT unnest(${[...partitions]}::int[]) AS partition`
      const { exits } = await insertExits(tx, await legsAgainst(tx, spoken), held, this.#freezeAt(now), 'sliced')
      failpoint('before-intent-commit')
      return { signals, entries, exits, denied: denied.length }
    })
    failpoint('after-intent-commit')
    const { signals, ...answer } = decided
    this.#known.keep(answer.entries, batch.index, new Map(signals.map(({ id, side }) => [id, side])))
    return answer
  }

  async decideVerdict(verdict: AgentVerdict, offer: SpokenOffer, now: Instant, judge: Judge<AgentCandidate>): Promise<DecidedVerdict> {
    const { signal, entries, denied, proposed } = await this.#write(async (tx, partitions) => {
      const signal = await storeVerdict(tx, verdict)
      const addressed = await addressedAgents(tx, { verdict, signal, partitions, now, asked: offer }, this.#allowLive)
      const { taken, denied } = await this.#judged(tx, addressed, now, judge)
      const asking = taken.filter(({ candidate }) => candidate.asks)
      const entries = await insertEntries(
        tx,
        taken.filter(({ candidate }) => !candidate.asks),
        now,
        this.#freezeAt(now),
      )
      await insertAgentTrades(tx, verdict, entries)
      const proposed = await insertProposals(tx, verdict, offer, asking)
      const halted = await haltAgents(tx, denied)
      await publish(
        tx,
        ...proposed.map(({ id, userId }) => ({ type: 'proposal.made' as const, proposalId: id, userId })),
        ...halted.map((userId) => ({ type: 'agent.changed' as const, userId })),
      )
      return { signal, entries, denied, proposed }
    })
    this.#known.keep(entries, verdict.symbol, new Map([[signal.id, signal.side]]))
    return { entries, denied: denied.length, proposed: proposed.length }
  }

  async approvedProposals(): Promise<ApprovedProposal[]> {
    return findApproved(this.#db, this.#market, this.#partitions())
  }

  async decideProposal(
    proposal: ApprovedProposal,
    now: Instant,
    judge: Judge<AgentCandidate>,
  ): Promise<Omit<DecidedVerdict, 'proposed'> | null> {
    const { verdict } = proposal
    const decided = await this.#write(async (tx, partitions) => {
      if (!(await lockApproved(tx, proposal.id, partitions))) return null
      const signal = await storeVerdict(tx, verdict)
      const addressed = await addressedAgents(tx, { verdict, signal, partitions, now, asked: proposal }, this.#allowLive)
      const { entries, denied, denials } = await this.#answer(tx, addressed, now, judge)
      await insertAgentTrades(tx, verdict, entries)
      const halted = await haltAgents(tx, denied)
      await endProposal(tx, proposal.id, entries[0]?.tradeId ?? null, denials[0]?.id ?? null)
      const { id: proposalId, userId } = proposal
      await publish(
        tx,
        { type: 'proposal.ended', proposalId, userId },
        ...halted.map((userId) => ({ type: 'agent.changed' as const, userId })),
      )
      failpoint('before-intent-commit')
      return { signal, entries, denied: denied.length }
    })
    if (!decided) return null
    failpoint('after-intent-commit')
    const { signal, entries, denied } = decided
    this.#known.keep(entries, verdict.symbol, new Map([[signal.id, signal.side]]))
    return { entries, denied }
  }

  async approvedFirstOrders(): Promise<ApprovedFirstOrder[]> {
    return findApprovedFirstOrders(this.#db, this.#market, this.#partitions())
  }

  async decideFirstOrder(
    order: ApprovedFirstOrder,
    now: Instant,
    judge: Judge,
  ): Promise<{ readonly entries: readonly EntryOrder[]; readonly denied: number } | null> {
    const { signalId, strategyId, version, side, index } = order
    const decided = await this.#write(async (tx, partitions) => {
      if (!(await lockApprovedFirstOrder(tx, order.id, partitions))) return null
      const spoken = { market: this.#market, index, signals: [{ id: signalId, strategyId, version, side }], partitions, now }
      const addressed = await addressedSignals(tx, spoken, this.#allowLive, order.subscriptionId)
      const { entries, denied, denials } = await this.#answer(tx, addressed, now, judge)
      await endFirstOrder(tx, order, entries[0]?.tradeId ?? null, denials[0]?.id ?? null)
      failpoint('before-intent-commit')
      return { entries, denied: denied.length }
    })
    if (!decided) return null
    failpoint('after-intent-commit')
    this.#known.keep(decided.entries, index, new Map([[signalId, side]]))
    return decided
  }

  async dropUnanswered(): Promise<void> {
    await this.#write((tx, partitions) =>
      dropFirstOrders(tx, Prisma.sql`"expiresAt" <= now() AND user_partition("userId") = ANY(${[...partitions]}::int[])`),
    )
  }

  async heldLegs(): Promise<Leg[]> {
    return findHeldLegs(this.#db, this.#partitions())
  }

  async openOrders(): Promise<Order[]> {
    return findOpenOrders(this.#db, this.#partitions())
  }

  async kills(): Promise<Kill[]> {
    return findKills(this.#db)
  }

  async requestedExits(): Promise<Omit<ExitRequest, 'at'>[]> {
    return findRequestedExits(this.#db, this.#partitions())
  }

  async markSubmitted(orderIds: readonly string[]): Promise<string[]> {
    return this.#write((tx, partitions) => markSubmitted(tx, orderIds, partitions))
  }

  async expire(orderIds: readonly string[], note: string): Promise<void> {
    await this.#write((tx, partitions) => expireOrders(tx, Prisma.sql`id = ANY(${[...orderIds]}::uuid[])`, partitions, note))
  }

  async submitExits(requests: readonly ExitRequest[]): Promise<SubmittedExits> {
    const submitted = await submitExits(this.#exits, this.#leases, requests, this.#freezeAt(requests[0]?.at ?? 0))
    failpoint('after-exit-intent')
    return submitted
  }

  async shrinkExit(orderId: string, quantity: number): Promise<void> {
    await inTransaction(this.#exits, async (tx) => {
      const held = await tx.$queryRaw<{ partition: number }[]>`${leasedPartitions(this.#leases)}`
      const partitions = held.map(({ partition }) => partition)
      await shrinkExit(tx, orderId, quantity, partitions)
    })
  }

  async keepExitAtBroker(exit: ExitAtBroker): Promise<boolean> {
    return this.#write((tx, partitions) => insertExitAtBroker(tx, exit, partitions))
  }

  async resizeExitAtBroker(clientOrderId: string, quantity: number): Promise<boolean> {
    return this.#write((tx, partitions) => resizeExitAtBroker(tx, clientOrderId, quantity, partitions))
  }

  async endExitsAtBroker(clientOrderIds: readonly string[]): Promise<void> {
    await this.#write((tx, partitions) => endExitsAtBroker(tx, clientOrderIds, partitions))
  }

  async exitsAtBroker(): Promise<ExitAtBroker[]> {
    return findExitsAtBroker(this.#db, this.#partitions())
  }

  async lockedProfits(): Promise<Map<string, Paise>> {
    return findLocks(this.#db, this.#partitions())
  }

  async keepLocks(locks: readonly { readonly tradeId: string; readonly kept: Paise }[]): Promise<void> {
    await this.#write((tx, partitions) => keepLocks(tx, locks, partitions))
  }

  async reenter(reentries: readonly Reentry[], refuse: RefuseReentry): Promise<Reentered> {
    return this.#write(async (tx, partitions) => {
      const now = reentries[0]?.at ?? 0
      const live = reentries.flatMap(({ first }) => (first.mode === 'LIVE' ? first.subscriptionId : []))
      const unmet = live.length === 0 ? null : await unmetLiveGates(tx, live, this.#allowLive, Date.now())
      const open = reentries.filter(({ first }) => first.mode === 'PAPER' || unmet?.get(first.subscriptionId)?.length === 0)
      const accounts = await this.#accountsOf(
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
      return { entries: await insertReentries(tx, allowed, partitions, this.#freezeAt(now)), refused }
    })
  }

  async endTrades(tradeIds: readonly string[], onlyRequested: boolean): Promise<string[]> {
    return this.#write(async (tx, partitions) => {
      const ended = await endTrades(tx, tradeIds, partitions, onlyRequested)
      await publish(tx, ...ended.map(({ id, userId }) => ({ type: 'trade.closed' as const, tradeId: id, userId })))
      return ended.map(({ id }) => id)
    })
  }

  async moveStops(stops: readonly { readonly legId: string; readonly stop: Paise }[]): Promise<void> {
    await this.#write(async (tx, partitions) => {
      const positions = await moveStops(tx, stops, partitions)
      await publish(tx, ...positions.map(({ id, userId }) => ({ type: 'trade.changed' as const, tradeId: id, userId })))
    })
  }

  async exitTries(): Promise<TriedExit[]> {
    return findExitTries(this.#db, this.#partitions())
  }

  async book(updates: readonly OrderUpdate[]): Promise<Booked> {
    failpoint('before-booking')
    const booked = await this.#write(async (tx, partitions) => {
      const { legUpdates: opened, changes: openings, rest } = await bookFirstFills(tx, this.#rules(), this.#known, updates, partitions)
      await adoptExits(tx, rest, partitions)
      const { due, trades, knownFills, strangers } = await loadBookables(tx, rest, partitions)
      const booked = due.map(({ bookable, updates: ofLeg }) => ({
        tradeId: bookable.origin.tradeId,
        before: bookable.leg,
        legUpdate: applyUpdates(this.#rules(), bookable, ofLeg, knownFills),
      }))
      const changed = await saveLegUpdates(tx, booked, trades)
      await insertFillIncidents(tx, misfitsOf(booked), Prisma.sql`"Order".mode = 'LIVE'`)
      await saveKnown(tx, updates, partitions)
      const failedExits = await countFailedExits(tx, failedExitsOf(due, booked))
      const legUpdates = [...opened, ...booked.map(({ legUpdate }) => legUpdate)]
      const changes = [...openings, ...changed]
      await publish(
        tx,
        ...changes.map(({ tradeId, userId, change }) => ({ type: `trade.${change}` as const, tradeId, userId })),
        ...failedExits.map(({ tradeId, userId }) => ({ type: 'trade.changed' as const, tradeId, userId })),
        ...refusedEntries(due, booked).map((refused) => ({ type: 'order.refused' as const, ...refused })),
      )
      return { legUpdates, changes, failedExits, strangers }
    })
    // An entry is on its way until it is filled, or ends.
    this.#known.forget(updates.flatMap(({ type, clientOrderId }) => (type === 'accepted' ? [] : clientOrderId)))
    failpoint('after-booking')
    return booked
  }

  async closeNotHeld(legId: string, at: Instant): Promise<Booked> {
    return this.#write(async (tx, partitions) => {
      const { legUpdates, changes } = await closeNotHeld(tx, legId, at, partitions)
      await publish(tx, ...changes.map(({ tradeId, userId, change }) => ({ type: `trade.${change}` as const, tradeId, userId })))
      return { legUpdates, changes, failedExits: [], strangers: [] }
    })
  }

  async letGo(legId: string): Promise<string | null> {
    return this.#write(async (tx, partitions) => {
      const trade = await letGo(tx, legId, partitions)
      if (trade) await publish(tx, { type: 'trade.changed', ...trade }, { type: 'trade.letGo', ...trade })
      return trade && trade.tradeId
    })
  }

  async letGoTrades(): Promise<string[]> {
    return findLetGo(this.#db, this.#partitions())
  }

  async keepTaken(updates: readonly OrderUpdate[]): Promise<readonly string[]> {
    failpoint('before-taken-saved')
    return keepTaken(statementsOn(this.#pool, true), updates, this.#leases)
  }

  async keepUnresolved(counts: ReadonlyMap<string, number>): Promise<void> {
    await this.#write((tx, partitions) => keepUnresolved(tx, counts, partitions))
  }

  async closeForeign(): Promise<{ trades: number; orders: number }> {
    return this.#write(async (tx, partitions) => {
      const closed = await closeForeignTrades(tx, this.#market, partitions)
      const tradeIds = closed.map(({ id }) => id)
      const isForeign = Prisma.sql`("tradeId" = ANY(${tradeIds}::uuid[])
        OR EXISTS (SELECT FROM "Signal" signal WHERE signal.id = "Order"."signalId" AND signal.market <> ${this.#market}))`
      const orders = await expireOrders(tx, isForeign, partitions, 'its market was replaced by another')
      await publish(tx, ...closed.map(({ id, userId }) => ({ type: 'trade.closed' as const, tradeId: id, userId })))
      return { trades: closed.length, orders }
    })
  }

  /** Stores this node's state; with `changed` also publishes that the market's clock or feed has changed. */
  async saveEngineState(state: EngineState, changed: boolean): Promise<void> {
    await this.#db.$transaction(async (tx) => {
      await saveEngineState(tx, this.#leases.nodeId, state)
      if (changed) await publish(tx, { type: 'market.changed' })
    })
  }

  /** Publishes that the nightly check has found the books damaged, or sound again. */
  async tellOfBooks(damaged: boolean): Promise<void> {
    await (damaged ? beginIncident : endIncident)(this.#db, 'BOOKS')
  }

  /** Pulls the kill switch for everything. */
  async stopAll({ squareOff, reason }: StopAll): Promise<void> {
    const order = { scope: 'GLOBAL', scopeId: null, squareOff, reason, by: 'command line' } as const
    await this.#db.$transaction((tx) => pullKill(tx, order))
  }

  /** Publishes prices, which have no row; `leftAt` is the real time now. */
  tellPrices(prices: readonly PriceTuple[], leftAt: Instant): Promise<void> {
    return this.#bus.tellPrices({ prices, leftAt })
  }

  /** Calls `judge` for each candidate and stores its answer. */
  async #answer<Asked extends Addressee>(
    tx: Statements,
    addressed: readonly AddressedSignal<Asked>[],
    now: Instant,
    judge: Judge<Asked>,
  ): Promise<{ readonly entries: EntryOrder[] } & Refused<Asked>> {
    const { taken, ...refused } = await this.#judged(tx, addressed, now, judge)
    return { entries: await insertEntries(tx, taken, now, this.#freezeAt(now)), ...refused }
  }

  /** Calls `judge` for each candidate and stores whatever it denies. */
  async #judged<Asked extends Addressee>(
    tx: Statements,
    addressed: readonly AddressedSignal<Asked>[],
    now: Instant,
    judge: Judge<Asked>,
  ): Promise<{ readonly taken: readonly TakenSignal<Asked>[] } & Refused<Asked>> {
    const accounts = await this.#accountsOf(
      tx,
      addressed.map(({ candidate }) => candidate),
      now,
    )
    const [taken, denied]: [TakenSignal<Asked>[], DeniedSignal<Asked>[]] = [[], []]
    await inTurns(addressed, (some) => {
      const answered = takeSignals(some, accounts, judge)
      taken.push(...answered.taken)
      denied.push(...answered.denied)
      for (const mode of TRADE_MODES) for (const [userId, account] of answered.after[mode]) accounts[mode].set(userId, account)
    })
    const denials = await insertDenials(tx, denied)
    await publish(tx, ...denials.map(({ id, userId }) => ({ type: 'signal.denied' as const, denialId: id, userId })))
    return { taken, denied, denials }
  }

  /** The accounts of owners by mode and user, each in the mode it is of. `now`: market time. */
  async #accountsOf(tx: Statements, owned: readonly { readonly userId: string; readonly mode: TradeMode }[], now: Instant) {
    const usersOf = (mode: TradeMode) => owned.flatMap((each) => (each.mode === mode ? each.userId : []))
    return {
      PAPER: await accountsOf(tx, this.#market, usersOf('PAPER'), now),
      LIVE: await accountsOf(tx, this.#market, usersOf('LIVE'), now, 'LIVE'),
    }
  }

  /** The freeze quantities of the market day of an instant. */
  #freezeAt(at: Instant): (index: IndexSymbol) => number {
    const [rules, date] = [this.#rules(), istDate(at)]
    return (index) => rules.freezeFor(index, date)
  }

  #partitions(): number[] {
    return [...this.#leases.held().keys()]
  }

  /** A trading transaction: `job` may write only for users of the partitions it receives. */
  async #write<T>(job: (tx: Statements, partitions: readonly number[]) => Promise<T>): Promise<T> {
    return inTransaction(this.#pool, async (tx) => job(tx, await heldPartitions(tx, this.#leases)))
  }
}
