import type { Logger } from 'pino'
import type { Instant } from '../schema/time.ts'
import type { EngineConfig } from './runtime/config.ts'
import type { Shutdown } from './runtime/Shutdown.ts'
import { AccountLocks } from './cluster/AccountLocks.ts'
import { runBrokerJobs } from './cluster/runBrokerJobs.ts'
import { BrokerAccounts } from './store/BrokerAccounts.ts'
import { BrokerDesk } from './broker/accounts/BrokerDesk.ts'
import { InstallationAccount } from './broker/accounts/InstallationAccount.ts'
import { LiveAccounts } from './broker/accounts/LiveAccounts.ts'
import { ReadinessCheck } from './broker/accounts/ReadinessCheck.ts'
import { UserSessions } from './broker/accounts/UserSessions.ts'
import { EngineKeys } from './broker/secrets/EngineKeys.ts'
import { brokerPlace } from './broker/smartapi/brokerPlace.ts'
import { SmartApiBroker } from './broker/smartapi/SmartApiBroker.ts'
import { SmartApiClients } from './broker/smartapi/SmartApiClients.ts'
import type { SmartApiMarket } from './broker/smartapi/SmartApiConfig.ts'

export interface OpenBroker {
  /** The market, signed in. */
  readonly broker: SmartApiBroker
  readonly market: SmartApiMarket
  readonly accounts: BrokerAccounts
  readonly installation: InstallationAccount
  readonly liveAccounts: LiveAccounts
  readonly readiness: ReadinessCheck
}

/**
 * The broker that the configuration names: its market, signed in, and the accounts of people, who are served before that: the account that
 * feeds the market data may have to be set up first. `wait` repeats an attempt until it succeeds: the sandbox and its account may come later
 * than the engine. `now`: real time. The engine ends when another market replaces this one: all its state would be of the old one.
 */
export async function openBroker(
  config: EngineConfig,
  now: () => Instant,
  wait: <T>(what: string, attempt: () => Promise<T>) => Promise<T>,
  shutdown: Shutdown,
  log: Logger,
): Promise<OpenBroker> {
  const { databaseUrl, home } = config
  const { market, standard, loginUrl } = await wait('the account of the sandbox', () => brokerPlace(config))
  const broker = new SmartApiBroker(market, standard, now, log)
  shutdown.add('broker', () => broker.close())
  broker.onReplaced((marketId) =>
    shutdown.fail(
      `the market behind the broker is now ${marketId}, no longer ${broker.marketId}: the engine ends, a new one must take its place`,
    ),
  )

  const accounts = new BrokerAccounts(databaseUrl, new EngineKeys(home), now)
  shutdown.add('accounts at the broker', () => accounts.close())
  const locks = new AccountLocks(databaseUrl)
  shutdown.add('locks of accounts', () => locks.close())
  const clients = new SmartApiClients(market, now)
  const clock = () => broker.clock()
  const sessions = new UserSessions({ clients, clock, now })
  const { session, feed } = broker
  const installation = new InstallationAccount({ accounts, locks, sessions, session, feed, standard, clock, now, log })
  const liveAccounts = new LiveAccounts({ accounts, locks, sessions, apiKey: market.apiKey, log })
  const lastPrices = (tokens: readonly string[]) => broker.lastPrices(tokens)
  const readiness = new ReadinessCheck({ clients, market, registered: config.staticIp, clock, now })
  const desk = new BrokerDesk({ accounts, locks, clients, sessions, installation, readiness, lastPrices, log })
  await wait('the database', () => accounts.setUp(config.broker.kind, loginUrl, config.algoId))
  await wait('the database', () => liveAccounts.read())
  shutdown.add('sessions of accounts', () => {
    clients.close()
    liveAccounts.close()
  })
  const jobs = runBrokerJobs(databaseUrl, (commandId, job) => desk.run(commandId, job), log)
  shutdown.add('commands for the broker', () => jobs.close())

  await wait('the broker', async () => {
    await installation.adopt()
    await broker.connect()
  })
  return { broker, market, accounts, installation, liveAccounts, readiness }
}
