import path from 'node:path'
import { z } from 'zod'
import { metricsEnvironment } from '../../schema/metricsHost.ts'
import { allowLiveEnvironment, readAllowLive, type AllowLive } from '../../schema/allowLive.ts'
import { dataFolder, port, postgresUrl, readEnvironment, wholeNumber, yesOrNo } from '../../schema/readEnvironment.ts'
import { tracesEnvironment } from '../../schema/tracing/openTraces.ts'
import type { HttpSettings } from '../transport/http/createHttpServer.ts'

/** What the gateway reads from its environment; the descriptions are printed into `.env.example`. */
export const gatewayEnvironment = z.object({
  PORT: port().default(4000).describe('Port of the web and the API.'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address the gateway listens on. Put TLS in front before opening it to a network.'),
  METRICS_PORT: port().optional().describe("Port of the gateway's /metrics, in Prometheus' format. Not set: there is none."),
  ...metricsEnvironment,
  DATABASE_URL: postgresUrl,
  SAKHA_HOME: dataFolder,
  WEB_ROOT: z.string().min(1).default('dist/web').describe('Folder of the built web.'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be the address people open, https://…' })
    .optional()
    .describe(
      'Address people open: links in mails begin with it, and the gateway answers to its host, localhost and its own address only. Not set: http://127.0.0.1 with the port.',
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be the address of a mail server, smtp://… or smtps://…' })
    .optional()
    .describe(
      'Mail server, smtps://user:password@host:465, or smtp://host:587 of one that takes STARTTLS. Not set: mails become files in the data folder, and their links stand in the log.',
    ),
  SMTP_PLAINTEXT: yesOrNo('no').describe(
    'Whether mails, and with them links for new passwords, may go unencrypted to a mail server on another machine.',
  ),
  MAIL_FROM: z.string().min(3).default('Sakha <no-reply@localhost>').describe('Sender of mails.'),
  ALLOWED_ORIGINS: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((origin) => origin.trim())
        .filter((origin) => origin !== ''),
    )
    .refine(
      (origins) => origins.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
      'must be origins, https://host, with commas between',
    )
    .describe('Pages of other hosts that may call the API: exact origins with commas between.'),
  TRUSTED_PROXIES: wholeNumber(0, 10).default(0).describe('Proxies in front of the gateway, whose X-Forwarded-For is believed.'),
  PRIVATE_WEBHOOKS: yesOrNo('no').describe(
    'Whether webhooks of users may go to private addresses and over http; yes only where every user may reach that network.',
  ),
  ...allowLiveEnvironment,
  ENGINE_STALE_MS: wholeNumber(100, 600_000).default(5_000).describe('Milliseconds after which a silent engine counts as not responding.'),
  ...tracesEnvironment,
})

export interface GatewayConfig extends HttpSettings {
  /** 0: any free one. */
  readonly port: number
  readonly host: string
  /** Of /metrics; 0: any free one. Null: there is none. */
  readonly metricsPort: number | null
  /** Where /metrics listens. */
  readonly metricsHost: string
  readonly databaseUrl: string
  /** Folder of the gateway's own keys, and of mails without a mail server. */
  readonly home: string
  /** Folder of the built web. */
  readonly webRoot: string
  /** A heartbeat older than this is a dead engine's. */
  readonly engineStaleMs: number
  /** Links in mails begin with it. */
  readonly publicUrl: string
  /** Null: mails become files under `home`. */
  readonly smtpUrl: string | null
  /** Whether mails may go to another machine without TLS. */
  readonly smtpPlaintext: boolean
  readonly mailFrom: string
  /** Where Telegram's Bot API is served. */
  readonly telegramApi: string
  /** Whether webhooks may go to private addresses. */
  readonly privateWebhooks: boolean
  readonly allowLive: AllowLive
  /** Address of the collector that takes traces; null: they are off. */
  readonly tracesTo: string | null
}

const TELEGRAM_API = 'https://api.telegram.org'

/** The settings of the environment; paths from the current folder. Throws one error that lists every mistake. */
export function readConfig(env: NodeJS.ProcessEnv): GatewayConfig {
  const read = readEnvironment(gatewayEnvironment, env)
  if (!read.ok) throw wrongSettings(read.error)
  const allowLive = readAllowLive(read.value)
  if (!allowLive.ok) throw wrongSettings(allowLive.error)
  const {
    PORT,
    HOST,
    METRICS_PORT,
    METRICS_HOST,
    DATABASE_URL,
    SAKHA_HOME,
    WEB_ROOT,
    ENGINE_STALE_MS,
    PUBLIC_URL,
    SMTP_URL,
    SMTP_PLAINTEXT,
    MAIL_FROM,
    ALLOWED_ORIGINS,
    TRUSTED_PROXIES,
    PRIVATE_WEBHOOKS,
    OTEL_EXPORTER_OTLP_ENDPOINT,
  } = read.value
  return {
    port: PORT,
    host: HOST,
    metricsPort: METRICS_PORT ?? null,
    metricsHost: METRICS_HOST,
    databaseUrl: DATABASE_URL,
    home: path.resolve(SAKHA_HOME),
    webRoot: path.resolve(WEB_ROOT),
    engineStaleMs: ENGINE_STALE_MS,
    publicUrl: PUBLIC_URL ?? `http://127.0.0.1:${PORT}`,
    smtpUrl: SMTP_URL ?? null,
    smtpPlaintext: SMTP_PLAINTEXT === 'yes',
    mailFrom: MAIL_FROM,
    telegramApi: TELEGRAM_API,
    privateWebhooks: PRIVATE_WEBHOOKS === 'yes',
    allowLive: allowLive.value,
    allowedOrigins: ALLOWED_ORIGINS,
    trustedProxies: TRUSTED_PROXIES,
    tracesTo: OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
  }
}

function wrongSettings(mistakes: readonly string[]): Error {
  return new Error(`The gateway's settings are wrong:\n  ${mistakes.join('\n  ')}`)
}
