import type { Database } from '../../../prisma/client.ts'
import type { Dashboard } from '../../../schema/graphql/dashboard.ts'
import { fromRupees, paise, toRupees, type Paise } from '../../../schema/money.ts'
import type { EngineStates } from '../market/EngineStates.ts'
import { rupees } from '../../kit/rupees.ts'
import { openProfit } from '../trades/openProfit.ts'
import type { TradeService } from '../trades/service.ts'

/** Amounts in paise. */
interface DayRow {
  readonly closedPnL: bigint
  readonly closedNet: bigint
  readonly totalTrades: number
  readonly fundsUsed: bigint
  readonly activeStrategies: number
}

/** What the dashboard shows of a user's market day. */
export class DashboardService {
  readonly #db: Database
  readonly #engine: EngineStates
  readonly #trades: TradeService
  constructor(db: Database, engine: EngineStates, trades: TradeService) {
    this.#db = db
    this.#engine = engine
    this.#trades = trades
  }

  /** The market day so far and the running trades. */
  async dashboard(userId: string): Promise<Dashboard> {
    const [day, liveTrades] = await Promise.all([this.#day(userId), this.#trades.live(userId)])
    const open = liveTrades.reduce<Paise | null>((sum, trade) => {
      const profit = openProfit(trade)
      return sum === null || profit === null ? null : paise(sum + profit)
    }, paise(0))
    const charged = liveTrades.reduce((sum, { charges }) => sum + fromRupees(charges), 0)
    return {
      todayStats: {
        totalPnL: open === null ? null : toRupees(paise(Number(day.closedPnL) + open)),
        totalNetPnL: open === null ? null : toRupees(paise(Number(day.closedNet) + open - charged)),
        closedPnL: rupees(day.closedPnL),
        closedNetPnL: rupees(day.closedNet),
        totalTrades: day.totalTrades,
        activeStrategies: day.activeStrategies,
        todayFundsUsed: rupees(day.fundsUsed),
      },
      liveTrades,
    }
  }

  async #day(userId: string): Promise<DayRow> {
    const dayStart = await this.#engine.marketDayStart()
    const [row] = await this.#db.$queryRaw<DayRow[]>`
      SELECT coalesce(sum("grossPaise") FILTER (WHERE "exitTime" >= ${dayStart}), 0)::bigint AS "closedPnL",
             coalesce(sum("netPaise") FILTER (WHERE "exitTime" >= ${dayStart}), 0)::bigint AS "closedNet",
             (count(*) FILTER (WHERE "entryTime" >= ${dayStart}))::int AS "totalTrades",
             coalesce(sum("fundUsedPaise") FILTER (WHERE "entryTime" >= ${dayStart}), 0)::bigint AS "fundsUsed",
             (SELECT count(*)::int FROM "Subscription" WHERE "userId" = ${userId}::uuid AND "endedAt" IS NULL AND "isActive")
               AS "activeStrategies"
      FROM "Trade" WHERE "userId" = ${userId}::uuid AND ("entryTime" >= ${dayStart} OR "exitTime" >= ${dayStart})`
    if (!row) throw new Error('an aggregate without GROUP BY has one row')
    return row
  }
}
