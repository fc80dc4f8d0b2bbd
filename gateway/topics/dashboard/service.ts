import type { Database } from '../../../prisma/client.ts'
import type { Dashboard, TodayStats } from '../../../schema/graphql/dashboard.ts'
import type { Trade } from '../../../schema/graphql/trades.ts'
import { fromRupees, paise, toRupees } from '../../../schema/money.ts'
import { shownModes, type TradeMode } from '../../../schema/TradeMode.ts'
import type { EngineStates } from '../market/EngineStates.ts'
import { rupees } from '../../kit/rupees.ts'
import type { TradeService } from '../trades/service.ts'

/** What is counted and added up of a user's market day, in one mode. Amounts in paise. */
interface DayRow {
  readonly mode: TradeMode
  readonly closedPnL: bigint
  readonly closedNet: bigint
  readonly totalTrades: number
  readonly fundsUsed: bigint
}

/** The user's subscriptions. */
interface Subscribed {
  readonly activePaper: number
  readonly activeLive: number
  readonly isLive: boolean
}

/** What the dashboard shows of a user's market day. Raw SQL: counts and sums by mode in one statement (FILTER). */
export class DashboardService {
  readonly #db: Database
  readonly #engine: EngineStates
  readonly #trades: TradeService
  constructor(db: Database, engine: EngineStates, trades: TradeService) {
    this.#db = db
    this.#engine = engine
    this.#trades = trades
  }

  /** The market day so far of each mode apart, and all running trades. In one set of figures, whoever trades live is shown what is live. */
  async dashboard(userId: string): Promise<Dashboard> {
    const [{ activePaper, activeLive, isLive, days }, liveTrades] = await Promise.all([this.#day(userId), this.#trades.live(userId)])
    const active = { PAPER: activePaper, LIVE: activeLive }
    const traded = new Set<TradeMode>([...days, ...liveTrades].map(({ mode }) => mode))
    const byMode = shownModes((mode) => traded.has(mode) || (mode === 'LIVE' && isLive)).map((mode) =>
      statsOf(mode, { days, liveTrades, active: active[mode] }),
    )
    return { todayStats: { ...byMode[0]!, activeStrategies: activePaper + activeLive }, byMode, liveTrades }
  }

  async #day(userId: string): Promise<Subscribed & { readonly days: readonly DayRow[] }> {
    const dayStart = await this.#engine.marketDayStart()
    const rows = await this.#db.$queryRaw<(Subscribed & (DayRow | { readonly mode: null }))[]>`
      SELECT subscribed.*, day.* FROM (
        SELECT (count(*) FILTER (WHERE "isActive" AND mode = 'PAPER'))::int AS "activePaper",
               (count(*) FILTER (WHERE "isActive" AND mode = 'LIVE'))::int AS "activeLive", coalesce(bool_or(mode = 'LIVE'), FALSE) AS "isLive"
        FROM "Subscription" WHERE "userId" = ${userId}::uuid AND "endedAt" IS NULL
      ) subscribed LEFT JOIN (
        SELECT mode,
               coalesce(sum("grossPaise") FILTER (WHERE "exitTime" >= ${dayStart}), 0)::bigint AS "closedPnL",
               coalesce(sum("netPaise") FILTER (WHERE "exitTime" >= ${dayStart}), 0)::bigint AS "closedNet",
               (count(*) FILTER (WHERE "entryTime" >= ${dayStart}))::int AS "totalTrades",
               coalesce(sum("fundUsedPaise") FILTER (WHERE "entryTime" >= ${dayStart}), 0)::bigint AS "fundsUsed"
        FROM "Trade" WHERE "userId" = ${userId}::uuid AND ("entryTime" >= ${dayStart} OR "exitTime" >= ${dayStart})
        GROUP BY mode
      ) day ON TRUE`
    const [first] = rows
    if (!first) throw new Error('an aggregate without GROUP BY has one row')
    const { activePaper, activeLive, isLive } = first
    return { activePaper, activeLive, isLive, days: rows.filter((row) => row.mode !== null) }
  }
}

interface Counted {
  readonly days: readonly DayRow[]
  readonly liveTrades: readonly Trade[]
  /** Subscriptions of the mode that may open trades. */
  readonly active: number
}

function statsOf(mode: TradeMode, { days, liveTrades, active }: Counted): TodayStats {
  const day = days.find((row) => row.mode === mode) ?? { closedPnL: 0n, closedNet: 0n, totalTrades: 0, fundsUsed: 0n }
  const counted = liveTrades.filter((trade) => trade.mode === mode)
  return {
    mode,
    totalPnL: withOpen(day.closedPnL, counted, ({ profitLossRs }) => profitLossRs),
    totalNetPnL: withOpen(day.closedNet, counted, ({ netProfitLossRs }) => netProfitLossRs),
    closedPnL: rupees(day.closedPnL),
    closedNetPnL: rupees(day.closedNet),
    totalTrades: day.totalTrades,
    activeStrategies: active,
    todayFundsUsed: rupees(day.fundsUsed),
  }
}

/** Rupees: what is closed (paise) and these running trades; null while one of them is not known. */
function withOpen(closed: bigint, running: readonly Trade[], of: (trade: Trade) => number | null): number | null {
  let sum = Number(closed)
  for (const trade of running) {
    const one = of(trade)
    if (one === null) return null
    sum += fromRupees(one)
  }
  return toRupees(paise(sum))
}
