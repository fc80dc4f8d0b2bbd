import { setTimeout as sleep } from 'node:timers/promises'
import { AgentRecords } from '../../../engine/store/AgentRecords.ts'
import { holdAllLeases } from '../../../engine/cluster/testing/holdAllLeases.ts'
import { Store } from '../../../engine/store/Store.ts'
import { createAgentStrategies } from '../../../prisma/agent/agentStrategies.ts'
import type { Database } from '../../../prisma/client.ts'
import { seedMarketTables } from '../../../prisma/marketTables.ts'
import { err } from '../../../schema/errors.ts'
import { INDEX_SYMBOLS } from '../../../schema/market/indices.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { SHIPPED_MARKET_TABLES } from '../../../schema/market/shippedTables.ts'
import { paise } from '../../../schema/money.ts'
import { HOUR, MINUTE } from '../../../schema/time.ts'
import { AGENT_BOUNDS, type AgentVerdict } from '../../../schema/trading/agent.ts'
import { signIn } from '../measuring/asUser.ts'
import { withBenchDatabase } from '../measuring/benchDatabase.ts'
import { BenchResearch, type MeasuredScan } from '../measuring/BenchResearch.ts'
import type { BenchRow } from '../measuring/BenchRow.ts'
import { countStatements } from '../measuring/countStatements.ts'
import { withGateway } from '../measuring/withGateway.ts'

const SESSIONS = 1_640
/** Every lookback on every index. */
const { min: SHORTEST, max: LONGEST } = AGENT_BOUNDS.lookbackPeriod
const LOOKBACKS = LONGEST - SHORTEST + 1
const ALL = LOOKBACKS * INDEX_SYMBOLS.length
/** Agents: a hundred look at as much as a hundred thousand. */
const [FEW, MANY, DISTINCT] = [100, 100_000, 20]
/** Real milliseconds into a scan at which a user wants an analysis. */
const TRIGGERED_AFTER_MS = 300
const [MOST_SCAN_MS, MOST_DELAY_MS, MOST_ANSWER_MS] = [20_000, 10, 2_000]

/** The service with every key in use, a user who triggers an analysis meanwhile, and what a thousand times as many agents cost. */
export async function agentService(): Promise<BenchRow[]> {
  return withBenchDatabase(async (db, url) => {
    await seedMarketTables(db, SHIPPED_MARKET_TABLES)
    await createAgentStrategies(db)
    await insertAgents(db, ALL, LOOKBACKS)
    const research = await BenchResearch.open(db, url, { sessions: SESSIONS, minute: 298 })
    const scans = await scanned(db, url, research).finally(() => research.close())
    const statements = await countedStatements(db, url, research.market)
    return [scanRow(scans.all), answerRow(scans.answers), growthRow(scans.few, scans.many, statements)]
  })
}

async function scanned(db: Database, databaseUrl: string, research: BenchResearch) {
  const all = await research.scanAt(300)
  const answers = await triggered(db, databaseUrl, research)
  await insertAgents(db, FEW, DISTINCT)
  const few = await research.scanAt(308)
  await research.scanAt(310)
  await insertAgents(db, MANY, DISTINCT)
  return { all, answers, few, many: await research.scanAt(312) }
}

function scanRow({ ms, delayed, held, analyses }: MeasuredScan): BenchRow {
  if (analyses !== ALL) throw new Error(`the scan took ${analyses} analyses, not ${ALL}`)
  return {
    what: `agent: a scan of the service with all ${ALL} lookbacks in use, analysed on one thread and stored`,
    ours: `${(ms / 1_000).toFixed(1)} s; main thread delayed p99 ${delayed.toFixed(1)} ms, held at most ${held.toFixed(0)} ms`,
    peer: '',
    ratio: '',
    wanted: `≤ ${MOST_SCAN_MS / 1_000} s; delay ≤ ${MOST_DELAY_MS} ms`,
    reached: ms <= MOST_SCAN_MS && delayed <= MOST_DELAY_MS,
  }
}

function answerRow(answers: readonly number[]): BenchRow {
  const slowest = Math.max(...answers)
  return {
    what: `agent: Trigger Analysis by REST in the midst of such a scan, the slowest of ${answers.length}`,
    ours: `${slowest.toFixed(0)} ms`,
    peer: '',
    ratio: '',
    wanted: `≤ ${MOST_ANSWER_MS / 1_000} s`,
    reached: slowest <= MOST_ANSWER_MS,
  }
}

function growthRow(few: MeasuredScan, many: MeasuredScan, [ofFew, ofMany]: readonly [number, number]): BenchRow {
  const told = ({ analyses, ms }: MeasuredScan, statements: number) => `${analyses} analyses, ${statements} statements, ${ms.toFixed(0)} ms`
  return {
    what: `agent: ${MANY.toLocaleString('en-US')} agents with ${DISTINCT} lookbacks between them: a scan; the statements that find who is due, and decide a verdict for one in ${DISTINCT}`,
    ours: told(many, ofMany),
    peer: `${FEW} agents ${told(few, ofFew)}`,
    ratio: '',
    wanted: 'as many analyses, as many statements',
    reached: many.analyses === few.analyses && ofMany === ofFew,
  }
}

/** Switches all agents off and so many new ones on, each of a user of its own: on Nifty, or on every index in turn where each lookback is taken. */
async function insertAgents(db: Database, count: number, lookbacks: number): Promise<void> {
  await db.$executeRaw`UPDATE "AgentSettings" SET enabled = false`
  await db.$executeRaw`
    WITH added AS (
      INSERT INTO "User" (id, email, name, "passwordHash", "updatedAt")
      SELECT id, id || '@example.com', 'Agent', 'none', now() FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, ${count}::int)) AS drawn
      RETURNING id)
    INSERT INTO "AgentSettings" ("userId", enabled, "enabledAt", "lookbackPeriod", "analysisIntervalMinutes", symbols, "updatedAt")
    SELECT id, true, now(), ${SHORTEST}::int + n % ${lookbacks}::int, 2,
      ARRAY[CASE WHEN ${lookbacks}::int = ${LOOKBACKS}::int THEN (${[...INDEX_SYMBOLS]}::text[])[1 + n / ${lookbacks}::int] ELSE 'NIFTY' END], now()
    FROM (SELECT id, row_number() OVER ()::int - 1 AS n FROM added) AS numbered`
  await db.$executeRaw`ANALYZE`
}

/** Milliseconds until users read an analysis that they triggered while a scan went on. */
async function triggered(db: Database, databaseUrl: string, research: BenchResearch): Promise<number[]> {
  const users = await db.agentSettings.findMany({ where: { enabled: true }, take: 3, select: { userId: true } })
  const answers: number[] = []
  await withGateway(databaseUrl, async ({ url, home }) => {
    for (const [place, minute] of [302, 304, 306].entries()) {
      if (minute === 306) await research.scanAt(305)
      const token = await signIn(db, users[place]!.userId, home)
      await research.scanAt(minute, async () => {
        await sleep(TRIGGERED_AFTER_MS)
        const from = performance.now()
        const answer = await fetch(new URL('/api/research-agent/trigger-analysis', url), {
          method: 'POST',
          headers: { Authorization: `Bearer ${token}` },
        })
        if (answer.status !== 200) throw new Error(`an analysis could not be triggered: ${answer.status} ${await answer.text()}`)
        await answer.arrayBuffer()
        answers.push(performance.now() - from)
      })
    }
  })
  return answers
}

/** Statements by which a few and many agents are found due and answer a verdict that one in twenty of them is asked about. */
async function countedStatements(db: Database, databaseUrl: string, market: string): Promise<readonly [number, number]> {
  const leases = await holdAllLeases(db)
  const records = new AgentRecords({ database: databaseUrl, market, leases })
  const store = new Store({ databaseUrl, market, leases, rules: () => SHIPPED_MARKET_RULES })
  const analyses = await db.agentAnalysis.findMany({ where: { symbol: 'NIFTY', lookback: SHORTEST }, orderBy: { number: 'desc' }, take: 2 })
  const counted: number[] = []
  try {
    for (const [place, agents] of [FEW, MANY].entries()) {
      await insertAgents(db, agents, DISTINCT)
      const { id: analysisId, candleAt } = analyses[place]!
      const verdict: AgentVerdict = {
        ...{ analysisId, market, symbol: 'NIFTY', lookback: SHORTEST, side: 'CE', kind: 'EXPLORATORY' },
        ...{ candleAt: candleAt.getTime(), spot: paise(24_510_00), deviation: 0.002 },
      }
      const counting = countStatements()
      if ((await records.dueKeys(312, 310)).length !== DISTINCT) throw new Error('other keys are due than were to be')
      const offer = { minute: 312, since: 310, premium: paise(100_00), until: Date.now() + HOUR }
      const { denied } = await store.decisions.decideVerdict(verdict, offer, candleAt.getTime() + MINUTE, () =>
        err({ reason: 'NO_QUOTE', numbers: { strike: 24_500_00 } }),
      )
      counted.push(counting.stop())
      if (denied !== agents / DISTINCT) throw new Error(`${denied} agents answered, not ${agents / DISTINCT}`)
    }
  } finally {
    await records.close()
    await store.close()
  }
  return [counted[0]!, counted[1]!]
}
