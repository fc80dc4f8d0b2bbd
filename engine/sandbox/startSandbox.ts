import type { AddressInfo } from 'node:net'
import { pino, type Logger } from 'pino'
import { SECOND } from '../../schema/time.ts'
import { FeedServer } from './feed/FeedServer.ts'
import { loadAccount, type SandboxAccount } from './accounts/loadAccount.ts'
import { SandboxClock } from './market/SandboxClock.ts'
import { SandboxMarket } from './market/SandboxMarket.ts'
import { openMarket } from './openMarket.ts'
import { buildServer } from './rest/buildServer.ts'
import type { SandboxConfig } from './sandboxConfig.ts'
import { Sessions } from './accounts/Sessions.ts'

export interface RunningSandbox {
  readonly port: number
  /** `http://127.0.0.1:port`; the feed is at `/smart-stream` of the same address. */
  readonly url: string
  readonly marketId: string
  readonly account: SandboxAccount
  /** What whoever plays a replay must know: what was left out of its files, what is not as it was. */
  readonly notes: readonly string[]
  stop(): Promise<void>
}

const WRITE_TIME_EVERY = SECOND
/** The time on disk runs ahead of the clock, so that even after a crash the market does not go back behind a tick already sent. */
const WRITE_TIME_AHEAD = 2 * SECOND

/**
 * Starts the sandbox exchange on 127.0.0.1: SmartAPI's REST, its feed, and `GET /sandbox/clock`.
 * Rejects with a SandboxConfigError for what the configuration got wrong, and with the server's error when the port is taken.
 */
export async function startSandbox(config: SandboxConfig, log: Logger = pino({ level: 'silent' })): Promise<RunningSandbox> {
  const account = loadAccount(config.home)
  const { source, times, startAt, notes, recorded } = openMarket(config)
  for (const note of notes) log.warn(note)
  const clock = new SandboxClock(source, config.speed, startAt, Date.now)
  const market = new SandboxMarket(source, recorded)
  const sessions = new Sessions(account.clientCode, () => clock.now())
  const server = buildServer(account, sessions, market, clock, log)
  const feed = new FeedServer(server.server, account, sessions, market, () => clock.now(), log)
  try {
    await server.listen({ host: '127.0.0.1', port: config.port })
  } catch (error) {
    feed.close()
    throw error
  }

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
    account,
    notes,
    async stop() {
      clearInterval(timer)
      feed.close()
      await server.close()
      times.write(source.marketId, clock.now())
    },
  }
}
