import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { OWNER, RUNTIME, roleUrl, SUPERUSER } from '../postgres/roles.ts'
import { readSettings } from './settings.ts'

/** The running product's database, for the role it works with: DATABASE_URL, or the packaged one of the data folder; null when there is neither. */
export function runningDatabaseUrl(env: NodeJS.ProcessEnv): string | null {
  return readSettings(env).databaseUrl ?? packagedUrl(env, RUNTIME)
}

/** The same database for the role that owns its tables: MIGRATION_URL, DATABASE_URL where there is one role, or the packaged one; null when there is none. */
export function runningOwnerUrl(env: NodeJS.ProcessEnv): string | null {
  return readSettings(env).migrationUrl ?? packagedUrl(env, OWNER)
}

function packagedUrl(env: NodeJS.ProcessEnv, role: typeof OWNER | typeof RUNTIME): string | null {
  const settings = readSettings(env)
  const file = path.join(settings.home, 'database.json')
  if (!existsSync(file)) return null
  const { password } = JSON.parse(readFileSync(file, 'utf8')) as { password: string }
  return roleUrl(`postgresql://${SUPERUSER}:${encodeURIComponent(password)}@127.0.0.1:${settings.databasePort}/sakha`, role)
}
