import type { Logger } from 'pino'
import type { Instant } from '../../../schema/time.ts'
import { BrokerDesk } from '../../broker/accounts/BrokerDesk.ts'
import { InstallationAccount } from '../../broker/accounts/InstallationAccount.ts'
import { LiveAccounts } from '../../broker/accounts/LiveAccounts.ts'
import { ReadinessCheck } from '../../broker/accounts/ReadinessCheck.ts'
import { UserSessions } from '../../broker/accounts/UserSessions.ts'
import { EngineKeys } from '../../broker/secrets/EngineKeys.ts'
import type { BrokerPlace } from '../../broker/smartapi/brokerPlace.ts'
import type { SmartApiBroker } from '../../broker/smartapi/SmartApiBroker.ts'
import { SmartApiClients } from '../../broker/smartapi/SmartApiClients.ts'
import { AccountLocks } from '../../cluster/AccountLocks.ts'
import { runBrokerJobs } from '../../cluster/runBrokerJobs.ts'
import type { EngineConfig } from '../../runtime/config.ts'
import type { Shutdown } from '../../runtime/Shutdown.ts'
import { BrokerAccounts } from '../../store/BrokerAccounts.ts'
import { definePart } from '../Part.ts'
import type { Wait } from '../Platform.ts'

interface Needs {
  readonly config: EngineConfig
  readonly shutdown: Shutdown
  readonly broker: SmartApiBroker
  readonly place: BrokerPlace
  readonly wait: Wait
  readonly now: () => Instant
  readonly log: Logger
}

/**
 * The accounts of people at the broker, who are served before the market is signed in: the account that feeds the market data may have to
 * be set up first. Behind this part the broker is connected.
 */
export const brokerAccountsPart = definePart({
  open: async ({ config, shutdown, broker, place: { market, standard, loginUrl }, wait, now, log }: Needs) => {
    const { databaseUrl, home } = config
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
    const readinessCheck = new ReadinessCheck({ clients, market, registered: config.staticIp, clock, now })
    const desk = new BrokerDesk({ accounts, locks, clients, sessions, installation, readiness: readinessCheck, lastPrices, log })
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
    return { accounts, installation, liveAccounts, readinessCheck }
  },
})
