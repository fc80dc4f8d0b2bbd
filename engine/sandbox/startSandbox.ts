import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pino, type Logger } from 'pino'
import { SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import type { IndexSymbol } from '../../schema/market/indices.ts'
import { istDate, SECOND, type Instant } from '../../schema/time.ts'
import { FeedServer } from './feed/FeedServer.ts'
import { loadAccount, type SandboxAccount } from './loadAccount.ts'
import { loadReplay } from './market/loadReplay.ts'
import { MarketTimeFile } from './market/MarketTimeFile.ts'
import type { MarketSource } from './market/MarketSource.ts'
import { SandboxClock } from './market/SandboxClock.ts'
import { SandboxMarket } from './market/SandboxMarket.ts'
import { SyntheticSource } from './market/SyntheticSource.ts'
import { buildServer } from './rest/buildServer.ts'
import { Sessions } from './Sessions.ts'

export interface SandboxConfig {
  /** 0: any free port. */
  readonly port: number
  /** Folder of the account and of the market's time; made when it is not there. */
  readonly home: string
  /** Market seconds in a real second. */
  readonly speed: number
  readonly seed: number
  /** Market time of a market's very first start; later starts go on where the last one was. */
  readonly start: Instant | null
  /** Recorded candles to play; empty for a synthetic market. */
  readonly replay: ReadonlyMap<IndexSymbol, string>
}

export interface RunningSandbox {
  readonly port: number
  /** `http://127.0.0.1:port`; the feed is at `/smart-stream` of the same address. */
  readonly url: string
  readonly marketId: string
  readonly account: SandboxAccount
  stop(): Promise<void>
}

/** A mistake in the configuration or its files: the message is one sentence for the person who wrote it. */
export class SandboxConfigError extends Error {
  override readonly name = 'SandboxConfigError'
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
  const source = openSource(config)
  const times = new MarketTimeFile(join(config.home, 'sandbox-market.json'))
  const startAt = times.read(source.marketId) ?? firstStart(config, source)
  const clock = new SandboxClock(source, config.speed, startAt, Date.now)
  const market = new SandboxMarket(source)
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
    async stop() {
      clearInterval(timer)
      feed.close()
      await server.close()
      times.write(source.marketId, clock.now())
    },
  }
}

function openSource({ replay, seed }: SandboxConfig): MarketSource {
  if (replay.size === 0) return new SyntheticSource(seed)
  const loaded = loadReplay(replay, seed)
  if (!loaded.ok) throw new SandboxConfigError(loaded.error)
  return loaded.value
}

/** A new market begins where it is told to; else a replay at its first session, a synthetic market at today's or the next one. */
function firstStart({ start, replay }: SandboxConfig, source: MarketSource): Instant {
  const earliest = replay.size === 0 ? istDate(Date.now()) : '0000-01-01'
  const date = source.sessionFrom(start === null ? earliest : istDate(start))
  if (date === null) throw new SandboxConfigError('SANDBOX_START: the replay has no session on or after that day')
  return start ?? SHIPPED_MARKET_RULES.sessionHours(date).open
}
