import { v7 as uuid } from 'uuid'
import { arrayLiteral } from '../../prisma/arrayLiteral.ts'
import type { Statements } from '../../prisma/inTransaction.ts'
import { formatRupees, paise } from '../../schema/money.ts'
import type { AgentVerdict } from '../../schema/trading/agent.ts'
import type { AgentCandidate } from '../agent/trades/assessAgent.ts'
import type { EntryOrder } from '../trading/orders/orders.ts'
import type { DeniedSignal } from '../trading/signals/takeSignals.ts'
import type { StoredSignal } from './signals.ts'

/**
 * Inserts a verdict's signal, of the strategy of its kind, unless it exists: another node stored it for its own users only.
 * Raw SQL: it is inserted from its strategy, in one statement.
 */
export async function storeVerdict(tx: Statements, verdict: AgentVerdict): Promise<StoredSignal> {
  const { analysisId, market, symbol, kind, spot } = verdict
  const candleTime = new Date(verdict.candleAt)
  const side = verdict.side === 'CE' ? 'LONG' : 'SHORT'
  await tx.$executeRaw`
    INSERT INTO "Signal" (id, "strategyId", version, market, symbol, interval, "candleTime", side, "pricePaise", "analysisId")
    SELECT ${uuid()}::uuid, id, version, ${market}, ${symbol}, '1min', ${candleTime}::timestamptz, ${side}::"SignalSide", ${spot}::bigint, ${analysisId}::uuid
    FROM "Strategy" WHERE agent = ${kind}::"AgentTradeKind"
    ON CONFLICT DO NOTHING`
  const [signal] = await tx.$queryRaw<StoredSignal[]>`
    SELECT signal.id, "strategyId", signal.version, side FROM "Signal" signal JOIN "Strategy" strategy ON strategy.id = "strategyId"
    WHERE strategy.agent = ${kind}::"AgentTradeKind" AND market = ${market} AND symbol = ${symbol} AND interval = '1min'
      AND "candleTime" = ${candleTime}::timestamptz AND "analysisId" = ${analysisId}::uuid`
  if (!signal) throw new TypeError(`there is no strategy for ${kind} trades of the agent`)
  return signal
}

/** Stores why trades are about to be opened: each with the verdict's analysis. */
export async function insertAgentTrades(tx: Statements, { analysisId, kind }: AgentVerdict, entries: readonly EntryOrder[]): Promise<void> {
  const users = new Map(entries.map(({ tradeId, userId }) => [tradeId, userId]))
  if (users.size === 0) return
  await tx.$executeRaw`
    INSERT INTO "AgentTrade" ("tradeId", "userId", "analysisId", kind)
    SELECT trade, "user", ${analysisId}::uuid, ${kind}::"AgentTradeKind"
    FROM unnest(${arrayLiteral([...users.keys()])}::uuid[], ${arrayLiteral([...users.values()])}::uuid[]) AS new(trade, "user")`
}

/** Halts the agents that were denied because of what they have lost. Returns their users. */
export async function haltAgents(tx: Statements, denied: readonly DeniedSignal<AgentCandidate>[]): Promise<string[]> {
  const losses = denied.flatMap(({ candidate: { userId }, denial }) =>
    denial.reason === 'AGENT_HALTED' ? { userId, ...denial.numbers } : [],
  )
  if (losses.length === 0) return []
  const reasons = losses.map(
    ({ loss, limit }) => `It has lost ${formatRupees(paise(loss))}; its hard drawdown stop is ${formatRupees(paise(limit))}.`,
  )
  await tx.$executeRaw`
    UPDATE "AgentSettings" SET "haltedAt" = now(), "haltReason" = new.reason, version = version + 1, "updatedAt" = now()
    FROM unnest(${arrayLiteral(losses.map(({ userId }) => userId))}::uuid[], ${arrayLiteral(reasons)}::text[]) AS new("user", reason)
    WHERE "userId" = new."user" AND "haltedAt" IS NULL`
  return losses.map(({ userId }) => userId)
}
