import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Candle } from '../../../../schema/market/candles.ts'
import type { IndexSymbol } from '../../../../schema/market/indices.ts'
import { istIso, type Instant } from '../../../../schema/time.ts'
import { startSandbox } from '../../../sandbox/startSandbox.ts'
import type { SmartApiConfig } from '../SmartApiConfig.ts'

export interface TestMarketOptions {
  readonly speed: number
  readonly start: Instant | null
  /** Candles to replay; none for a synthetic market. */
  readonly replay?: ReadonlyMap<IndexSymbol, readonly Candle[]>
}

export interface TestMarket {
  readonly config: SmartApiConfig
  readonly marketId: string
  /** Breaks every feed connection, as a network does; new ones are let through. */
  cutFeed(): void
  /** While true there is no way to the feed: every connection is broken, and new ones are at once. */
  loseFeed(lost: boolean): void
  /** While true the feed's connections stay open but nothing comes through. */
  muteFeed(mute: boolean): void
  /** From now on the feed says nothing of these tokens beside the first tick of a subscription. */
  muteTokens(tokens: readonly string[]): void
  /** Feed connections opened so far. */
  readonly feedConnections: number
  stop(): Promise<void>
}

/** The real sandbox on ports and in a folder of its own, its feed behind a wire that a test can cut. */
export async function startTestMarket({ speed, start, replay = new Map() }: TestMarketOptions): Promise<TestMarket> {
  const home = await mkdtemp(join(tmpdir(), 'sakha-market-'))
  const files = new Map<IndexSymbol, string>()
  for (const [symbol, candles] of replay) {
    const path = join(home, `${symbol}.csv`)
    await writeFile(path, toCsv(candles))
    files.set(symbol, path)
  }
  const sandbox = await startSandbox({ port: 0, home, speed, seed: 1, start, replay: files })
  const wire = await startWire(sandbox.port)
  return {
    config: {
      restUrl: sandbox.url,
      feedUrl: `ws://127.0.0.1:${wire.port}/smart-stream`,
      updatesUrl: `${sandbox.url.replace('http:', 'ws:')}/smart-order-update`,
      masterUrl: `${sandbox.url}/OpenAPI_File/files/OpenAPIScripMaster.json`,
      clockUrl: `${sandbox.url}/sandbox/clock`,
      ...sandbox.account,
    },
    marketId: sandbox.marketId,
    cutFeed: wire.cut,
    loseFeed: wire.lose,
    muteFeed: wire.mute,
    muteTokens: (tokens) => sandbox.control.setFault({ name: 'muteTokens', tokens: [...tokens] }),
    get feedConnections() {
      return wire.opened()
    },
    async stop() {
      await wire.stop()
      await sandbox.stop()
      await rm(home, { recursive: true })
    },
  }
}

async function startWire(port: number) {
  const pairs = new Set<readonly [Socket, Socket]>()
  let opened = 0
  let lost = false
  const server = createServer((near) => {
    if (lost) return near.resetAndDestroy()
    opened++
    const far = connect(port, '127.0.0.1')
    const pair = [near, far] as const
    pairs.add(pair)
    near.pipe(far)
    far.pipe(near)
    for (const socket of pair) {
      socket.on('error', () => undefined)
      socket.on('close', () => {
        for (const each of pair) each.destroy()
        pairs.delete(pair)
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const [near, far] of pairs) {
      near.resetAndDestroy()
      far.destroy()
    }
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    lose(now: boolean) {
      lost = now
      if (lost) cut()
    },
    mute(mute: boolean) {
      for (const [near, far] of pairs) {
        if (mute) far.unpipe(near).resume()
        else far.pipe(near)
      }
    },
    opened: () => opened,
    stop: () =>
      new Promise<void>((resolve) => {
        cut()
        server.close(() => resolve())
      }),
  }
}

function toCsv(candles: readonly Candle[]): string {
  const rows = candles.map(({ time, open, high, low, close, volume }) =>
    [istIso(time), ...[open, high, low, close].map((price) => (price / 100).toFixed(2)), volume].join(','),
  )
  return ['time,open,high,low,close,volume', ...rows, ''].join('\n')
}
