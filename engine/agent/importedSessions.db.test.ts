import { expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import { istInstant } from '../../schema/time.ts'
import { agentRecord } from '../../schema/trading/agentRecord.ts'
import { requestAnalysis } from '../../prisma/agent/requestAnalysis.ts'
import { createTestSubscription } from '../store/testing/createTestSubscription.ts'
import { DrawnMarket } from './testing/DrawnMarket.ts'

const TODAY = '2026-07-01'
const TOMORROW = '2026-07-02'
const PATIENT = { timeout: 60_000 }

it('sessions that are imported while the engine runs are searched from the next day on, and do not count as sessions to be walked through', async () => {
  const market = await DrawnMarket.create(TODAY, 2)
  const { db, days } = market
  const { userId } = await createTestSubscription(db)
  await db.agentSettings.create({ data: { userId, enabled: true, enabledAt: new Date() } })
  const state = { now: istInstant(TODAY, 9 * 60) }
  const node = await market.serve(state)
  const keysThat = (walked: number, sessions: number) => db.agentKey.count({ where: { symbol: 'NIFTY', walked, sessions } })
  const history = async () => {
    const id = await db.$transaction((tx) => requestAnalysis(tx, userId, 'NIFTY', 50))
    await node.answer(id)
    const { analysis } = await db.agentRequest.findUniqueOrThrow({ where: { id }, include: { analysis: true } })
    return agentRecord.parse(analysis!.record).history
  }
  try {
    await expect.poll(() => keysThat(2, 2), PATIENT).toBe(7)
    expect(await history()).toMatchObject({ sessions: 2, first: days[0]!.date, last: days[1]!.date })

    const older = SHIPPED_MARKET_RULES.previousTradingDay(days[0]!.date)
    await market.store({ date: older, closes: days[0]!.closes })
    state.now = istInstant(TOMORROW, 9 * 60)
    await expect.poll(() => keysThat(3, 3), PATIENT).toBe(7)
    expect(await history()).toMatchObject({ sessions: 4, first: older, last: TODAY })
  } finally {
    await node.stop()
    await market.close()
  }
}, 120_000)
