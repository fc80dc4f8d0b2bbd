import { z } from 'zod'
import { v7 as uuid } from 'uuid'
import { arrayLiteral } from '../../prisma/arrayLiteral.ts'
import type { Statements } from '../../prisma/inTransaction.ts'
import { paise } from '../../schema/money.ts'
import type { AgentVerdict } from '../../schema/trading/agent.ts'
import { agentRecord } from '../../schema/trading/agentRecord.ts'
import type { TradeMode } from '../../schema/TradeMode.ts'
import { tradableOf } from '../agent/recordOf.ts'
import type { ApprovedProposal, SpokenOffer } from '../agent/trades/AgentTradeRecords.ts'
import type { AgentCandidate } from '../agent/trades/assessAgent.ts'
import type { TakenSignal } from '../trading/signals/takeSignals.ts'
import { contractColumn } from './contractColumn.ts'

/**
 * Stores proposals to users, each for what his own limits would buy. A user has one per index at a time: the one before is over.
 * Returns whom to notify.
 * Raw SQL: one statement for a batch of users (unnest).
 */
export async function insertProposals(
  tx: Statements,
  { analysisId, symbol, kind }: AgentVerdict,
  { premium, until }: SpokenOffer,
  asking: readonly TakenSignal<AgentCandidate>[],
): Promise<{ readonly id: string; readonly userId: string }[]> {
  if (asking.length === 0 || premium === null) return []
  const rows = asking.map(({ candidate, signalId, plan: { legs } }) => {
    const { contract, quantity } = legs[0]!
    return { id: uuid(), userId: candidate.userId, mode: candidate.mode, signalId, contract, lots: quantity / contract.lotSize }
  })
  const column = (pick: (row: (typeof rows)[number]) => string | number) => arrayLiteral(rows.map(pick))
  await tx.$executeRaw`
    UPDATE "AgentProposal" SET answer = 'EXPIRED'
    WHERE answer = 'PENDING' AND symbol = ${symbol} AND "userId" = ANY(${column(({ userId }) => userId)}::uuid[])`
  // One verdict, one option.
  const contract = JSON.stringify(rows[0]!.contract)
  await tx.$executeRaw`
    INSERT INTO "AgentProposal" (id, "userId", "analysisId", "signalId", symbol, kind, mode, contract, lots, "premiumPaise", "expiresAt")
    SELECT id, "user", ${analysisId}::uuid, signal, ${symbol}, ${kind}::"AgentTradeKind", mode, ${contract}::jsonb, lots, ${premium}::bigint,
      ${new Date(until)}::timestamptz
    FROM unnest(${column(({ id }) => id)}::uuid[], ${column(({ userId }) => userId)}::uuid[], ${column((row) => row.signalId)}::uuid[],
      ${column(({ mode }) => mode)}::"TradeMode"[], ${column(({ lots }) => lots)}::int[]) AS new(id, "user", signal, mode, lots)`
  return rows
}

const storedTime = z.date().transform((at) => at.getTime())
const approvedRow = z.object({
  ...{ id: z.uuid(), userId: z.uuid(), analysisId: z.uuid(), record: agentRecord, mode: z.custom<TradeMode>(), contract: contractColumn },
  ...{ lots: z.int(), premium: z.number().transform(paise), madeAt: storedTime, expiresAt: storedTime },
})

/** Approvals of users in `partitions` in a market without a decision, the first answer first. */
export async function findApproved(db: Statements, market: string, partitions: readonly number[]): Promise<ApprovedProposal[]> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT proposal.id, proposal."userId", proposal."analysisId", analysis.record, proposal.mode, proposal.contract, proposal.lots,
      proposal."premiumPaise"::float8 AS premium, proposal."createdAt" AS "madeAt", proposal."expiresAt"
    FROM "AgentProposal" proposal JOIN "AgentAnalysis" analysis ON analysis.id = proposal."analysisId" AND analysis.market = ${market}
    WHERE proposal.answer = 'APPROVED' AND proposal."decidedAt" IS NULL AND user_partition(proposal."userId") = ANY(${[...partitions]}::int[])
    ORDER BY proposal."answeredAt", proposal.id`
  return rows.map((row) => {
    const { analysisId, record, ...proposal } = approvedRow.parse(row)
    const verdict = tradableOf(analysisId, record)
    if (!verdict) throw new TypeError(`proposal ${proposal.id} is of an analysis that nothing can be traded on`)
    return { ...proposal, verdict }
  })
}

/** Whether a proposal still waits to be decided on, by a user in `partitions`; nobody else decides on it until the transaction ends. */
export async function lockApproved(tx: Statements, id: string, partitions: readonly number[]): Promise<boolean> {
  const found = await tx.$queryRaw<object[]>`
    SELECT FROM "AgentProposal" WHERE id = ${id}::uuid AND answer = 'APPROVED' AND "decidedAt" IS NULL
      AND user_partition("userId") = ANY(${[...partitions]}::int[]) FOR UPDATE`
  return found.length > 0
}

/** Stores the outcome of an approved proposal: a trade to open, a denial, or neither for a user who may no longer trade. */
export async function endProposal(tx: Statements, id: string, tradeId: string | null, denialId: string | null): Promise<void> {
  await tx.$executeRaw`
    UPDATE "AgentProposal" SET "decidedAt" = now(), "tradeId" = ${tradeId}::uuid, "denialId" = ${denialId}::uuid WHERE id = ${id}::uuid`
}
