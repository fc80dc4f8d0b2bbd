import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { requestAnalysis } from '../../prisma/agent/requestAnalysis.ts'
import type { Database } from '../../prisma/client.ts'
import { createTestDatabase, type TestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { INDEX_SYMBOLS } from '../../schema/market/indices.ts'
import { SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import { fromRupees } from '../../schema/money.ts'
import { SeededRandom } from '../../schema/SeededRandom.ts'
import { istInstant, MINUTE, type Instant, type IsoDate } from '../../schema/time.ts'
import type { AgentVerdict } from '../../schema/trading/agent.ts'
import { agentRecord } from '../../schema/trading/agentRecord.ts'
import { newKeyRecord } from '../analysis/agent/advanceRecord.ts'
import type { KeyRecord } from '../analysis/agent/KeyRecord.ts'
import { SessionIndex } from '../analysis/agent/SessionIndex.ts'
import { walkSession } from '../analysis/agent/walkSession.ts'
import { holdAllLeases } from '../cluster/testing/holdAllLeases.ts'
import { CandleBook } from '../market/CandleBook.ts'
import { AgentAudit } from '../store/AgentAudit.ts'
import { AgentRecords } from '../store/AgentRecords.ts'
import { insertCandles } from '../store/candles.ts'
import { createTestSubscription } from '../store/testing/createTestSubscription.ts'
import { AgentThreads } from './AgentThreads.ts'
import { tradableOf } from './recordOf.ts'
import { ResearchService } from './ResearchService.ts'
import { scanRest } from './scanKey.ts'

const MARKET = 'drawn'
const TODAY = '2026-07-01'
const OPEN = istInstant(TODAY, 9 * 60 + 15)
const SESSIONS = 61
const LAST = 40
const log = pino({ level: 'silent' })
const PATIENT = { timeout: 120_000, interval: 10 }

let database: TestDatabase
/** Of Nifty: finished sessions, and today. */
const days: { readonly date: IsoDate; readonly closes: Float64Array }[] = []
let book: CandleBook

beforeEach(async () => {
  database = await createTestDatabase()
  book = CandleBook.create({ symbols: INDEX_SYMBOLS, capacity: 1_000 })
  days.length = 0
  const random = new SeededRandom('research')
  let price = 24_000
  let date: IsoDate = TODAY
  for (let i = 0; i < SESSIONS; i++) date = SHIPPED_MARKET_RULES.previousTradingDay(date)
  for (; days.length <= SESSIONS; date = SHIPPED_MARKET_RULES.nextTradingDay(date))
    days.push({ date, closes: Float64Array.from({ length: 375 }, () => fromRupees((price *= Math.exp(4e-4 * random.normal()))) / 100) })
  for (const day of days) await store(database.db, day)
})
afterEach(() => database.drop())

async function store(db: Database, { date, closes }: (typeof days)[number]) {
  const open = istInstant(date, 9 * 60 + 15)
  await insertCandles(
    db,
    MARKET,
    Array.from(closes, (close, minute) => ({ symbol: 'NIFTY' as const, candle: candleOf(open + minute * MINUTE, close) })),
  )
}

function candleOf(time: Instant, rupees: number) {
  const price = fromRupees(rupees)
  return { time, open: price, high: price, low: price, close: price, volume: 0 }
}

/** A service on a node that leads from now on, at a time that the test sets. */
async function serve(state: { now: Instant }) {
  const leases = await holdAllLeases(database.db)
  const records = new AgentRecords({ databaseUrl: database.url, market: MARKET, leases })
  const threads = new AgentThreads(log)
  const run = threads.run.bind(threads)
  let answer: (requestId: string, job: { readonly isLast: boolean }) => Promise<void> = () => Promise.resolve()
  const service = new ResearchService({
    ...{ market: MARKET, store: records, book, log },
    // One thread for all: on a busy machine one of low priority may wait for minutes.
    threads: { run, runPatiently: run, close: () => threads.close() },
    rules: () => SHIPPED_MARKET_RULES,
    now: () => state.now,
    marketNow: () => state.now,
    quotes: () => ({ contracts: [], lastPriceOf: () => null }),
    isMine: () => leases.held().has(0),
    isHistoryThere: () => true,
    openRequests: (answering) => {
      answer = answering
      return { close: () => Promise.resolve() }
    },
  })
  const verdicts: AgentVerdict[] = []
  service.onVerdicts((told) => verdicts.push(...told))
  const beat = setInterval(() => service.onTime(), 1)
  return {
    ...{ service, verdicts },
    answer: (requestId: string) => answer(requestId, { isLast: false }),
    async stop() {
      clearInterval(beat)
      await service.stop()
      await records.close()
    },
  }
}

/** The record of a key that was walked through all finished sessions and a day's first candles. */
function walked(lookback: number, candles: number): KeyRecord {
  const past = days.slice(0, SESSIONS)
  const history = SessionIndex.build(past)
  let record = newKeyRecord()
  past.forEach((day, place) => (record = walkSession(history.upTo(place), day, { index: 'NIFTY', lookback }, record).record))
  const today = { date: TODAY, closes: days[SESSIONS]!.closes.subarray(0, candles), sessionMinutes: 375 }
  return scanRest(history, today, { symbol: 'NIFTY', lookback, after: 0 }, record).record
}

it('scans while the market goes on leave the record that a walk over the same day does, over a change of nodes; every analysis can be verified', async () => {
  const { db } = database
  const { userId } = await createTestSubscription(db)
  const state = { now: OPEN }
  let node = await serve(state)
  const scannedAt = async () => (await db.agentService.findFirst())?.scannedAt?.getTime() ?? 0
  const keyOf = (lookback: number) => db.agentKey.findFirst({ where: { symbol: 'NIFTY', lookback, market: MARKET } })

  // Nobody has an agent yet: it sleeps.
  await expect.poll(() => db.agentKey.count()).toBe(0)
  await db.agentSettings.create({ data: { userId, enabled: true, enabledAt: new Date(), lookbackPeriod: 33 } })
  state.now += 3_000
  await expect.poll(async () => (await keyOf(200))?.walked, PATIENT).toBe(SESSIONS)

  for (let minute = 1; minute <= LAST; minute++) {
    book.append('NIFTY', candleOf(OPEN + (minute - 1) * MINUTE, days[SESSIONS]!.closes[minute - 1]!))
    state.now = OPEN + minute * MINUTE + 15_000
    if (minute === 26) {
      await node.stop()
      node = await serve(state)
    }
    if (minute % 2 === 0 || minute % 5 === 0) await expect.poll(scannedAt, PATIENT).toBe(OPEN + minute * MINUTE)
  }
  for (const lookback of [20, 30]) {
    const stored = await keyOf(lookback)
    expect(stored?.state).toEqual(JSON.parse(JSON.stringify(walked(lookback, LAST))))
    expect(stored).toMatchObject({ walked: SESSIONS, sessions: SESSIONS, threshold: 560, scannedAt: new Date(OPEN + LAST * MINUTE) })
  }
  const ofUser = await db.agentAnalysis.findMany({ where: { lookback: 33 }, orderBy: { number: 'asc' } })
  expect(ofUser.map(({ candleAt }) => (candleAt.getTime() + MINUTE - OPEN) / MINUTE)).toEqual([6, 10, 16, 20, 26, 30, 36, 40])
  expect(ofUser.map(({ reason }) => reason)).toEqual([
    ...Array<string>(6).fill('TOO_EARLY'),
    ...ofUser.slice(6).map(({ reason }) => reason),
  ])
  expect(agentRecord.parse(ofUser.at(-1)?.record).findings?.analogues).toHaveLength(50)

  // What the last scan lets users trade is told; twice, when it is asked for twice.
  const last = await db.agentAnalysis.findMany({ where: { candleAt: new Date(OPEN + (LAST - 1) * MINUTE) }, orderBy: { number: 'asc' } })
  const tradable = last.flatMap(({ id, record }) => tradableOf(id, agentRecord.parse(record)) ?? [])
  for (let i = 0; i < 2; i++) await node.service.onScanned()
  expect(node.verdicts).toEqual([...tradable, ...tradable])

  // What a user asks for is analysed on the same candle once, and answered to everybody who asks.
  const [first, second] = await Promise.all([1, 2].map(() => db.$transaction((tx) => requestAnalysis(tx, userId, 'NIFTY', 77))))
  for (const id of [first!, second!, second!]) await node.answer(id)
  const answers = await db.agentRequest.findMany({ include: { analysis: true } })
  expect(new Set(answers.map(({ analysisId }) => analysisId)).size).toBe(1)
  expect(answers[0]).toMatchObject({ problem: null, endedAt: expect.any(Date) as Date, analysis: { lookback: 77, reason: 'TOO_EARLY' } })
  await node.stop()

  const audit = new AgentAudit(database.url)
  const count = await db.agentAnalysis.count()
  expect(await audit.markets()).toEqual([MARKET])
  expect(await audit.walk(MARKET)).toEqual({ market: MARKET, analyses: count, broken: null })
  expect(await audit.recompute(MARKET, count)).toEqual({ recomputed: count, otherwise: [] })
  await database.owner.$executeRaw`UPDATE "AgentAnalysis" SET reason = 'FLAT' WHERE number = 7`
  expect(await audit.walk(MARKET)).toMatchObject({
    analyses: 6,
    broken: { number: 7, why: 'its columns say something else than its record' },
  })
  await database.owner.$executeRaw`UPDATE "AgentAnalysis" SET record = replace(record::text, '"minute"', '"hour"')::json WHERE number = 5`
  expect(await audit.walk(MARKET)).toMatchObject({ analyses: 4, broken: { number: 5, why: 'its record was changed: the hash is another' } })
  await db.$executeRaw`UPDATE "Candle" SET open = open + 5, high = high + 5, low = low + 5, close = close + 5 WHERE time = ${new Date(OPEN + (LAST - 1) * MINUTE)}::timestamptz`
  expect((await audit.recompute(MARKET, 1)).otherwise).toEqual([count])
  await audit.close()
}, 240_000)
