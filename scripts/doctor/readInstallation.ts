import path from 'node:path'
import { z } from 'zod'
import { readEngineConfig } from '../../engine/runtime/config.ts'
import { doubtful, fine, wrong, type Finding, type Found } from '../../engine/broker/doctor/Finding.ts'
import { readConfig } from '../../gateway/app/readConfig.ts'
import { KNOWN_SETTINGS, misspeltSettings } from '../launch/knownSettings.ts'
import { runningDatabaseUrl } from '../launch/runningDatabaseUrl.ts'

/** What the doctor goes by where a setting is wrong: each on its own, so that one mistake hides nothing else. */
export interface Installation {
  /** Of the role that the product works with; null: there is none. */
  readonly databaseUrl: string | null
  readonly home: string
  readonly port: number
  readonly enginePort: number
  readonly broker: string
  readonly sandboxPort: number
  readonly smtpUrl: string | null
  readonly findings: readonly Finding[]
}

const DEFAULTS = { PORT: 4000, ENGINE_PORT: 4100, SANDBOX_PORT: 4200, SAKHA_HOME: '.data' } as const

/** The settings of an environment, and what is wrong with them. Values of secrets are never repeated. */
export function readInstallation(env: NodeJS.ProcessEnv): Installation {
  const databaseUrl = databaseOf(env)
  const findings = [
    { subject: 'settings', ...settingsOf({ ...env, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) }) },
    { subject: 'public address', ...publicAddress(env) },
    { subject: 'mails', ...mailServer(env) },
  ]
  const number = (name: 'PORT' | 'ENGINE_PORT' | 'SANDBOX_PORT') =>
    z.coerce.number().int().min(1).max(65_535).safeParse(env[name]).data ?? DEFAULTS[name]
  return {
    ...{ databaseUrl, findings, home: path.resolve(env['SAKHA_HOME'] || DEFAULTS.SAKHA_HOME) },
    ...{ port: number('PORT'), enginePort: number('ENGINE_PORT'), sandboxPort: number('SANDBOX_PORT') },
    ...{ broker: env['BROKER'] || 'sandbox', smtpUrl: env['SMTP_URL'] || null },
  }
}

function databaseOf(env: NodeJS.ProcessEnv): string | null {
  try {
    return runningDatabaseUrl(env)
  } catch {
    // The mistake in the settings is a finding; the address may be right beside it.
    return env['DATABASE_URL'] || null
  }
}

/** As engine and gateway read them, whose complaints name setting and bound. */
function settingsOf(env: NodeJS.ProcessEnv): Found {
  const mistakes = new Set<string>()
  const engine = readEngineConfig(env)
  if (!engine.ok) for (const mistake of engine.error) mistakes.add(mistake)
  try {
    readConfig(env)
  } catch (error) {
    const [, ...lines] = (error instanceof Error ? error.message : String(error)).split('\n')
    for (const line of lines) mistakes.add(line.trim())
  }
  if (mistakes.size > 0) return wrong(`${[...mistakes].join('; ')}: engine or gateway does not start with that`)
  const misspelt = misspeltSettings(env)
  if (misspelt.length > 0) return doubtful(misspelt.join('; '))
  const set = [...KNOWN_SETTINGS].filter((name) => env[name]).toSorted()
  return fine(`set: ${set.join(', ')}; all others have their defaults`)
}

function publicAddress(env: NodeJS.ProcessEnv): Found {
  const address = env['PUBLIC_URL']
  if (!address) return doubtful('PUBLIC_URL is not set: links in mails lead to 127.0.0.1')
  if (!address.startsWith('https:')) return doubtful(`${address} is not https: passwords pass the network in the clear`)
  if (!Number(env['TRUSTED_PROXIES'])) return doubtful(`${address}, but TRUSTED_PROXIES is 0: every visitor counts as the proxy’s address`)
  return fine(`${address}, behind ${env['TRUSTED_PROXIES']} ${env['TRUSTED_PROXIES'] === '1' ? 'proxy' : 'proxies'}`)
}

function mailServer(env: NodeJS.ProcessEnv): Found {
  const url = env['SMTP_URL']
  if (!url) return doubtful('SMTP_URL is not set: mails become files in the data folder, and their links stand in the log')
  return URL.canParse(url) ? fine(`${new URL(url).host} is set`) : wrong('SMTP_URL is not an address')
}
