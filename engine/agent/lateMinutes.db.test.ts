import { afterEach, beforeEach, expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import { istInstant, MINUTE, SECOND } from '../../schema/time.ts'
import { agentRecord } from '../../schema/trading/agentRecord.ts'
import { requestAnalysis } from '../../prisma/agent/requestAnalysis.ts'
import { SessionIndex } from '../analysis/agent/SessionIndex.ts'
import { createTestSubscription } from '../store/testing/createTestSubscription.ts'
import { DrawnMarket, type ServingNode } from './testing/DrawnMarket.ts'

const TODAY = '2026-07-01'
const TOMORROW = '2026-07-02'
const OPEN = istInstant(TODAY, 9 * 60 + 15)

let market: DrawnMarket
let userId: string
beforeEach(async () => {
  market = await DrawnMarket.create(TODAY, 2)
  ;({ userId } = await createTestSubscription(market.db))
  await market.db.agentSettings.create({ data: { userId, enabled: true, enabledAt: new Date() } })
})
afterEach(() => market.close())

const keysThat = (walked: number, sessions: number) => market.db.agentKey.count({ where: { symbol: 'NIFTY', walked, sessions } })

/** What an analysis with so many candles looks back on when requested now. */
async function historyOf(node: ServingNode, lookback: number) {
  const id = await market.db.$transaction((tx) => requestAnalysis(tx, userId, 'NIFTY', lookback))
  await node.answer(id)
  const { analysis } = await market.db.agentRequest.findUniqueOrThrow({ where: { id }, include: { analysis: true } })
  return agentRecord.parse(analysis!.record).history
}

it('sessions that are imported while the engine runs are searched from the next day on, and do not count as sessions to be walked through', async () => {
  const { days } = market
  const state = { now: istInstant(TODAY, 9 * 60) }
  const node = await market.serve(state)
  try {
    await expect.poll(() => keysThat(2, 2)).toBe(7)
    expect(await historyOf(node, 50)).toMatchObject({ sessions: 2, first: days[0]!.date, last: days[1]!.date })

    const older = SHIPPED_MARKET_RULES.previousTradingDay(days[0]!.date)
    await market.store({ date: older, closes: days[0]!.closes })
    state.now = istInstant(TOMORROW, 9 * 60)
    await expect.poll(() => keysThat(3, 3)).toBe(7)
    expect(await historyOf(node, 50)).toMatchObject({ sessions: 4, first: older, last: TODAY })
  } finally {
    await node.stop()
  }
})

it('a session whose last minute comes after the clock went on to the next one is whole in the history of that one', async () => {
  const { db, days } = market
  const yesterday = days[1]!
  const { open } = SHIPPED_MARKET_RULES.sessionHours(yesterday.date)
  const last = { time: new Date(open + 374 * MINUTE), symbol: 'NIFTY', market: market.id }
  const [candle] = await db.candle.findMany({ where: last })
  await db.candle.deleteMany({ where: last })
  yesterday.closes.forEach((close, minute) => minute < 374 && market.tick(open + minute * MINUTE, close))
  const node = await market.serve({ now: OPEN + SECOND })
  try {
    await expect.poll(() => db.agentService.count()).toBe(1)
    expect(await historyOf(node, 50)).toMatchObject({ sessions: 0 })
    await db.candle.create({ data: candle! })
    market.tick(open + 374 * MINUTE, yesterday.closes[374]!)
    await expect.poll(() => keysThat(2, 2)).toBe(7)
    expect(await historyOf(node, 60)).toMatchObject({ sessions: 2, hash: SessionIndex.build(days.slice(0, 2)).hash })
  } finally {
    await node.stop()
  }
})
