import type { Database } from '../../../prisma/client.ts'
import type { TradeMode } from '../../../prisma/generated/client.ts'
import type { StrategyRecord } from '../../../schema/graphql/strategyPage.ts'
import { paise, toRupees } from '../../../schema/money.ts'
import { addDays, istDate, istInstant, type Instant, type IsoDate } from '../../../schema/time.ts'
import { deepestDrawdown, equityOf, thinnedEquity, type EquityPoint } from '../../../schema/trading/equityOf.ts'
import { toPoint } from '../reports/toReport.ts'
import { OF_THIS_MARKET } from '../strategies/recordedPerformance.ts'
import { winRate } from '../trades/winRate.ts'

/** A market day of all versions together, amounts in paise; what is open is so at its last update. */
interface DayRow {
  readonly mode: TradeMode
  readonly day: IsoDate
  readonly trades: number
  readonly gained: number
  readonly gross: number
  readonly net: number
  readonly open: number
  readonly unpriced: number
  readonly openNet: number
  /** Whether what is open is so now. */
  readonly isNow: boolean
}

/** Where the strategy stood at the latest update, and the deepest drawdown that any has seen; amounts in paise, times in milliseconds. */
interface SeenRow {
  readonly mode: TradeMode
  readonly high: number
  readonly worst: number
  readonly worstEquity: number
  readonly worstAt: Instant
  readonly seenAt: Instant
}

const NOTHING: StrategyRecord = {
  ...{
    trades: 0,
    winRate: null,
    gross: 0,
    charges: 0,
    net: 0,
    openTrades: 0,
    openUnpriced: 0,
    openNet: 0,
    worstDrawdown: 0,
    firstTradeAt: null,
    lastTradeAt: null,
    equity: [],
  },
}

/**
 * A strategy's record as the engines last counted it, paper and live apart, all versions together, with its open trades as they last valued
 * them; in one statement that costs the same however many trades there are.
 * Raw SQL: sums by day, closed and open side by side (FULL JOIN).
 */
export async function strategyRecords(db: Database, strategyId: string): Promise<Readonly<Record<TradeMode, StrategyRecord>>> {
  // As one value: it is read sooner than a thousand rows of ten columns.
  const [{ rows, seen } = { rows: null, seen: null }] = await db.$queryRaw<
    { rows: readonly DayRow[] | null; seen: readonly SeenRow[] | null }[]
  >`
    SELECT json_agg(days ORDER BY day) AS rows, (
      SELECT json_agg(json_build_object('mode', mode, 'high', "highPaise", 'worst', "worstDrawdownPaise", 'worstEquity', "worstEquityPaise",
        'worstAt', (extract(epoch FROM "worstAt") * 1000)::bigint, 'seenAt', (extract(epoch FROM "seenAt") * 1000)::bigint))
      FROM "StrategyEquity" WHERE "strategyId" = ${strategyId}::uuid AND ${OF_THIS_MARKET}
    ) AS seen FROM (
      SELECT mode::text, day::text, coalesce(trades, 0) AS trades, coalesce(gained, 0) AS gained, coalesce(gross, 0) AS gross,
        coalesce(net, 0) AS net, coalesce(open, 0) AS open, coalesce(unpriced, 0) AS unpriced, coalesce("openNet", 0) AS "openNet",
        coalesce("isNow", false) AS "isNow"
      FROM (
        SELECT mode, day, sum(trades)::int AS trades, sum(gained)::int AS gained, sum("grossPaise")::float8 AS gross,
          sum("netPaise")::float8 AS net
        FROM "StrategyDay" WHERE "strategyId" = ${strategyId}::uuid AND ${OF_THIS_MARKET}
        GROUP BY mode, day HAVING sum(trades) > 0
      ) closed FULL JOIN (
        SELECT mode, day, sum(trades)::int AS open, sum(unpriced)::int AS unpriced, sum("netPaise")::float8 AS "openNet",
          bool_or("isCurrent") AS "isNow"
        FROM "StrategyOpenDay" WHERE "strategyId" = ${strategyId}::uuid AND ${OF_THIS_MARKET}
        GROUP BY mode, day
      ) open USING (mode, day)
    ) days`
  const recordOf = (mode: TradeMode) =>
    toRecord(
      (rows ?? []).filter((row) => row.mode === mode),
      (seen ?? []).find((row) => row.mode === mode) ?? null,
    )
  return { PAPER: recordOf('PAPER'), LIVE: recordOf('LIVE') }
}

function toRecord(days: readonly DayRow[], seen: SeenRow | null): StrategyRecord {
  if (days.length === 0) return NOTHING
  const closed = days.filter((day) => day.trades > 0)
  const [first, last] = [closed[0], closed.at(-1)]
  const now = days.findLast(({ isNow }) => isNow)
  const sum = (name: 'trades' | 'gained' | 'gross' | 'net') => days.reduce((total, day) => total + day[name], 0)
  const [trades, gross, net] = [sum('trades'), sum('gross'), sum('net')]
  const ends = equityOf(
    // What was open the day before is closed now, or valued again.
    days.map((day, i) => ({ exitTime: endOf(day.day, seen), net: day.net + day.openNet - (days[i - 1]?.openNet ?? 0) })),
    paise(0),
  )
  const equity = seen ? withSeen(ends, seen) : ends
  return {
    trades,
    winRate: winRate(sum('gained'), trades),
    ...{ gross: toRupees(paise(gross)), charges: toRupees(paise(gross - net)), net: toRupees(paise(net)) },
    worstDrawdown: toRupees(deepestDrawdown(equity)?.amount ?? paise(0)),
    ...{ openTrades: now?.open ?? 0, openUnpriced: now?.unpriced ?? 0, openNet: toRupees(paise(now?.openNet ?? 0)) },
    firstTradeAt: first ? new Date(istInstant(first.day, 0)) : null,
    lastTradeAt: last ? new Date(endOf(last.day, seen)) : null,
    equity: thinnedEquity(equity).map(toPoint),
  }
}

/**
 * The ends of days, with the deepest drawdown where it was seen, unless it was at one of them. The latest end is as far below the highest
 * equity as that update saw, and never further than the deepest: between an update's steps what has just been closed counts twice.
 */
function withSeen(ends: readonly EquityPoint[], { high, worst, worstEquity, worstAt, seenAt }: SeenRow): EquityPoint[] {
  const last = ends.at(-1)
  const measured =
    last?.at === seenAt ? [...ends.slice(0, -1), { ...last, drawdown: paise(Math.min(worst, Math.max(0, high - last.equity))) }] : [...ends]
  if (worst === 0 || measured.some(({ drawdown }) => drawdown >= worst)) return measured
  const deepest = { at: worstAt, equity: paise(worstEquity), drawdown: paise(worst) }
  const place = measured.findIndex(({ at }) => at > worstAt)
  return place === -1 ? [...measured, deepest] : measured.toSpliced(place, 0, deepest)
}

/** The last moment of a day in India; of the day of the latest update, that update. */
function endOf(day: IsoDate, seen: SeenRow | null): Instant {
  return seen && istDate(seen.seenAt) === day ? seen.seenAt : istInstant(addDays(day, 1), 0) - 1
}
