import { engineEnvironment } from '../runtime/config.ts'
import { readEnvironment } from '../../schema/readEnvironment.ts'
import { CommandFailure } from './failures.ts'

/** The database that a command works on. Throws CommandFailure when there is none. */
export function databaseUrl(environment: NodeJS.ProcessEnv): string {
  const read = readEnvironment(engineEnvironment.pick({ DATABASE_URL: true }), environment)
  if (read.ok) return read.value.DATABASE_URL
  throw new CommandFailure(
    `${read.error.join('\n')}. Set DATABASE_URL, or SAKHA_HOME to the data folder of a Sakha that was started before.`,
  )
}
