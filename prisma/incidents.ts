import { v7 as uuid } from 'uuid'
import { publish } from './bus/publish.ts'
import type { Database, Pool } from './client.ts'
import type { IncidentKind } from './generated/client.ts'

/**
 * Records that something is lost or damaged, and publishes it. One that is under way is recorded once, however many see it.
 * Raw SQL: ON CONFLICT of a partial index.
 */
export async function beginIncident(db: Database, kind: IncidentKind): Promise<void> {
  await db.$transaction(async (tx) => {
    const begun = await tx.$executeRaw`
      INSERT INTO "EngineIncident" (id, kind) VALUES (${uuid()}::uuid, ${kind}::"IncidentKind")
      ON CONFLICT (kind) WHERE "endedAt" IS NULL DO NOTHING`
    if (begun > 0) await publish(tx, { type: 'engine.incident' })
  })
}

/** Records that it is over, and publishes that; does nothing when none is under way. */
export async function endIncident(db: Database, kind: IncidentKind): Promise<void> {
  await db.$transaction(async (tx) => {
    const ended = await tx.engineIncident.updateMany({ where: { kind, endedAt: null }, data: { endedAt: new Date() } })
    if (ended.count > 0) await publish(tx, { type: 'engine.incident' })
  })
}

/** What is under way. Rejects when the database does not answer. */
export async function readOpenIncidents(pool: Pool): Promise<readonly IncidentKind[]> {
  const { rows } = await pool.query<{ kind: IncidentKind }>('SELECT kind FROM "EngineIncident" WHERE "endedAt" IS NULL')
  return rows.map(({ kind }) => kind)
}
