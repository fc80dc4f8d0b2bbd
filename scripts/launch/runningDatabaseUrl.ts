import { OWNER, RUNTIME, roleUrl, SUPERUSER } from '../postgres/roles.ts'
import { readDatabasePassword } from './DataFolder.ts'
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
  const password = readDatabasePassword(settings.home)
  if (password === null) return null
  return roleUrl(`postgresql://${SUPERUSER}:${encodeURIComponent(password)}@127.0.0.1:${settings.databasePort}/sakha`, role)
}
