import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { CommandFailure } from '../../engine/cli/failures.ts'
import { readSettings } from '../launch/settings.ts'

/** The running product's database: DATABASE_URL, or the packaged one of the data folder. Throws CommandFailure when there is none yet. */
export function databaseUrl(): string {
  const settings = readSettings(process.env)
  if (settings.databaseUrl) return settings.databaseUrl
  const file = path.join(settings.home, 'database.json')
  if (!existsSync(file))
    throw new CommandFailure(
      `There is no database in ${settings.home} yet. Start Sakha with npm start first, or set SAKHA_HOME or DATABASE_URL.`,
    )
  const { password } = JSON.parse(readFileSync(file, 'utf8')) as { password: string }
  return `postgresql://sakha:${encodeURIComponent(password)}@127.0.0.1:${settings.databasePort}/sakha`
}
