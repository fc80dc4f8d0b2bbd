import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { DashboardService } from '../../../gateway/topics/dashboard/service.ts'
import { PriceBoard } from '../../../gateway/topics/market/PriceBoard.ts'
import { EngineStates } from '../../../gateway/topics/market/EngineStates.ts'
import { Effects } from '../../../gateway/kit/Effects.ts'
import { TradeService } from '../../../gateway/topics/trades/service.ts'
import { openPool, type Database } from '../../../prisma/client.ts'
import { seedMarketTables } from '../../../prisma/marketTables.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { SHIPPED_MARKET_TABLES } from '../../../schema/market/shippedTables.ts'
import { graphql, request, signIn } from '../measuring/asUser.ts'
import type { BenchRow } from '../measuring/BenchRow.ts'
import { withBenchDatabase } from '../measuring/benchDatabase.ts'
import { countStatements } from '../measuring/countStatements.ts'
import { load } from '../measuring/load.ts'
import { percentile } from '../measuring/percentile.ts'
import { seedTrades } from '../measuring/seedTrades.ts'
import { withGateway } from '../measuring/withGateway.ts'

const TRADES = 100_000
const REQUESTS = 100
const WARM_UPS = 20
const CONNECTIONS = 8
const CSV_ROUNDS = 3
/** Of users who ask for the list in turn, and how often each: one alone may not ask as often as is measured. All their pages are kept. */
const READERS = 64
const OF_EACH = 500
/** Of the list, each beside the peer's: what else the machine does differs from moment to moment. */
const LIST_ROUNDS = 11
const ROUND_MS = 500
/** After so many requests the compiler has done with a server, as with one that has run for a minute. */
const WARM = 5_000
const BARE_PROCESS = path.join(import.meta.dirname, '../bareFastifyProcess.js')
const FIELDS = 'id option strategy signal entryPrice exitPrice profitLossRs netProfitLossRs status exitReason entryTime exitTime'
const HISTORY = `query ($after: ID) { tradeHistory(input: { first: 100, after: $after }) { edges { node { ${FIELDS} } } } }`
const SHOWN = 100
const LIST = `{ trades(limit: ${SHOWN}) { ${FIELDS} } }`
const DASHBOARD = `{ dashboard { todayStats { totalPnL closedPnL totalTrades activeStrategies todayFundsUsed } liveTrades { ${FIELDS} ltp } } }`

/** What a user with 100,000 trades waits for: the gateway as it runs, in a process of its own, with every limit on. */
export async function gateway(): Promise<BenchRow[]> {
  return withBenchDatabase(async (db, url) => {
    await seedMarketTables(db, SHIPPED_MARKET_TABLES)
    const userId = await seedTrades(db, TRADES)
    return withGateway(url, async (gateway) => {
      const port = Number(new URL(gateway.url).port)
      const token = await signIn(db, userId, gateway.home)
      const cursors = await db.trade.findMany({ where: { userId }, select: { id: true }, orderBy: { id: 'asc' }, take: REQUESTS })
      const cursorOf = (n: number) => cursors[n % cursors.length]!.id
      return [
        await page('REST', port, (n) => request('GET', `/api/trades/history?after=${cursorOf(n)}`, token, n)),
        await page('GraphQL', port, (n) => graphql(HISTORY, token, n, { after: cursorOf(n) })),
        await csv(port, token),
        await dashboard(db, url, userId, port, (n) => graphql(DASHBOARD, token, n)),
        await list(port, await readers(db, gateway.home)),
      ]
    })
  })
}

/** Requests for the list of 100 trades: of one user, then as many of the next one. */
async function readers(db: Database, home: string): Promise<(n: number) => string> {
  const tokens: string[] = []
  for (let i = 0; i < READERS; i++) tokens.push(await signIn(db, await seedTrades(db, SHOWN), home))
  let asked = 0
  return (n) => graphql(LIST, tokens[Math.floor(asked++ / OF_EACH) % READERS]!, n)
}

const alone = { peer: '', ratio: '' }

async function page(face: string, port: number, of: (n: number) => string): Promise<BenchRow> {
  await load({ port, request: of, connections: 1, requests: WARM_UPS })
  const { latencies } = await load({ port, request: of, connections: 1, requests: REQUESTS })
  const p99 = percentile(latencies, 0.99)
  return {
    what: `a page of the history among ${TRADES.toLocaleString('en')} trades of one user, with the totals of all, by ${face}`,
    ours: `p50 ${percentile(latencies, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    ...alone,
    wanted: 'p99 ≤ 60 ms',
    reached: p99 <= 60,
  }
}

async function csv(port: number, token: string): Promise<BenchRow> {
  const times: number[] = []
  for (let round = 0; round < CSV_ROUNDS; round++) {
    const from = performance.now()
    const answer = await fetch(`http://127.0.0.1:${port}/api/trades/history.csv`, { headers: { authorization: `Bearer ${token}` } })
    const lines = (await answer.text()).split('\n').length - 2
    if (lines < TRADES * 0.99) throw new Error(`the file has ${lines} trades`)
    times.push(performance.now() - from)
  }
  const ms = percentile(times, 0.5)
  const what = `${TRADES.toLocaleString('en')} trades as a CSV file`
  return { what, ours: `${Math.round(ms)} ms`, ...alone, wanted: '≤ 2 s', reached: ms <= 2_000 }
}

async function dashboard(db: Database, url: string, userId: string, port: number, of: (n: number) => string): Promise<BenchRow> {
  const pool = openPool(url, 'bench', 1)
  const service = new DashboardService(
    db,
    new EngineStates(db, 5_000),
    new TradeService({ db, pool, effects: new Effects(db), prices: new PriceBoard(), rules: { rules: SHIPPED_MARKET_RULES } }),
  )
  const counted = countStatements()
  await service.dashboard(userId)
  const statements = counted.stop()
  await pool.end()
  await load({ port, request: of, connections: 1, requests: WARM_UPS })
  const { latencies } = await load({ port, request: of, connections: 1, requests: REQUESTS })
  const p99 = percentile(latencies, 0.99)
  return {
    what: `the dashboard of a user with ${TRADES.toLocaleString('en')} trades`,
    ours: `${statements} statements; p50 ${percentile(latencies, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    ...alone,
    wanted: '≤ 6 statements; p99 ≤ 40 ms',
    reached: statements <= 6 && p99 <= 40,
  }
}

/** The GraphQL list beside a server that does nothing but write the same bytes, turn by turn. */
async function list(port: number, of: (n: number) => string): Promise<BenchRow> {
  const { body } = await load({ port, request: of, connections: 1, requests: 1 })
  const child = fork(BARE_PROCESS, { env: { ...process.env, NODE_ENV: 'production' } })
  try {
    child.send(body)
    const [barePort] = (await once(child, 'message')) as [number]
    const bareRequest = () => request('POST', '/list', '', 0, '{}')
    const ours: number[] = []
    const bare: number[] = []
    await load({ port, request: of, connections: CONNECTIONS, requests: WARM })
    await load({ port: barePort, request: bareRequest, connections: CONNECTIONS, requests: WARM })
    for (let round = 0; round < LIST_ROUNDS; round++) {
      const { perSecond } = await load({ port, request: of, connections: CONNECTIONS, ms: ROUND_MS })
      const peer = await load({ port: barePort, request: bareRequest, connections: CONNECTIONS, ms: ROUND_MS })
      // Apollo ends its answers with a line break.
      if (peer.body !== body.trim()) throw new Error('the two answer different bytes')
      ours.push(perSecond)
      bare.push(peer.perSecond)
    }
    const ratio = percentile(
      ours.map((perSecond, i) => perSecond / bare[i]!),
      0.5,
    )
    return {
      what: 'GraphQL list of 100 trades × 12 fields from the database, signed in, all limits on',
      ours: `${Math.round(percentile(ours, 0.5))} requests/s`,
      peer: `bare Fastify, JSON of the same bytes from memory: ${Math.round(percentile(bare, 0.5))} requests/s`,
      ratio: `${ratio.toFixed(2)}×`,
      wanted: '≥ 0.35×',
      reached: ratio >= 0.35,
    }
  } finally {
    child.kill()
  }
}
