import { DecisionStore } from './DecisionStore.ts'
import { TradeStore } from './TradeStore.ts'
import { TradingTransactions, type StoreParts } from './TradingTransactions.ts'
import { publish } from '../../prisma/bus/publish.ts'
import type { DryFill } from '../broker/DryRun.ts'
import type { OrderCall } from '../broker/OrderCallLog.ts'
import type { Bus } from '../../prisma/bus/port.ts'
import { PostgresBus } from '../../prisma/bus/PostgresBus.ts'
import { openPool, type Pool } from '../../prisma/client.ts'
import { Prisma } from '../../prisma/generated/client.ts'
import { beginIncident, endIncident } from '../../prisma/incidents.ts'
import { inTransaction, statementsOn } from '../../prisma/inTransaction.ts'
import { pullKill } from '../../prisma/killSwitches.ts'
import type { PriceTuple } from '../../schema/events/SakhaEvent.ts'
import type { Candle } from '../../schema/market/candles.ts'
import type { IndexSymbol } from '../../schema/market/indices.ts'
import type { Instant } from '../../schema/time.ts'
import type { FillIncident } from '../broker/smartapi/orders/FillWatch.ts'
import type { SymbolCandle } from '../market/SymbolCandle.ts'
import type { StopAll } from '../runtime/StopFile.ts'
import type { StoredStrategy } from '../trading/signals/ActiveStrategies.ts'
import type { ClosedCandle } from '../trading/floor/CandleIntake.ts'
import { insertCandles, newestCandles } from './candles.ts'
import { saveEngineState, type EngineState } from '../cluster/engineState.ts'
import { insertDryFills } from './dryFills.ts'
import { insertOrderCalls, orderCallsSince } from './orderCalls.ts'
import { insertFillIncidents } from './fillIncidents.ts'
import { tradedStrategies } from './strategies.ts'

/** The engine’s database. Every method, of `decisions` and `trades` too, is one transaction, and its events are published with the commit or not at all. */
export class Store {
  readonly decisions: DecisionStore
  readonly trades: TradeStore
  readonly #trading: TradingTransactions
  readonly #bus: Bus
  /** For heartbeats only. */
  readonly #beats: Pool

  constructor(parts: StoreParts) {
    this.#trading = new TradingTransactions(parts)
    this.decisions = new DecisionStore(this.#trading)
    this.trades = new TradeStore(this.#trading)
    this.#bus = new PostgresBus(parts.databaseUrl)
    this.#beats = openPool(parts.databaseUrl, 'heartbeat', 1, 0)
  }

  async close(): Promise<void> {
    await Promise.all([this.#trading.close(), this.#bus.close(), this.#beats.end()])
  }

  /**
   * Rejects when the database does not answer or refuses writes, and with LeasesLapsed while this node has no lease.
   * Raw SQL: a write that changes nothing.
   */
  async ping(): Promise<void> {
    this.#trading.partitions()
    await this.#trading.db
      .$executeRaw`UPDATE "EngineState" SET "heartbeatAt" = "heartbeatAt" WHERE "nodeId" = ${this.#trading.leases.nodeId}::uuid`
  }

  /** Stores the missing candles. Publishes each new one that starts at `tellFrom` or later. */
  async saveCandles(candles: readonly ClosedCandle[], tellFrom: Instant): Promise<void> {
    await this.#trading.db.$transaction(async (tx) => {
      const inserted = await insertCandles(tx, this.#trading.market, candles)
      await publish(tx, ...inserted.filter(({ time }) => time >= tellFrom).map((candle) => ({ type: 'candle.closed' as const, ...candle })))
    })
  }

  /** Stores the missing option candles. Publishes nothing: they are for backtests. */
  async saveOptionCandles(candles: readonly SymbolCandle[]): Promise<void> {
    await insertCandles(this.#trading.db, this.#trading.market, candles)
  }

  /**
   * Stores what paper would have filled of live orders; stored fills stay. Returns the ids of fills whose orders are not in the books:
   * they may come.
   */
  async saveDryFills(fills: readonly DryFill[]): Promise<ReadonlySet<string>> {
    return insertDryFills(this.#trading.db, fills)
  }

  /** Stores calls on live orders; calls already stored stay as they are, and calls of deleted accounts are left out. */
  async saveOrderCalls(calls: readonly OrderCall[]): Promise<void> {
    await insertOrderCalls(this.#trading.db, calls)
  }

  /** A user's stored calls on live orders since a real time. */
  async orderCallsSince(userId: string, since: Instant): Promise<OrderCall[]> {
    return orderCallsSince(this.#trading.db, userId, since)
  }

  /** Stores, once, that a user's live fill differs from its booking, and publishes it. Skipped when its order is not in the books. */
  async keepFillIncident({ kind, fill }: Omit<FillIncident, 'at'>, userId: string): Promise<void> {
    const isTheirs = Prisma.sql`"Order"."userId" = ${userId}::uuid`
    await this.#trading.db.$transaction((tx) => insertFillIncidents(tx, [{ kind, ...fill }], isTheirs))
  }

  /** The newest stored candles of an index that start before an instant, at most `limit`, oldest first. */
  async newestCandles(symbol: IndexSymbol, limit: number, before: Instant | null = null): Promise<Candle[]> {
    return newestCandles(this.#trading.db, this.#trading.market, symbol, limit, before)
  }

  async tradedStrategies(): Promise<StoredStrategy[]> {
    return tradedStrategies(this.#trading.db)
  }

  /**
   * Stores this node's state; with `changed` also publishes that the market's clock or feed has changed. On a connection of its own: a node
   * whose others are all at work is not silent.
   */
  async saveEngineState(state: EngineState, changed: boolean): Promise<void> {
    const { nodeId } = this.#trading.leases
    if (!changed) return saveEngineState(statementsOn(this.#beats), nodeId, state)
    await inTransaction(this.#beats, async (tx) => {
      await saveEngineState(tx, nodeId, state)
      await publish(tx, { type: 'market.changed' })
    })
  }

  /** Publishes that the nightly check has found the books damaged, or sound again. */
  async tellOfBooks(damaged: boolean): Promise<void> {
    await (damaged ? beginIncident : endIncident)(this.#trading.db, 'BOOKS')
  }

  /** Pulls the kill switch for everything. */
  async stopAll({ squareOff, reason }: StopAll): Promise<void> {
    const order = { scope: 'GLOBAL', scopeId: null, squareOff, reason, by: 'command line' } as const
    await this.#trading.db.$transaction((tx) => pullKill(tx, order))
  }

  /** Publishes prices, which have no row; `leftAt` is the real time now. */
  tellPrices(prices: readonly PriceTuple[], leftAt: Instant): Promise<void> {
    return this.#bus.tellPrices({ prices, leftAt })
  }
}
