import { Prisma } from '../../prisma/generated/client.ts'
import type { Statements } from '../../prisma/inTransaction.ts'
import { unmetLiveGates } from '../../prisma/liveGates/unmetLiveGates.ts'
import { MAY_OPEN_TRADES } from '../../prisma/mayOpenTrades.ts'
import { OFFERED } from '../../prisma/offeredStrategies.ts'
import type { AllowLive } from '../../schema/allowLive.ts'
import type { KillScope } from '../../schema/trading/denials.ts'
import type { LiveGate } from '../../schema/trading/liveGates.ts'
import type { TradeMode } from '../../schema/TradeMode.ts'
import type { SignalSide } from '../../schema/trading/SignalSide.ts'
import type { Candidate } from '../trading/risk/assess.ts'
import type { AddressedSignal } from '../trading/signals/takeSignals.ts'
import { killScope } from './killScope.ts'
import { marketDay } from './marketDay.ts'
import type { SpokenSignals } from './exits.ts'
import { SETTINGS_COLUMNS, settingsOf, type SettingsRow } from './tradeSettings.ts'

/** An active subscription that a signal asks. */
export interface AskedCandidate extends Candidate {
  /** Whether its user is asked before an order is sent: it would be the first live one since he confirmed it. */
  readonly asks: boolean
}

/** Subscriptions in the same state for a decision: nearly all of a popular strategy. */
interface CandidatesRow extends SettingsRow {
  readonly signalId: string
  readonly side: SignalSide
  readonly strategyId: string
  readonly version: number
  /** Consecutive ids, comma-separated, and their users' ids. */
  readonly subscriptions: string
  readonly users: string
  readonly mode: TradeMode
  readonly asks: boolean
  readonly killed: KillScope | null
  readonly tradesToday: number
  readonly openTrades: number
}

/**
 * Joins the signals of one index to every active subscription of users in `partitions` that trades the index by the signalling version and
 * has not answered yet, those left out for whom nothing may be opened, with its activity on the market day of `now`, in one query.
 * Strategies that are not on offer signal only for the exits of their trades. An entry counts from its intent on, as its orders first and as a trade once a unit is bought: two signals
 * in a row cannot both slip under the limit. What the subscription did in the other mode counts for none of its limits. What live subscriptions lack to trade is read by a second query, if any. Ordered by
 * subscription. `approvedBy`: only that subscription, if it is live: its user has approved one of the signals.
 * Raw SQL: all subscriptions of a strategy with their counts in one statement.
 */
export async function addressedSignals(
  tx: Statements,
  { market, index, signals, partitions, now }: SpokenSignals,
  allowLive: AllowLive,
  approvedBy: string | null = null,
): Promise<AddressedSignal<AskedCandidate>[]> {
  const day = marketDay(now)
  const whom =
    approvedBy === null
      ? Prisma.sql`NOT (subscription."firstOrderPending" AND EXISTS (
          SELECT FROM "FirstOrder" asked WHERE asked."subscriptionId" = subscription.id AND asked."signalId" = signal.id))`
      : Prisma.sql`subscription.id = ${approvedBy}::uuid AND subscription.mode = 'LIVE'`
  const rows = await tx.$queryRaw<CandidatesRow[]>`
    WITH addressed AS MATERIALIZED (
      SELECT signal.id AS "signalId", signal.side, signal."strategyId", signal.version, subscription.id, subscription."userId", subscription.mode,
             subscription.mode = 'LIVE' AND subscription."firstOrderPending" AS asks, ${SETTINGS_COLUMNS}
      FROM unnest(
        ${signals.map(({ id }) => id)}::uuid[],
        ${signals.map(({ strategyId }) => strategyId)}::uuid[],
        ${signals.map(({ version }) => version)}::int[],
        ${signals.map(({ side }) => side)}::"SignalSide"[]
      ) AS signal(id, "strategyId", version, side)
      JOIN "StrategyVersion" strategy ON strategy."strategyId" = signal."strategyId" AND strategy.version = signal.version
      JOIN "Subscription" subscription ON subscription."strategyId" = signal."strategyId" AND subscription.version = signal.version
      JOIN "Strategy" ON "Strategy".id = subscription."strategyId" AND ${OFFERED}
      JOIN "User" "user" ON "user".id = subscription."userId" AND ${MAY_OPEN_TRADES}
      WHERE subscription."isActive" AND subscription."endedAt" IS NULL AND ${whom}
        AND user_partition(subscription."userId") = ANY(${[...partitions]}::int[])
        AND ${index} = ANY(CASE WHEN cardinality(subscription.instruments) > 0 THEN subscription.instruments ELSE strategy.instruments END)
        AND NOT EXISTS (SELECT FROM "Order" WHERE "subscriptionId" = subscription.id AND "signalId" = signal.id)
        AND NOT EXISTS (SELECT FROM "Denial" WHERE "subscriptionId" = subscription.id AND "signalId" = signal.id)
    ), entering AS (
      SELECT addressed.id, addressed."signalId", count(DISTINCT entry."tradeId") AS total,
             count(DISTINCT entry."tradeId") FILTER (WHERE signal.symbol = ${index} AND signal.side = addressed.side) AS here
      FROM addressed
      JOIN "Order" entry ON entry."subscriptionId" = addressed.id AND entry.mode = addressed.mode
        AND entry.purpose = 'ENTRY' AND entry."filledQuantity" = 0 AND entry."isOpen"
        AND NOT EXISTS (SELECT FROM "Trade" trade WHERE trade.id = entry."tradeId")
      JOIN "Signal" signal ON signal.id = entry."signalId" AND signal.market = ${market}
      GROUP BY addressed.id, addressed."signalId"
    ), entered AS (
      SELECT addressed.id, addressed."signalId",
             count(*) FILTER (WHERE trade."entryTime" >= ${day.from}::timestamptz AND trade."entryTime" < ${day.to}::timestamptz) AS today,
             count(*) FILTER (WHERE trade.status = 'RUNNING' AND trade.index = ${index} AND trade.signal = addressed.side) AS here
      FROM addressed
      JOIN "Trade" trade ON trade."subscriptionId" = addressed.id AND trade.mode = addressed.mode AND trade.market = ${market}
        AND (trade."entryTime" >= ${day.from}::timestamptz OR trade.status = 'RUNNING')
      GROUP BY addressed.id, addressed."signalId"
    )
    SELECT "signalId", side, "strategyId", version, string_agg(id::text, ',') AS subscriptions, string_agg("userId"::text, ',') AS users,
           mode, asks, "windowStart", "windowEnd", "maxTrades", lots, "takeProfitPercent", "stopLossPercent", "trailingStopPercent",
           "takeProfitPaise", "stopLossPaise", "riskPaise", "sizeByRisk", killed, "tradesToday", "openTrades"
    FROM (
      SELECT addressed.*, ${killScope(Prisma.sql`addressed."userId"`, Prisma.sql`addressed."strategyId"`)} AS killed,
             (coalesce(entered.today, 0) + coalesce(entering.total, 0))::int AS "tradesToday",
             (coalesce(entered.here, 0) + coalesce(entering.here, 0))::int AS "openTrades"
      FROM addressed
      LEFT JOIN entering USING (id, "signalId")
      LEFT JOIN entered USING (id, "signalId")
      ORDER BY addressed.id
    ) AS standing
    GROUP BY "signalId", side, "strategyId", version, mode, asks, "windowStart", "windowEnd", "maxTrades", lots, "takeProfitPercent",
             "stopLossPercent", "trailingStopPercent", "takeProfitPaise", "stopLossPaise", "riskPaise", "sizeByRisk", killed, "tradesToday", "openTrades"`
  const live = rows.flatMap(({ mode, subscriptions }) => (mode === 'LIVE' ? subscriptions.split(',') : []))
  const unmet = live.length === 0 ? NOTHING_LIVE : await unmetLiveGates(tx, live, allowLive, Date.now())
  return rows.flatMap((row) => addressedSignalsOf(row, unmet)).sort(bySubscription)
}

const NOTHING_LIVE: ReadonlyMap<string, readonly LiveGate[]> = new Map()
const NONE: readonly LiveGate[] = []

/** Written out, not spread: there are thousands. Equal parts are shared. `unmet`: the gates that live subscriptions lack. */
function addressedSignalsOf(row: CandidatesRow, unmet: ReadonlyMap<string, readonly LiveGate[]>): AddressedSignal<AskedCandidate>[] {
  const { signalId, side, strategyId, version, mode, asks, killed, tradesToday, openTrades } = row
  const settings = settingsOf(row)
  const users = row.users.split(',')
  return row.subscriptions.split(',').map((subscriptionId, i) => {
    const userId = users[i]
    if (userId === undefined) throw new RangeError(`subscription ${subscriptionId} has no user`)
    const gates = mode === 'LIVE' ? unmet.get(subscriptionId) : NONE
    if (!gates) throw new RangeError(`the gates of live subscription ${subscriptionId} are missing`)
    return {
      signalId,
      side,
      candidate: { subscriptionId, userId, strategyId, version, mode, asks, unmetGates: gates, settings, killed, tradesToday, openTrades },
    }
  })
}

function bySubscription({ candidate: a }: AddressedSignal, { candidate: b }: AddressedSignal): number {
  return a.subscriptionId < b.subscriptionId ? -1 : a.subscriptionId > b.subscriptionId ? 1 : 0
}
