import { expect, it } from 'vitest'
import { requestAnalysis } from '../../prisma/agent/requestAnalysis.ts'
import { istInstant, MINUTE } from '../../schema/time.ts'
import { createTestSubscription } from '../store/testing/createTestSubscription.ts'
import { DrawnMarket } from './testing/DrawnMarket.ts'

const THE_DAY_BEFORE = '2024-10-31'
const MUHURAT = istInstant('2024-11-01', 18 * 60)
const NEXT_OPEN = istInstant('2024-11-04', 9 * 60 + 15)

it('the hour on the evening of Muhurat is neither scanned nor analysed: who asks then is told of the last whole session', async () => {
  const market = await DrawnMarket.create(THE_DAY_BEFORE, 2)
  const { db } = market
  const { userId } = await createTestSubscription(db)
  await db.agentSettings.create({ data: { userId, enabled: true, enabledAt: new Date(), analysisIntervalMinutes: 2 } })
  const state = { now: MUHURAT + 12 * MINUTE + 15_000 }
  const node = await market.serve(state)
  try {
    const last = market.days.at(-1)!
    last.closes.forEach((close, minute) => market.tick(istInstant(last.date, 9 * 60 + 15) + minute * MINUTE, close))
    for (let minute = 0; minute < 12; minute++) market.tick(MUHURAT + minute * MINUTE, 24_000 + minute)
    // Its sessions are read, and walked through by every key of the grid: a scan would be done by then.
    await expect.poll(() => db.agentKey.count({ where: { walked: 3 } })).toBe(7)
    const id = await db.$transaction((tx) => requestAnalysis(tx, userId, 'NIFTY', 50))
    await node.answer(id)
    expect(await db.agentRequest.findUniqueOrThrow({ where: { id }, include: { analysis: true } })).toMatchObject({
      analysis: { candleAt: new Date(istInstant(THE_DAY_BEFORE, 15 * 60 + 29)), reason: 'TOO_LATE' },
    })

    state.now = NEXT_OPEN + 10 * MINUTE + 15_000
    await expect.poll(async () => (await db.agentService.findFirstOrThrow()).scannedAt).not.toBeNull()
    const ofTheNight = { candleAt: { gte: new Date(MUHURAT), lt: new Date(NEXT_OPEN) } }
    expect(await db.agentAnalysis.count({ where: ofTheNight })).toBe(0)
  } finally {
    await node.stop()
    await market.close()
  }
})
