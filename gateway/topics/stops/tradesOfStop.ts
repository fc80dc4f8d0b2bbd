import { stoppedTogether } from '../../../prisma/agent/stoppedTogether.ts'
import type { Database } from '../../../prisma/client.ts'
import { Prisma } from '../../../prisma/generated/client.ts'

/**
 * The trades that a stop squares off, as FROM and WHERE of a statement: `trade`, and the last exit order of each as `exit`. They are those
 * whose last exit order changed since, and while the stop is in force all running ones.
 */
export async function tradesOfStop(db: Database, stop: Prisma.KillSwitchGetPayload<object>): Promise<Prisma.Sql> {
  const { scope, scopeId, squareOff, createdAt, liftedAt } = stop
  const inScope = {
    GLOBAL: Prisma.sql`true`,
    USER: Prisma.sql`trade."userId" = ${scopeId}::uuid`,
    STRATEGY: Prisma.sql`trade."strategyId" = ANY(${scope === 'STRATEGY' && scopeId !== null ? await stoppedTogether(db, scopeId) : []}::uuid[])`,
  }
  return Prisma.sql`
    FROM "Trade" trade
    LEFT JOIN LATERAL (
      SELECT note, "updatedAt" FROM "Order" WHERE "tradeId" = trade.id AND purpose = 'EXIT' ORDER BY "createdAt" DESC LIMIT 1
    ) AS exit ON true
    WHERE ${inScope[scope]} AND (
      (${squareOff && liftedAt === null} AND trade.status = 'RUNNING')
      OR exit."updatedAt" BETWEEN ${createdAt} AND coalesce(${liftedAt}::timestamptz, 'infinity'))`
}
