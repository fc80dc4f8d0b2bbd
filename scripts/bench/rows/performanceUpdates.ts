import { pino } from 'pino'
import { PerformanceDesk } from '../../../engine/performance/PerformanceDesk.ts'
import { PerformanceRecords } from '../../../engine/store/PerformanceRecords.ts'
import { SchedulePool } from '../../../engine/schedule/SchedulePool.ts'
import type { Database } from '../../../prisma/client.ts'
import { seedMarketTables } from '../../../prisma/marketTables.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { SHIPPED_MARKET_TABLES } from '../../../schema/market/shippedTables.ts'
import { paise } from '../../../schema/money.ts'
import { istInstant } from '../../../schema/time.ts'
import { graphql, signIn } from '../measuring/asUser.ts'
import type { BenchRow } from '../measuring/BenchRow.ts'
import { subscribeUsers, withBenchDatabase } from '../measuring/benchDatabase.ts'
import { load } from '../measuring/load.ts'
import { percentile } from '../measuring/percentile.ts'
import { seedHistory, seedNewTrades, seedOpenTrades } from '../measuring/seedResults.ts'
import { withGateway } from '../measuring/withGateway.ts'

const SUBSCRIPTIONS = 10_000
const NEW_TRADES = 1_000
const HISTORIES = [100_000, 1_000_000] as const
const ROUNDS = 9
const WARM_UPS = 100
const REQUESTS = 500
/** Who ask in turn: one alone may not ask so often. */
const READERS = 10
const MOST_UPDATE_MS = 250
const MOST_PAGE_MS = 20
const RULES = { interval: '1min', long: ['ema(12)', 'crosses above', 'ema(26)'], short: ['ema(12)', 'crosses below', 'ema(26)'] }
/** Options of open trades, as seedOpenTrades() has them. */
const LAST_PRICES = new Map(Array.from({ length: 100 }, (_, token) => [`NFO:${token}`, paise(104_00 + token)]))

const RECORD =
  'trades winRate gross charges net openTrades openUnpriced openNet worstDrawdown firstTradeAt lastTradeAt equity { at equity drawdown }'
const PAGE = `query ($id: ID!) { strategyPage(id: $id) {
  strategy { id name description version } subscriptionId subscribedVersion exits versions { version createdAt changes longRule shortRule }
  paper { ${RECORD} } live { ${RECORD} } } }`

/** At one size of the history: milliseconds of updates with 1,000 new trades and with ten times as many, and of requests for the page. */
interface Costs {
  readonly updates: readonly number[]
  readonly large: readonly number[]
  readonly pages: readonly number[]
}

/** What an update of performance and the page that reads it cost, and how both grow with a strategy's closed trades. */
export async function performanceUpdates(): Promise<BenchRow[]> {
  const [few, many] = await withBenchDatabase(async (db, url) => {
    await seedMarketTables(db, SHIPPED_MARKET_TABLES)
    const strategyId = await subscribeUsers(db, SUBSCRIPTIONS, RULES)
    const log = pino({ level: 'silent' })
    const [records, pool] = [new PerformanceRecords(url, 'bench'), new SchedulePool(log)]
    const openPrices = () => ({ at: istInstant('2025-09-29', 15 * 60), lastPrices: LAST_PRICES, rules: SHIPPED_MARKET_RULES })
    const desk = new PerformanceDesk({ records, pool, openPrices, databaseUrl: url, log })
    const costs: Costs[] = []
    try {
      await seedOpenTrades(db, strategyId, SUBSCRIPTIONS)
      let before = 0
      for (const closed of HISTORIES) {
        await seedHistory(db, strategyId, closed - before)
        before = closed
        await update(db, desk)
        await db.$executeRaw`ANALYZE "SignalResult", "StrategyDay", "UncountedResult", "SubscriptionPerformance"`
        costs.push({
          updates: await measureUpdates(db, desk, strategyId, NEW_TRADES),
          large: await measureUpdates(db, desk, strategyId, 10 * NEW_TRADES),
          pages: await measurePages(db, url, strategyId),
        })
      }
    } finally {
      await desk.close()
      await pool.close()
      await records.close()
    }
    return costs
  })
  if (!few || !many) throw new Error('nothing was measured')
  return [updateRow(few, many), pageRow(few, many)]
}

async function update(db: Database, desk: PerformanceDesk): Promise<number> {
  const { id } = await db.performanceRun.create({ data: { kind: 'TRIGGERED' } })
  const startedAt = performance.now()
  await desk.run(id, true)
  return performance.now() - startedAt
}

async function measureUpdates(db: Database, desk: PerformanceDesk, strategyId: string, trades: number): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await seedNewTrades(db, strategyId, trades)
    times.push(await update(db, desk))
  }
  return times
}

async function measurePages(db: Database, url: string, strategyId: string): Promise<readonly number[]> {
  const users = await db.user.findMany({ take: READERS })
  return withGateway(url, async (gateway) => {
    const port = Number(new URL(gateway.url).port)
    const tokens = await Promise.all(users.map(({ id }) => signIn(db, id, gateway.home)))
    const request = (n: number) => graphql(PAGE, tokens[n % tokens.length]!, n, { id: strategyId })
    await load({ port, request, connections: 1, requests: WARM_UPS })
    const { latencies, body } = await load({ port, request, connections: 1, requests: REQUESTS })
    if (!body.includes('"openTrades":')) throw new Error(`answered with ${body.slice(0, 500)}`)
    return latencies
  })
}

const [SMALL, LARGE] = HISTORIES.map((closed) => closed.toLocaleString('en'))

function updateRow(few: Costs, many: Costs): BenchRow {
  const median = percentile(many.updates, 0.5)
  return {
    what: `an update of performance: 1,000 new trades, 10,000 subscriptions with an open trade each, ${LARGE} counted before`,
    ours: `${median.toFixed(0)} ms, at most ${Math.max(...many.updates).toFixed(0)} ms; 10,000 new trades ${percentile(many.large, 0.5).toFixed(0)} ms`,
    peer: `${SMALL} counted before ${percentile(few.updates, 0.5).toFixed(0)} ms`,
    ratio: `${(median / percentile(few.updates, 0.5)).toFixed(1)} times as long`,
    wanted: `≤ ${MOST_UPDATE_MS} ms`,
    reached: median <= MOST_UPDATE_MS,
  }
}

function pageRow(few: Costs, many: Costs): BenchRow {
  const text = ({ pages }: Costs) => `p50 ${percentile(pages, 0.5).toFixed(1)} ms, p99 ${percentile(pages, 0.99).toFixed(1)} ms`
  return {
    what: `a strategy’s page with ${LARGE} closed trades on 1,000 days, by GraphQL`,
    ours: text(many),
    peer: `${SMALL} closed trades on as many days ${text(few)}`,
    ratio: `${(percentile(many.pages, 0.5) / percentile(few.pages, 0.5)).toFixed(1)} times as long`,
    wanted: `p99 ≤ ${MOST_PAGE_MS} ms`,
    reached: percentile(many.pages, 0.99) <= MOST_PAGE_MS,
  }
}
