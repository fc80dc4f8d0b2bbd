import { CommandFailure } from '../../engine/cli/failures.ts'
import { runningDatabaseUrl } from '../launch/runningDatabaseUrl.ts'

/** The running product's database. Throws CommandFailure when there is none yet. */
export function databaseUrl(): string {
  const url = runningDatabaseUrl(process.env)
  if (url === null)
    throw new CommandFailure(
      'There is no database yet. Start Sakha with npm start first, or set SAKHA_HOME or DATABASE_URL to where it is.',
    )
  return url
}
