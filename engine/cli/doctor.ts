import { pino } from 'pino'
import type { Finding } from '../broker/doctor/Finding.ts'
import { examineBroker } from '../broker/doctor/examineBroker.ts'
import { signerOf } from '../broker/accounts/InstallationAccount.ts'
import { SESSION_OVER } from '../broker/accounts/refusals.ts'
import { BrokerError } from '../broker/port.ts'
import { EngineKeys } from '../broker/secrets/EngineKeys.ts'
import { brokerPlace, type BrokerPlace } from '../broker/smartapi/brokerPlace.ts'
import { SmartApiBroker } from '../broker/smartapi/SmartApiBroker.ts'
import { SmartApiHttp } from '../broker/smartapi/SmartApiHttp.ts'
import { SmartApiSession, type TokenSource } from '../broker/smartapi/SmartApiSession.ts'
import { SmartApiSignOn } from '../broker/smartapi/SmartApiSignOn.ts'
import { readEngineConfig, type EngineConfig } from '../runtime/config.ts'
import { EngineClock } from '../schedule/EngineClock.ts'
import { BrokerAccounts } from '../store/BrokerAccounts.ts'
import { openMarketRules } from '../store/openMarketRules.ts'
import { databaseUrl } from './databaseUrl.ts'
import { CommandFailure, UsageError } from './failures.ts'
import { parseOptions } from './options.ts'
import { DOCTOR_USAGE } from './usage.ts'

const now = () => Date.now()

/** `doctor --broker`: checks an account at the broker, read-only. Exit code 1 when something fails. */
export async function doctor(args: readonly string[]): Promise<string> {
  const { broker, user, help } = parseOptions(args, {
    broker: { type: 'boolean' },
    user: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  })
  if (help) return DOCTOR_USAGE
  if (!broker) throw new UsageError('what to look at is missing: --broker')
  const config = readEngineConfig({ ...process.env, DATABASE_URL: databaseUrl(process.env) })
  if (!config.ok) throw new CommandFailure(config.error.join('\n'))
  const findings = await examine(config.value, user ?? null)
  if (findings.some(({ state }) => state === 'fail')) process.exitCode = 1
  return `${findings.map(lineOf).join('')}${summaryOf(findings)}`
}

async function examine(config: EngineConfig, email: string | null): Promise<readonly Finding[]> {
  const place = await brokerPlace(config).catch((error: unknown) => {
    throw new CommandFailure(`The sandbox has not been started yet: ${error instanceof Error ? error.message : String(error)}`)
  })
  const { market } = place
  const http = new SmartApiHttp(market)
  const broker = new SmartApiBroker(market, null, now, pino({ level: 'silent' }))
  const rules = await openMarketRules(config.databaseUrl)
  try {
    const { clientCode, session } = await accountOf(config, email, place, http)
    const clock = await broker.clock().catch((error: unknown) => {
      throw error instanceof BrokerError ? new CommandFailure(`The sandbox does not answer: ${error.message}`) : error
    })
    const time = new EngineClock(clock, () => rules.current.rules, now)
    const findings: Finding[] = []
    const patient = {
      ...{ market, http, clientCode, session, registered: config.staticIp, now },
      contracts: () => broker.contracts(),
      marketNow: () => time.now(),
      indexMoves: () => time.indexMoves(),
    }
    for await (const finding of examineBroker(patient)) findings.push(finding)
    return findings
  } finally {
    await Promise.all([rules.close(), broker.close()])
    http.close()
  }
}

interface Account {
  readonly clientCode: string
  readonly session: TokenSource
}

/** The installation signs in again: the engine shares no session. A user's session is used as it is, and never renewed. */
async function accountOf(
  { databaseUrl, home }: EngineConfig,
  email: string | null,
  place: BrokerPlace,
  http: SmartApiHttp,
): Promise<Account> {
  const accounts = new BrokerAccounts(databaseUrl, new EngineKeys(home), now)
  try {
    if (email === null) {
      const signer = signerOf(await accounts.account(null)) ?? place.standard
      if (!signer)
        throw new CommandFailure(
          'No account at the broker is signed in for the market data: an admin configures it and logs it in, or use --user.',
        )
      return { clientCode: signer.clientCode, session: new SmartApiSession(signer, new SmartApiSignOn(http, now), now) }
    }
    const userId = await accounts.userNamed(email.trim().toLowerCase())
    if (userId === null) throw new CommandFailure(`There is no user ${email}.`)
    const account = await accounts.account(userId)
    if (!account) throw new CommandFailure(`${email} has not connected an account at the broker: that is done on the profile.`)
    const { clientCode, state, tokens } = account
    const over = () => Promise.reject(new BrokerError('auth', SESSION_OVER))
    return { clientCode, session: { tokens: () => (state === 'CONNECTED' && tokens ? Promise.resolve(tokens) : over()), renew: over } }
  } finally {
    await accounts.close()
  }
}

const SUBJECT_WIDTH = 'order updates'.length

function lineOf({ subject, state, text }: Finding): string {
  return `${state.padEnd(4)}  ${subject.padEnd(SUBJECT_WIDTH)}  ${text}\n`
}

function summaryOf(findings: readonly Finding[]): string {
  const count = (wanted: Finding['state']) => findings.filter(({ state }) => state === wanted).length
  return `${count('ok')} ok, ${count('warn')} to look at, ${count('fail')} failed. No order was sent.\n`
}
