import path from 'node:path'
import { z } from 'zod'
import { ok, type Result } from '../../schema/errors.ts'
import { dataFolder, port, postgresUrl, readEnvironment } from '../../schema/readEnvironment.ts'

/** What the engine reads from its environment; the descriptions are printed into `.env.example`. */
export const engineEnvironment = z.object({
  DATABASE_URL: postgresUrl.describe(
    'Your own PostgreSQL, postgresql://user:password@host:5432/database. Not set: npm start brings the packaged one.',
  ),
  ENGINE_PORT: port().default(4100).describe("Port of the engine's /livez, /readyz and /metrics."),
  SANDBOX_PORT: port(1).default(4200).describe('Port of the sandbox exchange.'),
  SAKHA_HOME: dataFolder.describe('Data folder: database and secrets.'),
})

export interface EngineConfig {
  readonly databaseUrl: string
  /** Of the health server; 0 takes any free one. */
  readonly port: number
  /** Where the sandbox exchange listens. */
  readonly sandboxPort: number
  /** Absolute path of the data folder: the sandbox's account is in it. */
  readonly home: string
}

/** The engine's settings from the environment, or every mistake in them: one line each, naming setting and bound, never a secret's value. */
export function readEngineConfig(env: NodeJS.ProcessEnv): Result<EngineConfig, readonly string[]> {
  const read = readEnvironment(engineEnvironment, env)
  if (!read.ok) return read
  const { DATABASE_URL, ENGINE_PORT, SANDBOX_PORT, SAKHA_HOME } = read.value
  return ok({ databaseUrl: DATABASE_URL, port: ENGINE_PORT, sandboxPort: SANDBOX_PORT, home: path.resolve(SAKHA_HOME) })
}
