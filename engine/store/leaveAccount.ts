import { publish } from '../../prisma/bus/publish.ts'
import { Prisma } from '../../prisma/generated/client.ts'
import type { Statements } from '../../prisma/inTransaction.ts'
import { IS_RUNNING } from '../../prisma/runningTrades.ts'
import type { Instant } from '../../schema/time.ts'
import { partitionOf } from '../cluster/partitionOf.ts'
import type { Due } from './bookables.ts'
import { leaveClosings } from './closingOrders.ts'
import { closeLegsNotHeld } from './closeNotHeld.ts'
import { expireOrders } from './orders.ts'
import { endTrades } from './positions.ts'

/** Why an order has ended whose account was left. */
const LEFT = 'its account at the broker was left for another one'
const NO_LEGS: ReadonlySet<string> = new Set()

/**
 * Ends what a user has live, at a market time: his account at the broker is left for another one, which has none of it and gets no order for
 * it. Orders end, as do stops that rest; a leg is closed with its result unknown. The transaction holds the user's trades (holdTrades).
 * Raw SQL: it locks the legs that it ends.
 */
export async function leaveAccount(tx: Statements, userId: string, at: Instant): Promise<void> {
  const partitions = [partitionOf(userId)]
  const trades = await tx.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM "Trade" WHERE "userId" = ${userId}::uuid AND mode = 'LIVE' AND ${IS_RUNNING}`
  const tradeIds = trades.map(({ id }) => id)
  // As an exit locks them that is being committed.
  const legs = await tx.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM "Leg" WHERE "tradeId" = ANY(${tradeIds}::uuid[]) AND status = 'RUNNING' ORDER BY id FOR NO KEY UPDATE`
  // A separate statement, begun under the lock: it sees that exit.
  await expireOrders(tx, Prisma.sql`"userId" = ${userId}::uuid AND mode = 'LIVE'`, partitions, LEFT)
  await leaveClosings(tx, userId, LEFT)
  await tx.$executeRaw`
    UPDATE "ExitAtBroker" ended SET "endedAt" = now()
    FROM "Leg" leg JOIN "Trade" trade ON trade.id = leg."tradeId"
    WHERE trade."userId" = ${userId}::uuid AND leg.id = ended."legId" AND ended."endedAt" IS NULL`
  const { changes } = await closeLegsNotHeld(
    tx,
    legs.map(({ id }) => id),
    at,
  )
  // Positions of which nothing was open, and a leg might have been opened again.
  const ended = await endTrades(tx, tradeIds, partitions, false)
  await publish(
    tx,
    ...changes.map(({ tradeId, change }) => ({ type: `trade.${change}` as const, tradeId, userId })),
    ...ended.map(({ id }) => ({ type: 'trade.closed' as const, tradeId: id, userId })),
  )
}

/** Whether stops of a user rest at the broker, or perhaps do. */
export async function hasRestingStops(tx: Statements, userId: string): Promise<boolean> {
  const [resting] = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM "ExitAtBroker" resting JOIN "Leg" leg ON leg.id = resting."legId" JOIN "Trade" trade ON trade.id = leg."tradeId"
    WHERE trade."userId" = ${userId}::uuid AND resting."endedAt" IS NULL LIMIT 1`
  return resting !== undefined
}

/** The legs whose entries have ended because their accounts were left: what the broker still reports of them is not the new account's. */
export async function leftLegs(tx: Statements, due: readonly Due[]): Promise<ReadonlySet<string>> {
  const ended = due.flatMap(({ bookable: { orders } }) =>
    orders.flatMap(({ id, mode, purpose, status }) => (mode === 'LIVE' && purpose === 'ENTRY' && status === 'EXPIRED' ? id : [])),
  )
  if (ended.length === 0) return NO_LEGS
  const rows = await tx.$queryRaw<{ legId: string }[]>`
    SELECT "legId"::text FROM "Order" WHERE id = ANY(${ended}::uuid[]) AND note = ${LEFT}`
  return new Set(rows.map(({ legId }) => legId))
}
