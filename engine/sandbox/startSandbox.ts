import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pino, type Logger } from 'pino'
import { ownHosts } from '../../schema/ownHosts.ts'
import { istDate, SECOND } from '../../schema/time.ts'
import { FeedServer } from './feed/FeedServer.ts'
import { routeHandshakes } from './feed/Handshake.ts'
import { Accounts } from './accounts/Accounts.ts'
import type { SandboxAccount } from './accounts/loadAccount.ts'
import { SignIn } from './accounts/SignIn.ts'
import { SandboxClock } from './market/SandboxClock.ts'
import { SandboxMarket } from './market/SandboxMarket.ts'
import { openMarket } from './openMarket.ts'
import { SandboxControl } from './control/SandboxControl.ts'
import { OrderUpdateServer } from './updates/OrderUpdateServer.ts'
import { Faults } from './faults/Faults.ts'
import { Ledger } from './orders/Ledger.ts'
import { LedgerFiles } from './orders/LedgerFiles.ts'
import { OrderDesk } from './desk/OrderDesk.ts'
import { OrderExchange } from './orders/OrderExchange.ts'
import { OrderMarket } from './orders/OrderMarket.ts'
import { Access } from './access/Access.ts'
import { buildServer } from './buildServer.ts'
import { DEFAULT_ACCOUNTS, type SandboxConfig } from './sandboxConfig.ts'
import { Sessions } from './accounts/Sessions.ts'

export interface RunningSandbox {
  readonly port: number
  /** `http://127.0.0.1:port`; the feed is at `/smart-stream` of the same address. */
  readonly url: string
  readonly marketId: string
  /** The installation's own, for market data. */
  readonly account: SandboxAccount
  /** Those of people. */
  readonly users: readonly SandboxAccount[]
  /** Notes for the user of a replay: what was left out of its files or altered. */
  readonly notes: readonly string[]
  /** What a test does to it and sees of it. */
  readonly control: SandboxControl
  stop(): Promise<void>
}

const LOOPBACK = '127.0.0.1'
const WRITE_TIME_EVERY = SECOND
/** Real time between two looks at what orders could trade. */
const MATCH_EVERY = 25
/** The time on disk runs ahead of the clock, so that even after a crash the market does not go back behind a tick already sent. */
const WRITE_TIME_AHEAD = 2 * SECOND

/**
 * Starts the sandbox exchange on 127.0.0.1: SmartAPI's REST, its feed, and `GET /sandbox/clock`.
 * Rejects with a SandboxConfigError for what the configuration got wrong, and with the server's error when the port is taken.
 */
export async function startSandbox(config: SandboxConfig, log: Logger = pino({ level: 'silent' })): Promise<RunningSandbox> {
  const accounts = Accounts.load(config.home, config.accounts ?? DEFAULT_ACCOUNTS)
  const { source, times, startAt, notes, recorded } = openMarket(config)
  for (const note of notes) log.warn(note)
  const clock = new SandboxClock(source, config.speed, startAt, Date.now)
  const market = new SandboxMarket(source, recorded)
  const marketNow = () => clock.now()
  const sessions = new Sessions(marketNow)
  const faults = new Faults(marketNow)
  const access = new Access(accounts, sessions, faults)
  const signIn = new SignIn(accounts, sessions, marketNow)
  const orderMarket = new OrderMarket(market)
  const ledger = new Ledger(new LedgerFiles(join(config.home, 'sandbox-ledger', source.marketId), istDate(clock.now())))
  const exchange = new OrderExchange(orderMarket, ledger, faults, clock.now())
  const desk = new OrderDesk(exchange, orderMarket, faults, marketNow)
  const feed = new FeedServer(access, market, marketNow, log)
  const updates = new OrderUpdateServer(access, ledger, log)
  const control = new SandboxControl(desk, access, (clientCode) => {
    feed.drop(clientCode)
    updates.drop(clientCode)
  })
  const isOwnHost = ownHosts(LOOPBACK)
  const { redirectUrls = [], controlSecret = null } = config
  const server = buildServer({
    ...{ access, signIn, desk, market, clock, log, isOwnHost, redirectUrls },
    control: controlSecret === null ? null : { control, secret: controlSecret },
  })
  routeHandshakes(
    server.server,
    {
      '/smart-stream': (...handshake) => feed.take(...handshake),
      '/smart-order-update': (request, socket, head) => updates.take(request, socket, head),
    },
    isOwnHost,
    log,
  )
  try {
    await server.listen({ host: LOOPBACK, port: config.port })
  } catch (error) {
    feed.close()
    updates.close()
    throw error
  }

  const matching = setInterval(() => desk.now(), MATCH_EVERY)
  let over = false
  const timer = setInterval(() => {
    times.write(source.marketId, clock.now(WRITE_TIME_AHEAD))
    if (over || clock.state() !== 'replay over') return
    over = true
    log.info('replay over: the market stands at its last close')
  }, WRITE_TIME_EVERY)

  const { port } = server.server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    marketId: source.marketId,
    account: accounts.admin,
    users: accounts.users,
    notes,
    control,
    async stop() {
      clearInterval(timer)
      clearInterval(matching)
      feed.close()
      updates.close()
      await server.close()
      desk.stop()
      times.write(source.marketId, clock.now())
    },
  }
}
