import { isIP } from 'node:net'
import path from 'node:path'
import { z } from 'zod'
import { metricsEnvironment } from '../../schema/metricsHost.ts'
import { allowLiveEnvironment, readAllowLive, type AllowLive } from '../../schema/allowLive.ts'
import { err, ok, type Result } from '../../schema/errors.ts'
import { dataFolder, port, postgresUrl, readEnvironment } from '../../schema/readEnvironment.ts'
import { tracesEnvironment } from '../../schema/tracing/openTraces.ts'

/** What the engine reads from its environment; the descriptions are printed into `.env.example`. */
export const engineEnvironment = z.object({
  DATABASE_URL: postgresUrl.describe(
    'Your own PostgreSQL, postgresql://user:password@host:5432/database. Not set: npm start brings the packaged one.',
  ),
  ENGINE_PORT: port().default(4100).describe("Port of the engine's /livez, /readyz and /metrics."),
  ...metricsEnvironment,
  ...allowLiveEnvironment,
  SMARTAPI_API_KEY: z.string().min(1).optional().describe("With BROKER=smartapi: the key of this installation's app at Angel One."),
  SMARTAPI_STATIC_IP: z
    .string()
    .refine((text) => isIP(text) !== 0, 'must be an IP address')
    .optional()
    .describe('The fixed IP address that is registered for that key: the broker takes orders from there only. Checked before the open.'),
  ALGO_ID: z
    .string()
    .regex(/^[\x21-\x7e]{1,40}$/, 'must be 1 to 40 characters without spaces')
    .optional()
    .describe(
      "The exchange's id of the registered algorithm, stored with each live order. SmartAPI has no field for it. Not set: none is registered.",
    ),
  SANDBOX_PORT: port(1).default(4200).describe('Port of the sandbox exchange.'),
  SAKHA_HOME: dataFolder.describe('Data folder: database and secrets.'),
  ...tracesEnvironment,
})

export interface EngineConfig {
  readonly databaseUrl: string
  /** Of the health server; 0 takes any free one. */
  readonly port: number
  /** Where /metrics is served besides 127.0.0.1; that: nowhere. */
  readonly metricsHost: string
  readonly allowLive: AllowLive
  readonly broker: { readonly kind: 'sandbox' } | { readonly kind: 'smartapi'; readonly apiKey: string }
  /** From where the broker takes orders, as registered with it; null: not given. */
  readonly staticIp: string | null
  /** The exchange's id of the algorithm that orders are registered under; null: none is. */
  readonly algoId: string | null
  /** Where the sandbox exchange listens. */
  readonly sandboxPort: number
  /** Absolute path of the data folder: the sandbox's account and the engine's keys are in it. */
  readonly home: string
  /** Address of the collector that takes traces; null: they are off. */
  readonly tracesTo: string | null
}

/** The engine's settings from the environment, or every mistake in them: one line each, naming setting and bound, never a secret's value. */
export function readEngineConfig(env: NodeJS.ProcessEnv): Result<EngineConfig, readonly string[]> {
  const read = readEnvironment(engineEnvironment, env)
  if (!read.ok) return read
  const {
    DATABASE_URL,
    ENGINE_PORT,
    METRICS_HOST,
    BROKER,
    SMARTAPI_API_KEY,
    SMARTAPI_STATIC_IP,
    ALGO_ID,
    SANDBOX_PORT,
    SAKHA_HOME,
    OTEL_EXPORTER_OTLP_ENDPOINT,
  } = read.value
  const allowLive = readAllowLive(read.value)
  if (!allowLive.ok) return allowLive
  const common = {
    ...{
      databaseUrl: DATABASE_URL,
      port: ENGINE_PORT,
      metricsHost: METRICS_HOST,
      sandboxPort: SANDBOX_PORT,
      home: path.resolve(SAKHA_HOME),
    },
    ...{ allowLive: allowLive.value, staticIp: SMARTAPI_STATIC_IP ?? null, algoId: ALGO_ID ?? null },
    tracesTo: OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
  }
  if (BROKER === 'sandbox') return ok({ ...common, broker: { kind: BROKER } })
  if (SMARTAPI_API_KEY === undefined) return err(['SMARTAPI_API_KEY: is not set, and BROKER=smartapi needs it'])
  return ok({ ...common, broker: { kind: BROKER, apiKey: SMARTAPI_API_KEY } })
}
