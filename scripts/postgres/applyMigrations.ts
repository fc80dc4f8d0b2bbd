import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { CommandFailure } from '../../engine/cli/failures.ts'
import { knownMigrations, migrationsFolder, schemaMismatch } from '../../prisma/schemaVersion.ts'
import { livingNodes } from '../../prisma/nodes/livingNodes.ts'
import { mayWorkTogether } from '../../schema/releases.ts'
import { SchemaMismatch } from '../../schema/SchemaMismatch.ts'
import { VERSION } from '../../schema/version.ts'
import { requireServer } from './requireServer.ts'

/** Prisma's lock for migrations: its own tool waits too. */
const LOCK = 72_707_369
/** Prisma's list as its own tool makes it, which continues with what is written here. */
const LIST = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id varchar(36) PRIMARY KEY, checksum varchar(64) NOT NULL, finished_at timestamptz, migration_name varchar(255) NOT NULL, logs text,
    rolled_back_at timestamptz, started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0
  )`

/**
 * Brings a database to a migration, by default the newest that this version knows; each is made whole or not at all. Resolves with the names
 * of those that were new. Rejects with SchemaMismatch for a database that is newer than this version, with CommandFailure for a server that
 * is too old or processes at work that are older than the release before this one, and with the database's own words when a migration fails: what came before it stays.
 */
export async function applyMigrations(
  ownerUrl: string,
  upTo = knownMigrations().at(-1) ?? '',
  version = VERSION,
): Promise<readonly string[]> {
  await requireServer(ownerUrl)
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'sakha migrate' })
  // A cut connection reports it here, and to the pending query.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK])
    await client.query(LIST)
    const applied = await listed(client)
    const known = knownMigrations()
    const missing = known.filter((name) => name <= upTo && !applied.includes(name))
    const mismatch = applied.every((name) => known.includes(name)) ? null : schemaMismatch(known, applied)
    if (mismatch !== null) throw new SchemaMismatch(mismatch)
    if (missing.length > 0) await requireNeighbours(client, version)
    for (const name of missing) await apply(client, name)
    return missing
  } finally {
    await client.end()
  }
}

/** What the release before the last one needs may be removed: none of its processes may be running. */
async function requireNeighbours(client: pg.Client, version: string): Promise<void> {
  const { rows } = await client.query<{ samples: string | null }>(`SELECT to_regclass('public."NodeSample"')::text AS samples`)
  if (!rows[0]?.samples) return
  const other = (await livingNodes(client)).find((node) => !mayWorkTogether(node.version, version))
  if (other)
    throw new CommandFailure(
      `${other.kind === 'ENGINE' ? 'An engine' : 'A gateway'} of version ${other.version} works on this database, and version ${version} may take away what it needs. ` +
        'Upgrade by the release between them, or stop it half a minute before.',
    )
}

/** Rejects when one was begun by Prisma's tool and left half done: only a person can say what of it is there. */
async function listed(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string; done: boolean }>(
    'SELECT migration_name AS name, finished_at IS NOT NULL AS done FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name COLLATE "C"',
  )
  const half = rows.find(({ done }) => !done)
  if (half) throw new SchemaMismatch(`The migration ${half.name} was begun and not finished. Restore a backup, or finish it by hand.`)
  return rows.map(({ name }) => name)
}

async function apply(client: pg.Client, name: string): Promise<void> {
  const script = readFileSync(path.join(migrationsFolder(), name, 'migration.sql'), 'utf8')
  const checksum = createHash('sha256').update(script).digest('hex')
  try {
    await client.query('BEGIN')
    await client.query(script)
    await client.query(
      'INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count) VALUES ($1, $2, $3, now(), 1)',
      [randomUUID(), checksum, name],
    )
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw new Error(`The migration ${name} failed, and nothing of it was kept: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
