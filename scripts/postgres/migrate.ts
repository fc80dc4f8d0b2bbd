import pg from 'pg'
import { applyMigrations } from './applyMigrations.ts'
import { migrateJobs } from './migrateJobs.ts'
import type { DatabaseUrls } from './roles.ts'
import { grantRuntime } from './runtimeGrants.ts'
import { requireServer } from './requireServer.ts'
import { runSql } from './runSql.ts'

/** PostgreSQL's code for it. */
const NO_SUCH_DATABASE = '3D000'

/**
 * Brings a database to the newest migration, jobs' migrations included, creating it when missing, and grants the runtime role what it needs
 * of it where that role is not the owner. Resolves with the names of the migrations that were new; rejects as applyMigrations does.
 */
export async function migrate(urls: DatabaseUrls): Promise<readonly string[]> {
  await createDatabase(urls.owner)
  const added = await applyMigrations(urls.owner)
  await migrateJobs(urls.owner)
  const runtime = roleOf(urls.runtime)
  if (runtime !== roleOf(urls.owner)) await grantRuntime(urls.owner, runtime)
  return added
}

/** Where the server has none of that name. */
async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== NO_SUCH_DATABASE) throw error
    const maintenance = new URL(url)
    maintenance.pathname = '/postgres'
    // One that is too old is left as it was.
    await requireServer(maintenance.href)
    await runSql(maintenance.href, `CREATE DATABASE ${pg.escapeIdentifier(client.database ?? '')}`)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Whom an address connects as, PGUSER included. */
export function roleOf(url: string): string {
  const { user } = new pg.Client({ connectionString: url })
  if (!user) throw new Error('The address of the database names no user.')
  return user
}
