import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { arrayLiteral } from '../../prisma/arrayLiteral.ts'
import { publish } from '../../prisma/bus/publish.ts'
import { Prisma } from '../../prisma/generated/client.ts'
import type { Statements } from '../../prisma/inTransaction.ts'
import { INTERVALS } from '../../schema/market/candles.ts'
import { INDEX_SYMBOLS } from '../../schema/market/indices.ts'
import { paise } from '../../schema/money.ts'
import { ORDER_SIDES } from '../../schema/trading/OrderSide.ts'
import { SIGNAL_SIDES } from '../../schema/trading/SignalSide.ts'
import type { ApprovedFirstOrder } from '../trading/signals/FirstOrderRecords.ts'
import type { AddressedSignal, TakenSignal } from '../trading/signals/takeSignals.ts'
import type { AskedCandidate } from './candidates.ts'
import { contractColumn } from './contractColumn.ts'
import { insertDenials } from './denials.ts'

/** Seconds, in real time, that a user has to say yes. */
const LIFE = 120

/**
 * Asks users to approve the first live orders that they would take. Earlier questions to users whom the signals address are dropped:
 * they were on an older signal, which this one may contradict.
 * Raw SQL: one statement for a batch of users (unnest).
 */
export async function askAnew(
  tx: Statements,
  addressed: readonly AddressedSignal<AskedCandidate>[],
  asking: readonly TakenSignal<AskedCandidate>[],
): Promise<void> {
  const waiting = addressed.flatMap(({ candidate }) => (candidate.asks ? candidate.subscriptionId : []))
  if (waiting.length === 0) return
  await dropFirstOrders(tx, Prisma.sql`"subscriptionId" = ANY(${arrayLiteral(waiting)}::uuid[])`)
  if (asking.length === 0) return
  const rows = asking.map(({ signalId, candidate, plan }) => {
    const legs = plan.legs.map(({ contract, side, quantity, premium }) => ({ contract, side, quantity, premium }))
    const [first] = plan.legs
    const lots = first?.terms.position?.lots ?? (first ? first.quantity / first.contract.lotSize : 0)
    return { id: uuid(), signalId, candidate, legs: JSON.stringify(legs), lots, funds: plan.reserved, loss: plan.loss }
  })
  const column = (pick: (row: (typeof rows)[number]) => string | number | null) => arrayLiteral(rows.map(pick))
  await tx.$executeRaw`
    INSERT INTO "FirstOrder" (id, "userId", "subscriptionId", "signalId", legs, lots, "fundsPaise", "lossPaise", "expiresAt")
    SELECT id, "user", subscription, signal, legs::jsonb, lots, funds, loss, now() + make_interval(secs => ${LIFE})
    FROM unnest(
      ${column(({ id }) => id)}::uuid[],
      ${column(({ candidate }) => candidate.userId)}::uuid[],
      ${column(({ candidate }) => candidate.subscriptionId)}::uuid[],
      ${column(({ signalId }) => signalId)}::uuid[],
      ${column(({ legs }) => legs)}::text[],
      ${column(({ lots }) => lots)}::int[],
      ${column(({ funds }) => funds)}::bigint[],
      ${column(({ loss }) => loss)}::bigint[]
    ) AS new(id, "user", subscription, signal, legs, lots, funds, loss)`
  await publish(tx, ...rows.map(({ id, candidate: { userId } }) => ({ type: 'firstOrder.asked' as const, firstOrderId: id, userId })))
}

/** Ends unanswered questions, each with a denial of its signal. `which` is a condition on "FirstOrder". */
export async function dropFirstOrders(tx: Statements, which: Prisma.Sql): Promise<void> {
  const dropped = await tx.$queryRaw<{ id: string; userId: string; subscriptionId: string; signalId: string; waitedMs: number }[]>`
    UPDATE "FirstOrder" SET answer = 'EXPIRED' WHERE answer = 'PENDING' AND ${which}
    RETURNING id, "userId", "subscriptionId", "signalId",
      (extract(epoch FROM least(now(), "expiresAt") - "createdAt") * 1000)::int AS "waitedMs"`
  const denials = await insertDenials(
    tx,
    dropped.map(({ signalId, userId, subscriptionId, waitedMs }) => {
      return { signalId, candidate: { userId, subscriptionId }, denial: { reason: 'UNANSWERED', numbers: { waitedMs } } }
    }),
  )
  await publish(
    tx,
    ...dropped.map(({ id, userId }) => ({ type: 'firstOrder.ended' as const, firstOrderId: id, userId })),
    ...denials.map(({ id, userId }) => ({ type: 'signal.denied' as const, denialId: id, userId })),
  )
}

const storedTime = z.date().transform((at) => at.getTime())
const amount = z.number().transform(paise)
const approvedRow = z.object({
  ...{ id: z.uuid(), userId: z.uuid(), subscriptionId: z.uuid(), signalId: z.uuid(), strategyId: z.uuid(), version: z.int() },
  ...{ index: z.enum(INDEX_SYMBOLS), side: z.enum(SIGNAL_SIDES), interval: z.enum(INTERVALS), candleTime: storedTime, price: amount },
  legs: z.array(z.object({ contract: contractColumn, side: z.enum(ORDER_SIDES), quantity: z.int() })),
  ...{ lots: z.int(), funds: amount, madeAt: storedTime, expiresAt: storedTime },
})

/** Approvals of users in `partitions` in a market without a decision, the first answer first. */
export async function findApprovedFirstOrders(
  db: Statements,
  market: string,
  partitions: readonly number[],
): Promise<ApprovedFirstOrder[]> {
  const rows = await db.$queryRaw<{ readonly rules: unknown }[]>`
    SELECT asked.id, asked."userId", asked."subscriptionId", asked."signalId", signal."strategyId", signal.version, terms.rules,
      signal.symbol AS index, signal.side, signal.interval, signal."candleTime", signal."pricePaise"::float8 AS price, asked.legs, asked.lots,
      asked."fundsPaise"::float8 AS funds, asked."createdAt" AS "madeAt", asked."expiresAt"
    FROM "FirstOrder" asked
    JOIN "Signal" signal ON signal.id = asked."signalId" AND signal.market = ${market}
    JOIN "StrategyVersion" terms ON terms."strategyId" = signal."strategyId" AND terms.version = signal.version
    WHERE asked.answer = 'APPROVED' AND asked."decidedAt" IS NULL AND user_partition(asked."userId") = ANY(${[...partitions]}::int[])
    ORDER BY asked."answeredAt", asked.id`
  return rows.map((row) => ({ ...approvedRow.parse(row), rules: row.rules }))
}

/** Whether an approved one still waits to be decided on, by a user in `partitions`; it stays locked until the transaction ends. */
export async function lockApprovedFirstOrder(tx: Statements, id: string, partitions: readonly number[]): Promise<boolean> {
  const found = await tx.$queryRaw<object[]>`
    SELECT FROM "FirstOrder" WHERE id = ${id}::uuid AND answer = 'APPROVED' AND "decidedAt" IS NULL
      AND user_partition("userId") = ANY(${[...partitions]}::int[]) FOR UPDATE`
  return found.length > 0
}

/**
 * Stores the outcome of an approved one: a trade to open, after which its subscription is not asked again; a denial; or neither for
 * one that trades no more.
 */
export async function endFirstOrder(
  tx: Statements,
  { id, userId, subscriptionId }: ApprovedFirstOrder,
  tradeId: string | null,
  denialId: string | null,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE "FirstOrder" SET "decidedAt" = now(), "tradeId" = ${tradeId}::uuid, "denialId" = ${denialId}::uuid WHERE id = ${id}::uuid`
  if (tradeId !== null) await tx.$executeRaw`UPDATE "Subscription" SET "firstOrderPending" = false WHERE id = ${subscriptionId}::uuid`
  await publish(tx, { type: 'firstOrder.ended', firstOrderId: id, userId })
}
