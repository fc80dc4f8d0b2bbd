import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAgentStrategies } from '../../../prisma/agent/agentStrategies.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import { MINUTE, SECOND, type Instant } from '../../../schema/time.ts'
import type { AgentVerdict } from '../../../schema/trading/agent.ts'
import { parseDenial } from '../../../schema/trading/parseDenial.ts'
import { CONTRACT, MARKET, NOW, TestDesks } from '../../trading/testing/TestDesks.ts'
import { contractOf } from '../../trading/testing/contracts.ts'
import { AgentTrades } from './AgentTrades.ts'

let desks: TestDesks
beforeAll(async () => {
  desks = await TestDesks.open()
  await createAgentStrategies(desks.database.db)
})
afterAll(() => desks.close())

const EXPIRING = contractOf('NIFTY', 24_500, 'CE', '2026-07-01')
let analyses = 0

/** A verdict to buy a call of Nifty on the candle that closed at a time, of the default settings' lookback. */
async function verdictAt(closedAt: Instant): Promise<AgentVerdict> {
  const at = { market: MARKET, symbol: 'NIFTY' as const, lookback: 50 }
  const { id: analysisId } = await desks.database.db.agentAnalysis.create({
    data: {
      ...{ ...at, number: ++analyses, version: 1, candleAt: new Date(closedAt - MINUTE), verdict: 'NO_TRADE', reason: 'UNPROVEN' },
      ...{ record: {}, prevHash: new Uint8Array(), hash: new Uint8Array() },
    },
  })
  return { ...at, analysisId, side: 'CE', kind: 'EXPLORATORY', candleAt: closedAt - MINUTE, spot: paise(24_510_00), deviation: 0.0005 }
}

it('an agent that explores buys what its verdicts say, each once and at most so many a day, and sells at the target, the stop or after half an hour', async () => {
  const { db } = desks.database
  const { userId } = desks.subscription
  await db.agentSettings.create({ data: { userId, enabled: true, countedFrom: new Date() } })
  const engine = desks.start(NOW)
  const log = pino({ level: 'silent' })
  let now = NOW
  const agents = new AgentTrades({
    ...{ records: desks.store.decisions, queue: engine.lanes.queue, candleLife: () => 2 * MINUTE, proposalLife: () => 2 * MINUTE, log },
    market: () => ({
      ...{ real: now, now, session: SHIPPED_MARKET_RULES.sessionOf('2026-07-01'), rules: SHIPPED_MARKET_RULES, dayCovered: true },
      // The one that expires today is left alone.
      ...{
        contracts: [EXPIRING, CONTRACT],
        shortageOf: () => null,
        pausedOn: () => null,
        premiumOf: () => paise(100_00),
      },
      ...{ lastPriceOf: () => paise(100_00), quoteAgeOf: () => 0, openLossOf: () => paise(0) },
      oppositeUnits: () => 0,
    }),
    submit: (orders) => engine.desk.submit(orders),
  })
  const running = () => db.trade.findFirst({ where: { status: 'RUNNING' } })

  /** The option is quoted at a price: due legs are sold with the next quote. */
  async function reach(price: bigint | null | undefined) {
    for (const second of [2, 3]) await engine.quote(now + second * SECOND, Number(price))
  }

  /** Takes a verdict of a minute, and lets the paper broker fill what comes of it. */
  async function take(minute: number) {
    now = NOW + minute * MINUTE
    await engine.time(now)
    await engine.quote(now, 99_95)
    const verdict = await verdictAt(now)
    // It comes with the next scan again.
    await agents.take([verdict, verdict])
    await engine.settled()
    await engine.quote(now + SECOND, 99_95)
  }

  // 46 minutes into the session: an interval of five has come round since minute 44. At minute 47 no agent looks.
  await take(1)
  await take(2)
  const first = await running()
  expect(await db.trade.count()).toBe(1)
  expect(first).toMatchObject({ entryPricePaise: 100_00n, lots: 1, mode: 'PAPER', signal: 'LONG' })
  await reach(first?.targetPaise)
  await take(5)
  await reach((await running())?.stopPaise)
  await take(11)
  now = NOW + 41 * MINUTE
  await engine.time(now)
  await reach(100_00n)
  await take(45)
  const trades = await db.trade.findMany({ orderBy: { entryTime: 'asc' } })
  expect(trades.map(({ exitReason }) => exitReason)).toEqual(['TARGET', 'STOP', 'WINDOW_END'])
  expect(await db.agentTrade.count({ where: { userId, kind: 'EXPLORATORY' } })).toBe(3)
  expect((await db.denial.findMany()).map(parseDenial)).toEqual([
    { reason: 'MAX_TRADES_REACHED', numbers: { tradesToday: 3, maxTrades: 3 } },
  ])
  expect(agents.counts).toEqual({ entries: 3, denials: 1, proposals: 0 })
  // Old verdicts open nothing.
  const late = await verdictAt(NOW + 51 * MINUTE)
  now = NOW + 54 * MINUTE
  await agents.take([late])
  expect(await db.denial.findFirst({ orderBy: { createdAt: 'desc' } })).toMatchObject({ reason: 'CANDLE_LATE' })
})
