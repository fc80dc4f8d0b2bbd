import { randomInt } from 'node:crypto'
import { DAY, MINUTE } from '../../schema/time.ts'
import { createAgentStrategies } from '../agent/agentStrategies.ts'
import type { Database } from '../client.ts'
import { openLiveGates } from './openLiveGates.ts'

/** Own paper trades that doubled what was paid: more than enough for any record. */
const OWN_TRADES = 8
const LOOKBACK = 50

/**
 * Does all for a user that live trading of Nifty by the agent waits for, but the installation's own word and the confirmation: the gate of
 * the default lookback is open in a market, the user's own paper trades there have earned, and the agent is on, set to live and to trade by
 * itself. For tests only.
 */
export async function openAgentGates(db: Database, userId: string, market: string): Promise<void> {
  await createAgentStrategies(db)
  await openLiveGates(db, userId)
  const agent = { enabled: true, step: 'AUTO', paperTrade: false, countedFrom: new Date() } as const
  await db.agentSettings.upsert({ where: { userId }, create: { userId, ...agent }, update: agent })
  await db.agentService.upsert({ where: { market }, create: { market, version: 1 }, update: { version: 1 } })
  const key = { market, symbol: 'NIFTY', lookback: LOOKBACK, version: 1 }
  await db.agentKey.upsert({
    where: { market_symbol_lookback_version: key },
    create: {
      ...{ ...key, stakes: [], evidence: 600, peak: 600, threshold: 560, openedOn: new Date(), scans: 0, leads: 0, shadowTrades: 0 },
      ...{ report: {}, state: {}, walked: 0, sessions: 0 },
    },
    update: { openedOn: new Date(), closedOn: null },
  })
  const { id: strategyId } = await db.strategy.findUniqueOrThrow({ where: { agent: 'PROVEN' }, select: { id: true } })
  const { id: subscriptionId } = await db.subscription.create({ data: { userId, strategyId, isActive: false, endedAt: new Date() } })
  const long = Date.now() - 30 * DAY
  for (let trade = 0; trade < OWN_TRADES; trade++) {
    const entryTime = new Date(long + trade * DAY)
    const exitTime = new Date(entryTime.getTime() + MINUTE)
    const { id: tradeId } = await db.trade.create({
      data: {
        ...{
          userId,
          subscriptionId,
          strategyId,
          market,
          mode: 'PAPER',
          index: 'NIFTY',
          option: 'NIFTY',
          signal: 'LONG',
          lots: 1,
          quantity: 65,
        },
        ...{ entryPricePaise: 100_00n, exitPricePaise: 200_00n, exitQuantity: 65, fundUsedPaise: 6_500_00n, chargesPaise: 0n, terms: {} },
        ...{
          grossPaise: 6_500_00n,
          netPaise: 6_500_00n,
          status: 'TARGET_HIT',
          exitReason: 'TARGET',
          entryTime,
          exitTime,
          createdAt: entryTime,
        },
        closedAt: exitTime,
      },
    })
    const { id: analysisId } = await db.agentAnalysis.create({
      data: {
        ...{ ...key, number: BigInt(randomInt(1_000_000, 2 ** 40)), candleAt: new Date(randomInt(2 ** 40)), verdict: 'BUY_CE', record: {} },
        ...{ prevHash: new Uint8Array(32), hash: new Uint8Array(32) },
      },
    })
    await db.agentTrade.create({ data: { tradeId, userId, analysisId, kind: 'PROVEN' } })
  }
}
