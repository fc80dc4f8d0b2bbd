import { arrayLiteral } from '../../prisma/arrayLiteral.ts'
import { publish } from '../../prisma/bus/publish.ts'
import type { Database } from '../../prisma/client.ts'
import type { Statements } from '../../prisma/inTransaction.ts'
import type { LiveIncident } from '../trading/floor/LiveIncidents.ts'

/**
 * Stores what stands on live accounts of users in `partitions`, and that nothing else does. Publishes for whom that has changed.
 * Raw SQL: one statement tells new, changed and gone ones apart (unnest).
 */
export async function keepIncidents(tx: Statements, incidents: readonly LiveIncident[], partitions: readonly number[]): Promise<void> {
  const column = (pick: (incident: LiveIncident) => string | number | null) => arrayLiteral(incidents.map(pick))
  const changed = await tx.$queryRaw<{ userId: string }[]>`
    WITH told AS MATERIALIZED (
      SELECT told.* FROM unnest(
        ${column(({ userId }) => userId)}::uuid[],
        ${column(({ kind }) => kind)}::"LiveIncidentKind"[],
        ${column(({ subject }) => subject)}::text[],
        ${column(({ tradeId }) => tradeId)}::uuid[],
        ${column(({ option }) => option)}::text[],
        ${column(({ units }) => units)}::int[]
      ) AS told("userId", kind, subject, "tradeId", option, units)
      JOIN "User" account ON account.id = told."userId" AND user_partition(account.id) = ANY(${[...partitions]}::int[])
    ), gone AS (
      DELETE FROM "LiveIncident" known
      WHERE user_partition(known."userId") = ANY(${[...partitions]}::int[])
        AND NOT EXISTS (SELECT FROM told WHERE (told."userId", told.kind, told.subject) = (known."userId", known.kind, known.subject))
      RETURNING known."userId"
    ), kept AS (
      INSERT INTO "LiveIncident" ("userId", kind, subject, "tradeId", option, units) SELECT * FROM told
      ON CONFLICT ("userId", kind, subject) DO UPDATE SET units = excluded.units WHERE "LiveIncident".units <> excluded.units
      RETURNING "userId"
    )
    SELECT "userId" FROM gone UNION SELECT "userId" FROM kept`
  await publish(tx, ...changed.map(({ userId }) => ({ type: 'incidents.changed' as const, userId })))
}

/** What was last kept of users in `partitions`. Raw SQL: users are found by their partition. */
export async function keptIncidents(db: Database, partitions: readonly number[]): Promise<LiveIncident[]> {
  return db.$queryRaw`
    SELECT "userId"::text, kind::text, subject, "tradeId"::text, option, units FROM "LiveIncident"
    WHERE user_partition("userId") = ANY(${[...partitions]}::int[])`
}
