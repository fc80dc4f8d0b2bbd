import { Prisma } from '../../prisma/generated/client.ts'

/** SQL: the widest kill switch in force for a user's entry by a strategy, as "KillScope"; null when there is none. */
export function killScope(userId: Prisma.Sql, strategyId: Prisma.Sql): Prisma.Sql {
  const stopped = (scope: 'USER' | 'STRATEGY') =>
    Prisma.sql`(SELECT "scopeId" FROM "KillSwitch" WHERE scope = ${scope}::"KillScope" AND "liftedAt" IS NULL)`
  return Prisma.sql`CASE
    WHEN EXISTS (SELECT FROM "KillSwitch" WHERE scope = 'GLOBAL' AND "liftedAt" IS NULL) THEN 'GLOBAL'
    WHEN ${strategyId} IN ${stopped('STRATEGY')} THEN 'STRATEGY'
    WHEN ${userId} IN ${stopped('USER')} THEN 'USER'
  END`
}
