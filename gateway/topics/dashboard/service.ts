import type { Database } from '../../../prisma/client.ts'
import type { Dashboard } from '../../../schema/graphql/dashboard.ts'
import { fromRupees, paise, toRupees, type Paise } from '../../../schema/money.ts'
import type { TradeMode } from '../../../schema/TradeMode.ts'
import type { EngineStates } from '../market/EngineStates.ts'
import { rupees } from '../../kit/rupees.ts'
import { openProfit } from '../trades/openProfit.ts'
import type { TradeService } from '../trades/service.ts'

/** Amounts in paise. */
interface DayRow {
  readonly mode: TradeMode
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

  /** The market day so far, of one mode, and all running trades. */
  async dashboard(userId: string): Promise<Dashboard> {
    const [day, liveTrades] = await Promise.all([this.#day(userId), this.#trades.live(userId)])
    const counted = liveTrades.filter(({ mode }) => mode === day.mode)
    const open = counted.reduce<Paise | null>((sum, trade) => {
      const profit = openProfit(trade)
      return sum === null || profit === null ? null : paise(sum + profit)
    }, paise(0))
    const charged = counted.reduce((sum, { charges }) => sum + fromRupees(charges), 0)
    return {
      todayStats: {
        mode: day.mode,
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
      WITH day AS MATERIALIZED (
        SELECT mode, "entryTime", "exitTime", "grossPaise", "netPaise", "fundUsedPaise"
        FROM "Trade" WHERE "userId" = ${userId}::uuid AND ("entryTime" >= ${dayStart} OR "exitTime" >= ${dayStart})
      ), shown AS (
        SELECT CASE WHEN EXISTS (SELECT FROM day WHERE mode = 'LIVE')
            OR EXISTS (SELECT FROM "Subscription" WHERE "userId" = ${userId}::uuid AND "endedAt" IS NULL AND mode = 'LIVE')
            OR EXISTS (SELECT FROM "Trade" WHERE "userId" = ${userId}::uuid AND status = 'RUNNING' AND mode = 'LIVE')
          THEN 'LIVE'::"TradeMode" ELSE 'PAPER' END AS mode
      )
      SELECT shown.mode,
             coalesce(sum("grossPaise") FILTER (WHERE "exitTime" >= ${dayStart}), 0)::bigint AS "closedPnL",
             coalesce(sum("netPaise") FILTER (WHERE "exitTime" >= ${dayStart}), 0)::bigint AS "closedNet",
             (count(*) FILTER (WHERE "entryTime" >= ${dayStart}))::int AS "totalTrades",
             coalesce(sum("fundUsedPaise") FILTER (WHERE "entryTime" >= ${dayStart}), 0)::bigint AS "fundsUsed",
             (SELECT count(*)::int FROM "Subscription" WHERE "userId" = ${userId}::uuid AND "endedAt" IS NULL AND "isActive")
               AS "activeStrategies"
      FROM shown LEFT JOIN day ON day.mode = shown.mode
      GROUP BY shown.mode`
    if (!row) throw new Error('a day has one mode')
    return row
  }
}
