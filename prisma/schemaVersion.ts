import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { Pool } from './client.ts'

/** Beside this file, or beside `dist`, into which migrations are not compiled; benchmarks are compiled into `dist/bench`. */
const FOLDERS = ['migrations', '../../prisma/migrations', '../../../prisma/migrations'].map((folder) =>
  path.resolve(import.meta.dirname, folder),
)
/** PostgreSQL's code for a function that there is not. */
const UNDEFINED_FUNCTION = '42883'

/** The folder of the migrations that this version brings. Throws when it was not installed beside the code. */
export function migrationsFolder(): string {
  const folder = FOLDERS.find(existsSync)
  if (folder === undefined) throw new Error(`The migrations of this version are missing: looked for in ${FOLDERS.join(' and ')}.`)
  return folder
}

/** The names of these migrations, oldest first. */
export function knownMigrations(): readonly string[] {
  return readdirSync(migrationsFolder(), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()
}

/**
 * The migrations that a database has, oldest first; any role may ask. None for a database that is empty, or too old to say.
 * Raw SQL: a function of the database.
 */
export async function appliedMigrations(on: Pick<Pool, 'query'>): Promise<readonly string[]> {
  try {
    const { rows } = await on.query<{ name: string }>('SELECT name FROM "appliedMigrations"()')
    return rows.map(({ name }) => name)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNDEFINED_FUNCTION) return []
    throw error
  }
}

/** What keeps code that brings the migrations `known` from working with a database that has `applied`, and what to do; null when nothing does. */
export function schemaMismatch(known: readonly string[], applied: readonly string[]): string | null {
  const [ours, theirs] = [known.at(-1) ?? 'none', applied.at(-1) ?? 'none, or an older one than can be told']
  const newer = applied.filter((name) => !known.includes(name))
  if (newer.length > 0)
    return (
      `The database has ${newer.length} ${newer.length === 1 ? 'migration' : 'migrations'} that this version does not know (it is at ${theirs}; ` +
      `this version ends at ${ours}). Migrations only go forward: start the version that the database was migrated by, or restore a backup from before.`
    )
  const missing = known.filter((name) => !applied.includes(name))
  if (missing.length === 0) return null
  return (
    `The database is behind this version by ${missing.length} ${missing.length === 1 ? 'migration' : 'migrations'} (it is at ${theirs}; this version ` +
    `needs ${ours}). Run "npm run migrate" first.`
  )
}
