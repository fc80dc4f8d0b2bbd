import type { Pool } from '../client.ts'

export interface Backlog {
  /** Rows of the outbox that no relay has taken yet … */
  readonly waiting: number
  /** … and for how long the oldest of them has waited; 0 when there is none. */
  readonly oldestSeconds: number
  /** The number of the last event that was published; 0 when none ever was. */
  readonly newestNumber: number
}

/** How far the relay is behind. Rejects when the database does not answer. Raw SQL: an age by the database's clock. */
export async function readBacklog(pool: Pool): Promise<Backlog> {
  const { rows } = await pool.query<Backlog>(BACKLOG)
  return rows[0] ?? { waiting: 0, oldestSeconds: 0, newestNumber: 0 }
}

const BACKLOG = `
  SELECT count(*)::int AS waiting, coalesce(extract(epoch FROM clock_timestamp() - min(at)), 0)::float8 AS "oldestSeconds",
    (SELECT coalesce(max(number), 0) FROM "BusMessage")::float8 AS "newestNumber"
  FROM "Outbox"`
