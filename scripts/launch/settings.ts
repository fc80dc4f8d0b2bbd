import path from 'node:path'
import { z } from 'zod'

const port = (standard: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= 1 && value <= 65_535, 'must be between 1 and 65535')
    .default(standard)

/** What the launcher reads from its environment; the descriptions are printed into `.env.example`. */
export const launcherEnvironment = z.object({
  PORT: port(4000),
  ENGINE_PORT: port(4100),
  SANDBOX_PORT: port(4200),
  DATABASE_PORT: port(54_329).describe('Port of the packaged PostgreSQL; of no interest with DATABASE_URL.'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgresql://')
    .optional(),
  MIGRATION_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgresql://')
    .optional()
    .describe(
      'With DATABASE_URL: the same database for the role that owns its tables, so that DATABASE_URL can be of one with fewer rights (npm run migrate prints how to make it). Not set: DATABASE_URL.',
    ),
  SAKHA_HOME: z.string().min(1).default('.data'),
})

export interface Settings {
  readonly port: number
  readonly enginePort: number
  readonly sandboxPort: number
  readonly databasePort: number
  /** Null: the packaged PostgreSQL is used. */
  readonly databaseUrl: string | null
  /** The same database for the role that owns its tables; `databaseUrl` when none is given. */
  readonly migrationUrl: string | null
  /** Absolute path of the data folder. */
  readonly home: string
}

/** Reads the launcher's settings from the environment. Throws one message that lists every mistake. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  // An empty setting means "not set", as in an .env file with the value left out.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const result = launcherEnvironment.safeParse(given)
  if (!result.success) {
    const mistakes = result.error.issues.map((issue) => `  ${issue.path.join('.')}=${given[String(issue.path[0])] ?? ''}: ${issue.message}`)
    throw new Error(`These settings cannot be used:\n${mistakes.join('\n')}`)
  }
  const { PORT, ENGINE_PORT, SANDBOX_PORT, DATABASE_PORT, DATABASE_URL, MIGRATION_URL, SAKHA_HOME } = result.data
  if (MIGRATION_URL && !DATABASE_URL) throw new Error('MIGRATION_URL is set and DATABASE_URL is not: set both, or neither.')
  const ports = { PORT, ENGINE_PORT, SANDBOX_PORT, ...(DATABASE_URL ? {} : { DATABASE_PORT }) }
  for (const [name, value] of Object.entries(ports)) {
    const twin = Object.entries(ports).find(([other, otherValue]) => other < name && otherValue === value)
    if (twin) throw new Error(`${twin[0]} and ${name} are both ${value}. Give each its own port.`)
  }
  return {
    port: PORT,
    enginePort: ENGINE_PORT,
    sandboxPort: SANDBOX_PORT,
    databasePort: DATABASE_PORT,
    databaseUrl: DATABASE_URL ?? null,
    migrationUrl: DATABASE_URL ? (MIGRATION_URL ?? DATABASE_URL) : null,
    home: path.resolve(SAKHA_HOME),
  }
}
