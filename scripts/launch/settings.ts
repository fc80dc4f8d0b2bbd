import { isIPv6 } from 'node:net'
import path from 'node:path'
import { z } from 'zod'
import { allowLiveEnvironment } from '../../schema/allowLive.ts'
import { dataFolder, port, postgresUrl, readEnvironment } from '../../schema/readEnvironment.ts'

/** What the launcher reads from its environment; the descriptions are printed into `.env.example`. */
export const launcherEnvironment = z.object({
  PORT: port(1).default(4000),
  HOST: z.string().min(1).default('127.0.0.1'),
  ENGINE_PORT: port(1).default(4100),
  SANDBOX_PORT: port(1).default(4200),
  DATABASE_PORT: port(1).default(4300).describe('Port of the packaged PostgreSQL; of no interest with DATABASE_URL.'),
  DATABASE_URL: postgresUrl.optional(),
  MIGRATION_URL: postgresUrl
    .optional()
    .describe(
      'With DATABASE_URL: the same database for the role that owns its tables, so that DATABASE_URL can be of one with fewer rights (npm run migrate prints how to make it). Not set: DATABASE_URL.',
    ),
  SAKHA_HOME: dataFolder,
  BROKER: allowLiveEnvironment.BROKER,
})

export interface Settings {
  readonly port: number
  /** Address that the web and the API are served on. */
  readonly host: string
  readonly enginePort: number
  /** Null: the market is a real broker's, and no sandbox is started. */
  readonly sandboxPort: number | null
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
  const read = readEnvironment(launcherEnvironment, env)
  if (!read.ok) throw new Error(`These settings cannot be used:\n  ${read.error.join('\n  ')}`)
  const { PORT, HOST, ENGINE_PORT, SANDBOX_PORT, DATABASE_PORT, DATABASE_URL, MIGRATION_URL, SAKHA_HOME, BROKER } = read.value
  if (MIGRATION_URL && !DATABASE_URL) throw new Error('MIGRATION_URL is set and DATABASE_URL is not: set both, or neither.')
  const hasSandbox = BROKER === 'sandbox'
  const ports = { PORT, ENGINE_PORT, ...(hasSandbox ? { SANDBOX_PORT } : {}), ...(DATABASE_URL ? {} : { DATABASE_PORT }) }
  for (const [name, value] of Object.entries(ports)) {
    const twin = Object.entries(ports).find(([other, otherValue]) => other < name && otherValue === value)
    if (twin) throw new Error(`${twin[0]} and ${name} are both ${value}. Give each its own port.`)
  }
  return {
    port: PORT,
    host: HOST,
    enginePort: ENGINE_PORT,
    sandboxPort: hasSandbox ? SANDBOX_PORT : null,
    databasePort: DATABASE_PORT,
    databaseUrl: DATABASE_URL ?? null,
    migrationUrl: DATABASE_URL ? (MIGRATION_URL ?? DATABASE_URL) : null,
    home: path.resolve(SAKHA_HOME),
  }
}

/** Where a browser of this machine opens the web. */
export function addressOf({ host, port }: Settings): string {
  // Of all addresses, the nearest.
  const named = { '0.0.0.0': '127.0.0.1', '::': '127.0.0.1' }[host] ?? host
  return `http://${isIPv6(named) ? `[${named}]` : named}:${port}`
}
