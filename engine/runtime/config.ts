import path from 'node:path'
import { z } from 'zod'
import { err, ok, type Result } from '../../schema/errors.ts'

const port = (standard: number, least: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= least && value <= 65_535, `must be between ${least} and 65535`)
    .default(standard)

/** What the engine reads from its environment; the descriptions are printed into `.env.example`. */
export const engineEnvironment = z.object({
  DATABASE_URL: z
    .string({ error: 'is missing' })
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgresql://')
    .describe('Your own PostgreSQL, postgresql://user:password@host:5432/database. Not set: npm start brings the packaged one.'),
  ENGINE_PORT: port(4100, 0).describe("Port of the engine's /livez, /readyz and /metrics."),
  SANDBOX_PORT: port(4200, 1).describe('Port of the sandbox exchange.'),
  SAKHA_HOME: z.string().default('.data').describe('Data folder: database and secrets.'),
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
  // An empty setting means "not set", as in an .env file with the value left out.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const result = engineEnvironment.safeParse(given)
  if (!result.success) return err(result.error.issues.map(({ path: [name], message }) => `${String(name)} ${message}`))
  const { DATABASE_URL, ENGINE_PORT, SANDBOX_PORT, SAKHA_HOME } = result.data
  return ok({ databaseUrl: DATABASE_URL, port: ENGINE_PORT, sandboxPort: SANDBOX_PORT, home: path.resolve(SAKHA_HOME) })
}
