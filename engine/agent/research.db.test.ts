import { afterEach, beforeEach, expect, it } from 'vitest'
import { requestAnalysis } from '../../prisma/agent/requestAnalysis.ts'
import { istInstant, MINUTE } from '../../schema/time.ts'
import { agentRecord } from '../../schema/trading/agentRecord.ts'
import { newKeyRecord } from '../analysis/agent/advanceRecord.ts'
import type { KeyRecord } from '../analysis/agent/KeyRecord.ts'
import { SessionIndex } from '../analysis/agent/SessionIndex.ts'
import { walkSession } from '../analysis/agent/walkSession.ts'
import { AgentAudit } from '../store/AgentAudit.ts'
import { createTestSubscription } from '../store/testing/createTestSubscription.ts'
import { tradableOf } from './recordOf.ts'
import { scanRest } from './scanKey.ts'
import { DrawnMarket } from './testing/DrawnMarket.ts'

const TODAY = '2026-07-01'
const OPEN = istInstant(TODAY, 9 * 60 + 15)
const SESSIONS = 61
const LAST = 40
const PATIENT = { timeout: 120_000, interval: 10 }

let market: DrawnMarket
beforeEach(async () => {
  market = await DrawnMarket.create(TODAY, SESSIONS)
})
afterEach(() => market.close())

/** The record of a key that was walked through all finished sessions and a day's first candles. */
function walked(lookback: number, candles: number): KeyRecord {
  const past = market.days.slice(0, SESSIONS)
  const history = SessionIndex.build(past)
  let record = newKeyRecord()
  past.forEach((day, place) => (record = walkSession(history.upTo(place), day, { index: 'NIFTY', lookback }, record).record))
  const today = { date: TODAY, closes: market.days[SESSIONS]!.closes.subarray(0, candles), sessionMinutes: 375 }
  return scanRest(history, today, { symbol: 'NIFTY', lookback, after: 0 }, record).record
}

it('scans while the market goes on leave the record that a walk over the same day does, over a change of nodes; every analysis can be verified', async () => {
  const { db, days, database } = market
  const { userId } = await createTestSubscription(db)
  const state = { now: OPEN }
  let node = await market.serve(state)
  const scannedAt = async () => (await db.agentService.findFirst())?.scannedAt?.getTime() ?? 0
  const keyOf = (lookback: number) => db.agentKey.findFirst({ where: { symbol: 'NIFTY', lookback, market: market.id } })

  // Nobody has an agent yet: it sleeps.
  await expect.poll(() => db.agentKey.count()).toBe(0)
  await db.agentSettings.create({ data: { userId, enabled: true, enabledAt: new Date(), lookbackPeriod: 33 } })
  state.now += 3_000
  await expect.poll(async () => (await keyOf(200))?.walked, PATIENT).toBe(SESSIONS)

  for (let minute = 1; minute <= LAST; minute++) {
    market.tick(OPEN + (minute - 1) * MINUTE, days[SESSIONS]!.closes[minute - 1]!)
    state.now = OPEN + minute * MINUTE + 15_000
    if (minute === 26) {
      await node.stop()
      node = await market.serve(state)
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

  // The last scan's tradable verdicts are published; twice, when requested twice.
  const last = await db.agentAnalysis.findMany({ where: { candleAt: new Date(OPEN + (LAST - 1) * MINUTE) }, orderBy: { number: 'asc' } })
  const tradable = last.flatMap(({ id, record }) => tradableOf(id, agentRecord.parse(record)) ?? [])
  for (let i = 0; i < 2; i++) await node.service.onScanned()
  expect(node.verdicts).toEqual([...tradable, ...tradable])

  // A request is analysed once per candle, and answered to everybody who makes it.
  const [first, second] = await Promise.all([1, 2].map(() => db.$transaction((tx) => requestAnalysis(tx, userId, 'NIFTY', 77))))
  for (const id of [first!, second!, second!]) await node.answer(id)
  const answers = await db.agentRequest.findMany({ include: { analysis: true } })
  expect(new Set(answers.map(({ analysisId }) => analysisId)).size).toBe(1)
  expect(answers[0]).toMatchObject({ problem: null, endedAt: expect.any(Date) as Date, analysis: { lookback: 77, reason: 'TOO_EARLY' } })
  await node.stop()

  const audit = new AgentAudit(database.url)
  const count = await db.agentAnalysis.count()
  expect(await audit.markets()).toEqual([market.id])
  expect(await audit.walk(market.id)).toEqual({ market: market.id, analyses: count, removed: 0, broken: null })
  expect(await audit.recompute(market.id, count)).toEqual({ recomputed: count, otherwise: [] })
  await database.owner.$executeRaw`UPDATE "AgentAnalysis" SET reason = 'FLAT' WHERE number = 7`
  expect(await audit.walk(market.id)).toMatchObject({
    analyses: 6,
    broken: { number: 7, why: 'its columns say something else than its record' },
  })
  await database.owner.$executeRaw`UPDATE "AgentAnalysis" SET record = replace(record::text, '"minute"', '"hour"')::json WHERE number = 5`
  expect(await audit.walk(market.id)).toMatchObject({
    analyses: 4,
    broken: { number: 5, why: 'its record was changed: the hash is another' },
  })
  await db.$executeRaw`UPDATE "Candle" SET open = open + 5, high = high + 5, low = low + 5, close = close + 5 WHERE time = ${new Date(OPEN + (LAST - 1) * MINUTE)}::timestamptz`
  expect((await audit.recompute(market.id, 1)).otherwise).toEqual([count])
  await audit.close()
}, 240_000)
