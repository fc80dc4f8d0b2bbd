import type { Database } from '../../prisma/client.ts'
import type { Prisma } from '../../prisma/generated/client.ts'
import type { Trade, TradeHistory } from '../../schema/graphql/trades.ts'
import { LIMITS } from '../../schema/limits.ts'
import { addDays, istInstant } from '../../schema/time.ts'
import type { PriceBoard } from '../live/PriceBoard.ts'
import { parseInput } from '../server/parseInput.ts'
import { rupees } from '../server/rupees.ts'
import { historyInput, pageInput } from './input.ts'
import { toTrade, tradeRelations } from './toTrade.ts'
import { winRate } from './winRate.ts'

/** UUIDv7 ids grow with time, so trades of one minute have an order too. */
const LATEST_FIRST = [{ entryTime: 'desc' }, { id: 'desc' }] satisfies Prisma.TradeOrderByWithRelationInput[]

/** A user's trades. */
export class TradeService {
  readonly #db: Database
  readonly #prices: PriceBoard
  constructor(db: Database, prices: PriceBoard) {
    this.#db = db
    this.#prices = prices
  }

  /** Running trades with their last prices, latest entry first. */
  async live(userId: string): Promise<Trade[]> {
    return this.#find({ userId, status: 'RUNNING' })
  }

  /** Running and closed trades, latest entry first. `input`: limit and offset, bounded by LIMITS.history. */
  async all(userId: string, input: unknown): Promise<Trade[]> {
    return this.#find({ userId }, pageOf(parseInput(pageInput, input)))
  }

  /** Closed trades by entry date (India), latest entry first, and the totals of all that match. Throws BAD_USER_INPUT. */
  async history(userId: string, input: unknown): Promise<TradeHistory> {
    const { strategyId, fromDate, toDate, ...page } = parseInput(historyInput, input ?? {})
    const where = {
      userId,
      status: { not: 'RUNNING' },
      ...(strategyId ? { strategyId } : {}),
      entryTime: {
        ...(fromDate ? { gte: new Date(istInstant(fromDate, 0)) } : {}),
        ...(toDate ? { lt: new Date(istInstant(addDays(toDate, 1), 0)) } : {}),
      },
    } satisfies Prisma.TradeWhereInput
    const [trades, totals, gained] = await Promise.all([
      this.#find(where, pageOf(page)),
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

  /** The trades of these ids as they are now, each with its owner; in no particular order. */
  async byIds(ids: readonly string[]): Promise<{ readonly userId: string; readonly trade: Trade }[]> {
    const rows = await this.#db.trade.findMany({ where: { id: { in: [...ids] } }, include: tradeRelations })
    return rows.map((row) => ({ userId: row.userId, trade: toTrade(row, this.#prices) }))
  }

  async #find(where: Prisma.TradeWhereInput, page: Page = {}): Promise<Trade[]> {
    const rows = await this.#db.trade.findMany({ where, include: tradeRelations, orderBy: LATEST_FIRST, ...page })
    return rows.map((row) => toTrade(row, this.#prices))
  }
}

type Page = { readonly take?: number; readonly skip?: number }

function pageOf(asked: { readonly limit?: number | null | undefined; readonly offset?: number | null | undefined }): Page {
  return { take: asked.limit ?? LIMITS.history.default, skip: asked.offset ?? 0 }
}
