import { z } from 'zod'
import type { Database, Pool } from '../../../prisma/client.ts'
import type { CurrentMarketRules } from '../../../prisma/CurrentMarketRules.ts'
import { requestExits } from '../../../prisma/exitRequests.ts'
import { Prisma } from '../../../prisma/generated/client.ts'
import { UserFacingError } from '../../../schema/errors.ts'
import type { TradedStrategy, TradeHistoryConnection } from '../../../schema/graphql/tradeHistory.ts'
import type { Trade } from '../../../schema/graphql/trades.ts'
import { LIMITS } from '../../../schema/limits.ts'
import type { PriceBoard } from '../market/PriceBoard.ts'
import type { Effects } from '../../kit/Effects.ts'
import { connection } from '../../kit/connection.ts'
import { parseInput } from '../../kit/parseInput.ts'
import { rupees } from '../../kit/rupees.ts'
import { closedTrades } from './closedTrades.ts'
import { EntryRules } from './EntryRules.ts'
import { historyOrder, type HistoryOrder } from './historyOrder.ts'
import { historyTotals, type HistoryTotals } from './historyTotals.ts'
import { historyFiltersInput, historyInput, latestInput, tradeIdInput } from './input.ts'
import { LATEST_FIRST, readTrades, type TradeRow, type TradeSelection } from './readTrades.ts'
import { atLastPrices } from './atLastPrices.ts'
import { toTrade } from './toTrade.ts'
import { areClosed, keptTrade, TradePages, type KeptTrade } from './TradePages.ts'
import { tradeCsv } from './tradeCsv.ts'
import { tradeRowsSql } from './tradeRowsSql.ts'
import { winRate } from './winRate.ts'

interface TradeServiceParts {
  readonly db: Database
  readonly pool: Pool
  readonly effects: Effects
  readonly prices: PriceBoard
  /** By which open trades are valued. */
  readonly rules: Pick<CurrentMarketRules, 'rules'>
}

/** A user's trades, and closing them by hand. */
export class TradeService {
  readonly #db: Database
  readonly #effects: Effects
  readonly #prices: PriceBoard
  readonly #market: Pick<CurrentMarketRules, 'rules'>
  readonly #rules: EntryRules
  readonly #pages: TradePages
  constructor({ db, pool, effects, prices, rules }: TradeServiceParts) {
    this.#db = db
    this.#effects = effects
    this.#prices = prices
    this.#market = rules
    this.#rules = new EntryRules(db)
    this.#pages = new TradePages(db, pool, (rows) => this.#shown(rows))
  }

  /** Running trades with their last prices, latest entry first. */
  async live(userId: string): Promise<readonly Trade[]> {
    // Without an exit time, as every running trade: an index covers these alone.
    return this.#kept({ where: Prisma.sql`trade."userId" = ${userId}::uuid AND trade."exitTime" IS NULL`, orderBy: LATEST_FIRST })
  }

  /** The latest trades, running and closed, latest entry first; up to `limit`, bounded by LIMITS.history. Throws BAD_USER_INPUT. */
  async latest(userId: string, input: unknown): Promise<readonly Trade[]> {
    const { limit } = parseInput(latestInput, input)
    const where = Prisma.sql`trade."userId" = ${userId}::uuid`
    return this.#kept({ where, orderBy: LATEST_FIRST, limit: limit ?? LIMITS.history.default })
  }

  /**
   * Closed trades, with `running` running ones as well, that match the filters, and the totals of all that match in one mode: live where
   * any of them is. Throws BAD_USER_INPUT.
   */
  async history(userId: string, input: unknown): Promise<TradeHistoryConnection> {
    const { first, after, sort, descending, running, ...filters } = parseInput(historyInput, input ?? {})
    const where = closedTrades(userId, filters, { running: running ?? false })
    const [trades, counted] = await Promise.all([
      this.#page(userId, {
        where,
        first: first ?? LIMITS.history.default,
        after,
        order: historyOrder(sort ?? 'ENTRY_TIME', descending ?? true),
      }),
      this.#db.$queryRaw<HistoryTotals[]>(historyTotals(where)),
    ])
    const live = counted.find(({ isLive }) => isLive)
    const every = counted.find(({ isLive }) => !isLive) ?? NO_TOTALS
    const totals = live ?? every
    return {
      ...trades,
      matchingTrades: every.all,
      mode: live ? 'LIVE' : (filters.mode ?? 'PAPER'),
      totalTrades: totals.all,
      profitableTrades: totals.gained,
      winRate: winRate(totals.gained, totals.known),
      totalProfitRs: rupees(totals.gross),
      totalNetRs: rupees(totals.net),
    }
  }

  /** All closed trades that match the filters as the pieces of a CSV file. Throws BAD_USER_INPUT at once. */
  csv(userId: string, input: unknown): AsyncIterable<string> {
    return tradeCsv(this.#db, userId, closedTrades(userId, parseInput(historyFiltersInput, input)))
  }

  /** The same trades, oldest entry first, as the rows of a data file (tradeRowsSql.ts). Throws BAD_USER_INPUT at once. */
  statement(userId: string, input: unknown): Prisma.Sql {
    return tradeRowsSql(closedTrades(userId, parseInput(historyFiltersInput, input)))
  }

  /** One trade, running or closed. Throws NOT_FOUND when it is not the user's. */
  async one(userId: string, input: unknown): Promise<Trade> {
    const { id } = parseInput(tradeIdInput, input)
    const [trade] = await this.#read({
      where: Prisma.sql`trade.id = ${id}::uuid AND trade."userId" = ${userId}::uuid`,
      orderBy: LATEST_FIRST,
    })
    if (!trade) throw new UserFacingError('NOT_FOUND', 'You have no such trade.')
    return trade
  }

  /** The filters of the history: the strategies the user has or had subscribed to, by name. */
  async tradedStrategies(userId: string): Promise<TradedStrategy[]> {
    return this.#db.strategy.findMany({
      where: { subscriptions: { some: { userId } } },
      select: { id: true, name: true },
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
    })
  }

  /**
   * Requests the exit of a running trade, and returns it in its current state; `tradeChanged` reports when it is closed. Throws NOT_FOUND
   * when it is not the user's, CONFLICT when it is closed or closing already.
   * Raw SQL: it locks the trade.
   */
  async close(userId: string, input: unknown, key: string | null): Promise<Trade> {
    const { id } = parseInput(tradeIdInput, input)
    await this.#effects.once({ userId, key, request: { close: id }, answer: z.literal(true) }, async (tx) => {
      const [own] = await tx.$queryRaw<{ running: boolean; handedOver: boolean }[]>`
        SELECT status = 'RUNNING' AS running, "exitHandedOverAt" IS NOT NULL AS "handedOver" FROM "Trade" WHERE id = ${id}::uuid AND "userId" = ${userId}::uuid FOR UPDATE`
      if (!own) throw new UserFacingError('NOT_FOUND', 'You have no such trade.')
      if (!own.running) throw new UserFacingError('CONFLICT', 'This trade is already closed.')
      // A separate statement, begun under the lock: it sees what a concurrent request has just committed.
      const [exits] = await tx.$queryRaw<{ closing: boolean }[]>`
        SELECT (EXISTS (SELECT FROM "ExitRequest" WHERE "tradeId" = ${id}::uuid) AND NOT ${own.handedOver}::boolean) OR EXISTS (
          SELECT FROM "Order" WHERE "tradeId" = ${id}::uuid AND purpose = 'EXIT' AND "isOpen") AS closing`
      if (exits?.closing) throw new UserFacingError('CONFLICT', 'This trade is already being closed.')
      await requestExits(tx, { tradeIds: [id], reason: 'MANUAL', by: userId })
      return true
    })
    return this.one(userId, { id })
  }

  /** The current state of these trades, each with its owner; in no particular order. */
  async byIds(ids: readonly string[]): Promise<{ readonly userId: string; readonly trade: Trade }[]> {
    const rows = await readTrades(this.#db, { where: Prisma.sql`trade.id = ANY(${[...ids]}::uuid[])`, orderBy: LATEST_FIRST })
    const trades = await this.#shown(rows)
    return trades.map((trade, i) => ({ userId: rows[i]!.userId, trade: this.#priced(trade) }))
  }

  async #page(userId: string, { where, first, after, order }: Page) {
    const { orderBy } = order
    const read = await this.#read({
      where: after ? Prisma.sql`${where} AND ${order.after(after, userId)}` : where,
      orderBy,
      limit: first + 1,
    })
    // Nothing follows the last trade, nor one that is not the user's.
    if (after && read.length === 0 && !(await this.#db.trade.findUnique({ where: { id: after, userId }, select: { id: true } })))
      throw new UserFacingError('BAD_USER_INPUT', 'after must be the id of one of your trades', { after: 'unknown' })
    return connection(read, { first, after })
  }

  /** For selections that clients poll. */
  async #kept(selection: TradeSelection): Promise<readonly Trade[]> {
    const trades = await this.#pages.read(selection)
    // Without a running trade in it, the very page that was read: its rendering is cached.
    return areClosed(trades) ? trades : trades.map((trade) => this.#priced(trade))
  }

  async #read(selection: TradeSelection): Promise<Trade[]> {
    return (await this.#shown(await readTrades(this.#db, selection))).map((trade) => this.#priced(trade))
  }

  #priced(trade: KeptTrade): Trade {
    return 'ltp' in trade ? trade : atLastPrices(trade, this.#prices, this.#market.rules)
  }

  async #shown(rows: readonly TradeRow[]): Promise<KeptTrade[]> {
    const ruleOf = await this.#rules.of(rows)
    return rows.map((row) => keptTrade(toTrade(row, ruleOf(row, row.signal))))
  }
}

const NO_TOTALS = { all: 0, known: 0, gained: 0, gross: 0n, net: 0n } as const

interface Page {
  readonly where: Prisma.Sql
  readonly order: HistoryOrder
  readonly first: number
  readonly after: string | null | undefined
}
