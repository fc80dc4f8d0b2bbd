import type pg from 'pg'
import { doubtful, fine, wrong, type Found } from '../../engine/broker/doctor/Finding.ts'
import { MINUTE, SECOND } from '../../schema/time.ts'

/** What may be lost with the disk (RPO). */
const LOSS_LIMIT_MS = 5 * MINUTE
/** What a server writes by itself while nobody works with it: less than a page. */
const IDLE_BYTES = 8_192

/** How the write-ahead log leaves the disk of a database, by its own clock. */
export interface ArchiveFacts {
  readonly archives: boolean
  /** When a segment left last; null: none has. */
  readonly archivedAt: Date | null
  /** The segment that archive_command failed for since; null: it has not. */
  readonly stuckAt: string | null
  /** Since a segment left last, or since the start of the server. */
  readonly ageMs: number
  /** What was written after that segment; null: unknown. */
  readonly unarchivedBytes: number | null
}

/** Whether what is written to a database leaves its disk within five minutes. */
export async function examineArchive(client: pg.Client): Promise<Found> {
  return judgeArchive(await readArchive(client))
}

/** What the database reports about its archive. */
export async function readArchive(client: pg.Client): Promise<ArchiveFacts> {
  const { rows } = await client.query<ArchiveFacts>(FACTS)
  return rows[0]!
}

/** What it means. */
export function judgeArchive({ archives, archivedAt, stuckAt, ageMs, unarchivedBytes }: ArchiveFacts): Found {
  if (!archives)
    return doubtful('archive_mode is off: what was written since the last backup is lost with the disk (docs/operations.md, Back up)')
  if (stuckAt !== null) {
    const since = archivedAt === null ? 'it was started' : archivedAt.toISOString()
    return wrong(
      `the write-ahead log has not left this disk since ${since}: archive_command fails for ${stuckAt}; PostgreSQL’s log says why`,
    )
  }
  const age = ageMs < 2 * MINUTE ? `${Math.round(ageMs / SECOND)} s` : `${Math.round(ageMs / MINUTE)} minutes`
  const left =
    archivedAt === null
      ? `no segment of the write-ahead log has left this disk yet, ${age} after the start`
      : `the last segment of the write-ahead log left this disk ${age} ago`
  if (ageMs <= LOSS_LIMIT_MS) return fine(left)
  if (unarchivedBytes !== null && unarchivedBytes <= IDLE_BYTES) return fine(`${left}; nothing was written since`)
  const written = unarchivedBytes === null ? '' : `, and ${(unarchivedBytes / 1_024).toFixed(0)} kB were written since`
  return doubtful(
    `${left}${written}: with the disk, more than ${LOSS_LIMIT_MS / MINUTE} minutes would be lost. See archive_timeout and checkpoint_timeout (deploy/postgres/postgresql.conf), and how long archive_command takes`,
  )
}

const FACTS = `
  SELECT current_setting('archive_mode') <> 'off' AS archives, last_archived_time AS "archivedAt",
    CASE WHEN last_failed_time > coalesce(last_archived_time, '-infinity') THEN last_failed_wal END AS "stuckAt",
    extract(epoch FROM clock_timestamp() - coalesce(last_archived_time, pg_postmaster_start_time()))::float8 * 1000 AS "ageMs",
    CASE WHEN last_archived_wal ~ '^[0-9A-F]{24}$' AND NOT pg_is_in_recovery() THEN (
      SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') - (segment_number + 1) * pg_size_bytes(current_setting('wal_segment_size'))
      FROM pg_split_walfile_name(last_archived_wal)
    )::float8 END AS "unarchivedBytes"
  FROM pg_stat_archiver`
