import { publish } from './bus/publish.ts'
import type { Transaction } from './client.ts'
import { Prisma } from './generated/client.ts'
import { presentRequestId } from './requestIds.ts'
import type { TradeMode } from '../schema/TradeMode.ts'

/**
 * An order by a person, or by a limit one set, to close trades: certain ones of any user, or all of one user's, of one mode or both, that were
 * not let go.
 */
export type ExitOrderByPerson = ({ readonly tradeIds: readonly string[] } | { readonly userId: string; readonly mode?: TradeMode }) & {
  readonly reason: 'MANUAL' | 'EMERGENCY' | 'DAILY_LOSS'
  /** The requester: an account's id, `command line`, or `daily loss`; never a name nor an address. */
  readonly by: string
}

/**
 * Requests the exit of running trades and publishes that to every engine node. Returns the ids of those that were running; the others need
 * none. A failed exit is retried until the trade is closed.
 * Raw SQL: they are inserted from the trades that run, in one statement.
 */
export async function requestExits(tx: Transaction, order: ExitOrderByPerson): Promise<string[]> {
  const asked = 'userId' in order ? tradesOf(order.userId, order.mode) : Prisma.sql`id = ANY(${[...order.tradeIds]}::uuid[])`
  const requested = await tx.$queryRaw<{ tradeId: string }[]>`
    INSERT INTO "ExitRequest" ("tradeId", reason, by, "requestId")
    SELECT id, ${order.reason}::"ExitReason", ${order.by}, ${presentRequestId()} FROM "Trade" WHERE status = 'RUNNING' AND ${asked}
    ON CONFLICT ("tradeId") DO UPDATE SET reason = excluded.reason, by = excluded.by, "requestId" = excluded."requestId", "requestedAt" = excluded."requestedAt"
    RETURNING "tradeId"`
  if (requested.length > 0) await publish(tx, { type: 'exits.requested' })
  return requested.map(({ tradeId }) => tradeId)
}

function tradesOf(userId: string, mode: TradeMode | undefined): Prisma.Sql {
  const mine = Prisma.sql`"userId" = ${userId}::uuid AND "letGoAt" IS NULL`
  return mode === undefined ? mine : Prisma.sql`${mine} AND mode = ${mode}::"TradeMode"`
}
