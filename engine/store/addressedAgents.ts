import { v7 as uuid } from 'uuid'
import { arrayLiteral } from '../../prisma/arrayLiteral.ts'
import { Prisma } from '../../prisma/generated/client.ts'
import type { Statements } from '../../prisma/inTransaction.ts'
import { unmetAgentGates } from '../../prisma/liveGates/unmetAgentGates.ts'
import { MAY_OPEN_TRADES } from '../../prisma/mayOpenTrades.ts'
import type { AllowLive } from '../../schema/allowLive.ts'
import { paise } from '../../schema/money.ts'
import type { Instant } from '../../schema/time.ts'
import type { AgentStep, AgentVerdict } from '../../schema/trading/agent.ts'
import { AGENT_GATES, type EntryGate } from '../../schema/trading/agentGates.ts'
import type { AgentBar, KillScope } from '../../schema/trading/denials.ts'
import type { TradeMode } from '../../schema/TradeMode.ts'
import type { ApprovedProposal, ScanMinutes } from '../agent/trades/AgentTradeRecords.ts'
import type { AgentCandidate } from '../agent/trades/assessAgent.ts'
import type { AddressedSignal } from '../trading/signals/takeSignals.ts'
import { closedOn, marketDay } from './marketDay.ts'
import { killScope } from './killScope.ts'
import type { StoredSignal } from './signals.ts'

/** The stored signal of a verdict. */
export interface SpokenVerdict {
  readonly verdict: AgentVerdict
  readonly signal: StoredSignal
  /** Whose users are concerned. */
  readonly partitions: readonly number[]
  /** Market time. */
  readonly now: Instant
  /** Whom it concerns: all users whose interval came round with this scan, or the one user who has approved what was proposed to him. */
  readonly asked: ScanMinutes | ApprovedProposal
}

interface CandidateRow {
  readonly userId: string
  /** Null: this is the user's first verdict of this kind. */
  readonly subscriptionId: string | null
  readonly mode: TradeMode
  readonly enabled: boolean
  readonly halted: boolean
  readonly step: AgentStep
  /** Whether it would be the first live order on this index since the user confirmed it. */
  readonly isFirst: boolean
  /** Whether the verdict's index and lookback are in the mandate. */
  readonly looks: boolean
  readonly exploration: boolean
  readonly capital: number
  readonly lots: number
  readonly risk: number
  readonly maxTrades: number
  readonly softDrawdown: number | null
  readonly hardDrawdown: number | null
  readonly killed: KillScope | null
  readonly tradesToday: number
  readonly openTrades: number
  readonly lossToday: number
  readonly lossCounted: number
}

const NONE: readonly EntryGate[] = []

/**
 * The users in `partitions` whom a verdict concerns. At its scan: whose agents look at it and have not answered it, switched on, not
 * halted, beyond mere observing, with its lookback, index and, of an exploratory one, with exploration on paper; those whose interval has
 * come round since the scan before. Of an approved proposal: its user, whatever bars his agent now. Never a user for whom nothing may be
 * opened. Trades and losses are of both kinds,
 * proven and exploratory, and of the mode that the agent trades in now. Gives
 * a user concerned for the first time the subscription of his trades. A constant number of statements.
 * Raw SQL: sums of each user's trades and entries (LATERAL).
 */
export async function addressedAgents(
  tx: Statements,
  spoken: SpokenVerdict,
  allowed: AllowLive,
): Promise<AddressedSignal<AgentCandidate>[]> {
  const { verdict, signal, asked } = spoken
  const rows = await candidateRows(tx, spoken)
  const subscriptionIds = await subscriptionsOf(tx, rows, signal)
  const live = rows.flatMap(({ userId, mode }) => (mode === 'LIVE' ? userId : []))
  const unmet = live.length === 0 ? null : await unmetAgentGates(tx, live, { market: verdict.market, allowed, now: Date.now() })
  return rows.map((row): AddressedSignal<AgentCandidate> => {
    const { userId, mode, killed, tradesToday, openTrades } = row
    return {
      signalId: signal.id,
      side: signal.side,
      candidate: {
        ...{ subscriptionId: subscriptionIds.get(userId)!, userId, strategyId: signal.strategyId, version: signal.version },
        ...{ mode, unmetGates: mode === 'LIVE' ? (unmet?.get(userId)?.get(verdict.symbol) ?? AGENT_GATES) : NONE },
        ...{ killed, tradesToday, openTrades },
        ...{ asks: row.step === 'APPROVE' || row.isFirst, bar: 'mode' in asked ? barOf(row, verdict, asked) : null },
        settings: {
          ...{ capital: paise(row.capital), lots: row.lots, risk: paise(row.risk), maxTrades: row.maxTrades },
          lossToday: paise(row.lossToday),
          softDrawdown: row.softDrawdown === null ? null : paise(row.softDrawdown),
          lossCounted: paise(row.lossCounted),
          hardDrawdown: row.hardDrawdown === null ? null : paise(row.hardDrawdown),
        },
      },
    }
  })
}

/** The first thing that bars what a user has approved. */
function barOf(
  { enabled, halted, step, mode, looks, exploration }: CandidateRow,
  { kind }: AgentVerdict,
  asked: ApprovedProposal,
): AgentBar | null {
  if (!enabled) return 'OFF'
  if (halted) return 'HALTED'
  if (step === 'OBSERVE') return 'OBSERVES'
  if (mode !== asked.mode) return 'MODE'
  if (!looks) return 'MANDATE'
  return kind === 'EXPLORATORY' && !exploration ? 'EXPLORATION' : null
}

/** Condition on agent: users whom a verdict concerns. */
function addressees({ verdict: { symbol, lookback, kind }, asked }: SpokenVerdict): Prisma.Sql {
  if ('mode' in asked) return Prisma.sql`agent."userId" = ${asked.userId}::uuid`
  return Prisma.sql`agent.enabled AND agent."haltedAt" IS NULL AND agent.step <> 'OBSERVE'
    AND agent."lookbackPeriod" = ${lookback} AND ${symbol} = ANY(agent.symbols)
    AND (${kind} = 'PROVEN' OR agent.exploration AND agent."paperTrade")
    AND ${asked.minute}::int / agent."analysisIntervalMinutes" > ${asked.since}::int / agent."analysisIntervalMinutes"`
}

/**
 * Facts about a user are looked up by index, user by user: a plan of joins still treats a signal that thousands have just
 * answered as unanswered.
 */
async function candidateRows(tx: Statements, spoken: SpokenVerdict): Promise<CandidateRow[]> {
  const { verdict, signal, partitions, now, asked } = spoken
  const { market, symbol, lookback } = verdict
  const day = marketDay(now)
  const answered =
    'mode' in asked
      ? Prisma.empty
      : Prisma.sql`
        AND NOT (SELECT EXISTS (SELECT FROM "Denial" WHERE "subscriptionId" = subscription.id AND "signalId" = ${signal.id}::uuid))
        AND NOT (SELECT EXISTS (SELECT FROM "AgentProposal" WHERE "userId" = agent."userId" AND "analysisId" = ${verdict.analysisId}::uuid))`
  return tx.$queryRaw<CandidateRow[]>`
    WITH kinds AS MATERIALIZED (SELECT id FROM "Strategy" WHERE agent IS NOT NULL),
    addressed AS MATERIALIZED (
      SELECT agent.*, subscription.id AS "subscriptionId", (CASE WHEN agent."paperTrade" THEN 'PAPER' ELSE 'LIVE' END)::"TradeMode" AS mode
      FROM "AgentSettings" agent
      JOIN "User" "user" ON "user".id = agent."userId" AND ${MAY_OPEN_TRADES}
      LEFT JOIN "Subscription" subscription ON subscription."userId" = agent."userId" AND subscription."strategyId" = ${signal.strategyId}::uuid
      WHERE ${addressees(spoken)}
        AND user_partition(agent."userId") = ANY(${[...partitions]}::int[])
        AND NOT (SELECT EXISTS (SELECT FROM "Order" WHERE "subscriptionId" = subscription.id AND "signalId" = ${signal.id}::uuid)) ${answered}
    )
    SELECT addressed."userId", "subscriptionId", addressed.mode,
      NOT "paperTrade" AND NOT EXISTS (
        SELECT FROM "AgentConfirmation" typed
        JOIN "Order" sent ON sent."subscriptionId" = addressed."subscriptionId" AND sent.mode = 'LIVE' AND sent.purpose = 'ENTRY'
          AND sent."createdAt" >= typed."confirmedAt" AND sent.contract->>'index' = ${symbol}
        WHERE typed."userId" = addressed."userId" AND typed.symbol = ${symbol}) AS "isFirst",
      enabled, "haltedAt" IS NOT NULL AS halted, step, exploration, "lookbackPeriod" = ${lookback} AND ${symbol} = ANY(symbols) AS looks,
      "capitalPaise"::float8 AS capital, "quantityLots" AS lots, floor("capitalPaise" * "riskPerTrade"::numeric)::float8 AS risk,
      "maxTradesPerDay" AS "maxTrades", "softDrawdownPaise"::float8 AS "softDrawdown", "hardDrawdownPaise"::float8 AS "hardDrawdown",
      ${killScope(Prisma.sql`addressed."userId"`, Prisma.sql`${signal.strategyId}::uuid`)} AS killed,
      (traded.today + entering.total)::int AS "tradesToday", (traded.here + entering.here)::int AS "openTrades",
      coalesce(traded."lossToday", 0)::float8 AS "lossToday", coalesce(traded."lossCounted", 0)::float8 AS "lossCounted"
    FROM addressed
    CROSS JOIN LATERAL (
      SELECT count(DISTINCT entry."tradeId") AS total,
             count(DISTINCT entry."tradeId") FILTER (WHERE made.symbol = ${symbol} AND made.side = ${signal.side}::"SignalSide") AS here
      FROM "Order" entry
      JOIN "Signal" made ON made.id = entry."signalId" AND made.market = ${market} AND made."strategyId" IN (SELECT id FROM kinds)
      WHERE entry."userId" = addressed."userId" AND entry.mode = addressed.mode AND entry."isOpen" AND entry.purpose = 'ENTRY' AND entry."filledQuantity" = 0
        AND NOT EXISTS (SELECT FROM "Trade" trade WHERE trade.id = entry."tradeId")
    ) AS entering
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE trade."entryTime" >= ${day.from}::timestamptz AND trade."entryTime" < ${day.to}::timestamptz) AS today,
             count(*) FILTER (WHERE trade.status = 'RUNNING' AND trade.index = ${symbol} AND trade.signal = ${signal.side}::"SignalSide") AS here,
             -sum(trade."netPaise") FILTER (WHERE ${closedOn(market, now)}) AS "lossToday",
             -sum(trade."netPaise") FILTER (WHERE trade."closedAt" >= addressed."countedFrom") AS "lossCounted"
      FROM "Trade" trade
      WHERE trade."userId" = addressed."userId" AND trade.mode = addressed.mode AND trade.market = ${market}
        AND trade."strategyId" IN (SELECT id FROM kinds)
    ) AS traded
    ORDER BY addressed."userId"`
}

/** By user: the subscription that his trades of this kind belong to. It is ended from the start, so that nothing takes it for a strategy of his. */
async function subscriptionsOf(
  tx: Statements,
  rows: readonly CandidateRow[],
  { strategyId, version }: StoredSignal,
): Promise<Map<string, string>> {
  const known = new Map(rows.map(({ userId, subscriptionId }) => [userId, subscriptionId ?? uuid()]))
  const first = rows.flatMap(({ userId, subscriptionId }) => (subscriptionId === null ? userId : []))
  if (first.length === 0) return known
  await tx.$executeRaw`
    INSERT INTO "Subscription" (id, "userId", "strategyId", version, "isActive", "endedAt")
    SELECT id, "user", ${strategyId}::uuid, ${version}, false, now()
    FROM unnest(${arrayLiteral(first.map((userId) => known.get(userId)!))}::uuid[], ${arrayLiteral(first)}::uuid[]) AS new(id, "user")`
  return known
}
