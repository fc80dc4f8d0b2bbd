import { z } from 'zod'
import type { Database } from '../../prisma/client.ts'
import { requestExits } from '../../prisma/exitRequests.ts'
import type { Prisma } from '../../prisma/generated/client.ts'
import { UserFacingError } from '../../schema/errors.ts'
import type { Trade, TradedStrategy, TradeHistory } from '../../schema/graphql/trades.ts'
import { LIMITS } from '../../schema/limits.ts'
import type { PriceBoard } from '../live/PriceBoard.ts'
import type { Effects } from '../server/Effects.ts'
import { parseInput } from '../server/parseInput.ts'
import { rupees } from '../server/rupees.ts'
import { closedTrades } from './closedTrades.ts'
import type { EntrySignal } from './describeEntry.ts'
import { historyFiltersInput, historyInput, pageInput, tradeIdInput } from './input.ts'
import { toTrade, tradeRelations } from './toTrade.ts'
import { tradeCsv } from './tradeCsv.ts'
import { winRate } from './winRate.ts'

/** UUIDv7 ids grow with time, so trades of one minute have an order too. */
const LATEST_FIRST = [{ entryTime: 'desc' }, { id: 'desc' }] satisfies Prisma.TradeOrderByWithRelationInput[]

/** A user's trades, and closing them by hand. */
export class TradeService {
  readonly #db: Database
  readonly #effects: Effects
  readonly #prices: PriceBoard
  constructor(db: Database, effects: Effects, prices: PriceBoard) {
    this.#db = db
    this.#effects = effects
    this.#prices = prices
  }

  /** Running trades with their last prices, latest entry first. */
  async live(userId: string): Promise<Trade[]> {
    // Without an exit time, as every running trade: there is an index of these alone.
    return this.#find({ userId, status: 'RUNNING', exitTime: null })
  }

  /** Running and closed trades, latest entry first. `input`: limit and offset, bounded by LIMITS.history. */
  async all(userId: string, input: unknown): Promise<Trade[]> {
    return this.#find({ userId }, pageOf(parseInput(pageInput, input)))
  }

  /** Closed trades that match the filters, latest entry first, and the totals of all that match. Throws BAD_USER_INPUT. */
  async history(userId: string, input: unknown): Promise<TradeHistory> {
    const { limit, offset, ...filters } = parseInput(historyInput, input ?? {})
    const where = closedTrades(userId, filters)
    const [trades, totals, gained] = await Promise.all([
      this.#find(where, pageOf({ limit, offset })),
      this.#db.trade.aggregate({ where, _count: { _all: true, grossPaise: true }, _sum: { grossPaise: true } }),
      this.#db.trade.count({ where: { ...where, grossPaise: { gt: 0 } } }),
    ])
    return {
      trades,
      totalTrades: totals._count._all,
      profitableTrades: gained,
      winRate: winRate(gained, totals._count.grossPaise),
      totalProfitRs: rupees(totals._sum.grossPaise ?? 0n),
    }
  }

  /** All closed trades that match the filters as the pieces of a CSV file. Throws BAD_USER_INPUT at once. */
  csv(userId: string, input: unknown): AsyncIterable<string> {
    return tradeCsv(this.#db, closedTrades(userId, parseInput(historyFiltersInput, input)))
  }

  /** What the history can be filtered by: the strategies the user has or had a subscription of, by name. */
  async tradedStrategies(userId: string): Promise<TradedStrategy[]> {
    return this.#db.strategy.findMany({
      where: { subscriptions: { some: { userId } } },
      select: { id: true, name: true },
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
    })
  }

  /**
   * Asks the engine to close a running trade, and returns it as it is now; `tradeChanged` tells when it is closed.
   * Throws NOT_FOUND when it is not the user's, CONFLICT when it is closed or being closed already.
   */
  async close(userId: string, input: unknown, key: string | null = null): Promise<Trade> {
    const { id } = parseInput(tradeIdInput, input)
    await this.#effects.once({ userId, key, request: { close: id }, answer: z.literal(true) }, async (tx) => {
      const [own] = await tx.$queryRaw<{ running: boolean; email: string }[]>`
        SELECT trade.status = 'RUNNING' AS running, "User".email
        FROM "Trade" trade JOIN "User" ON "User".id = trade."userId"
        WHERE trade.id = ${id}::uuid AND trade."userId" = ${userId}::uuid
        FOR UPDATE OF trade`
      if (!own) throw new UserFacingError('NOT_FOUND', 'You have no such trade.')
      if (!own.running) throw new UserFacingError('CONFLICT', 'This trade is closed already.')
      // A statement of its own, begun under the lock: it sees what a request at the same moment has just committed.
      const [exits] = await tx.$queryRaw<{ closing: boolean }[]>`
        SELECT EXISTS (SELECT FROM "ExitRequest" WHERE "tradeId" = ${id}::uuid) OR EXISTS (
          SELECT FROM "Order" WHERE "tradeId" = ${id}::uuid AND purpose = 'EXIT'
            AND status IN ('INTENT', 'SUBMITTED', 'OPEN', 'PARTIAL')) AS closing`
      if (exits?.closing) throw new UserFacingError('CONFLICT', 'This trade is being closed already.')
      await requestExits(tx, { tradeIds: [id], reason: 'MANUAL', by: own.email })
      return true
    })
    const [trade] = await this.#find({ id, userId })
    if (!trade) throw new UserFacingError('NOT_FOUND', 'You have no such trade.')
    return trade
  }

  /** The trades of these ids as they are now, each with its owner; in no particular order. */
  async byIds(ids: readonly string[]): Promise<{ readonly userId: string; readonly trade: Trade }[]> {
    const rows = await this.#db.trade.findMany({ where: { id: { in: [...ids] } }, include: tradeRelations })
    const signals = await this.#entrySignals(rows)
    return rows.map((row) => ({ userId: row.userId, trade: toTrade(row, signals.get(row.id) ?? null, this.#prices) }))
  }

  async #find(where: Prisma.TradeWhereInput, page: Page = {}): Promise<Trade[]> {
    const rows = await this.#db.trade.findMany({ where, include: tradeRelations, orderBy: LATEST_FIRST, ...page })
    const signals = await this.#entrySignals(rows)
    return rows.map((row) => toTrade(row, signals.get(row.id) ?? null, this.#prices))
  }

  /** The signals behind trades, by trade; in one statement. */
  async #entrySignals(trades: readonly { readonly id: string }[]): Promise<Map<string, EntrySignal>> {
    const signals = await this.#db.$queryRaw<(EntrySignal & { readonly tradeId: string })[]>`
      SELECT entry."tradeId", signal.side::text, signal.symbol, signal.interval, signal."candleTime", signal."pricePaise"
      FROM "Order" entry JOIN "Signal" signal ON signal.id = entry."signalId"
      WHERE entry."tradeId" = ANY(${trades.map((trade) => trade.id)}::uuid[]) AND entry.purpose = 'ENTRY'`
    return new Map(signals.map((signal) => [signal.tradeId, signal]))
  }
}

type Page = { readonly take?: number; readonly skip?: number }

function pageOf(asked: { readonly limit?: number | null | undefined; readonly offset?: number | null | undefined }): Page {
  return { take: asked.limit ?? LIMITS.history.default, skip: asked.offset ?? 0 }
}
