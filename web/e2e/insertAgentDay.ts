import { insertAnalysis } from '../../gateway/testing/insertAnalysis.ts'
import { closedWith, insertEntryOrder, insertTrade } from '../../gateway/testing/rows.ts'
import type { Database } from '../../prisma/client.ts'
import { DAY, istDate, istInstant, MINUTE } from '../../schema/time.ts'
import type { AgentRecord } from '../../schema/trading/agentRecord.ts'
import { testRecord } from '../../schema/trading/testing/testRecord.ts'

/** A version of the model that no engine has: what it stores meanwhile changes nothing of this. */
const VERSION = 2
const KEY = { symbol: 'NIFTY', lookback: 50 } as const
const LOOKBACKS = [20, 30, 50, 75, 100, 150, 200]
const ANALOGUES = 50
const SHADOW_TRADES = 40
/** Minutes of a session between which its similar moments end. */
const FIRST_MOMENT = 80
const LAST_MOMENT = 330

/** What was inserted. */
export interface AgentDay {
  readonly analysisId: string
  /** Of the unproven trade that it led to. */
  readonly tradeId: string
}

/**
 * Gives a user a day with the agent, in the market that the engine plays: an analysis with everything in it, of moments whose candles are
 * stored, the records of Nifty's keys with shadow trades, and a closed UNPROVEN trade. For browser tests only.
 */
export async function insertAgentDay(db: Database, userId: string): Promise<AgentDay> {
  const [played] = await db.$queryRaw<{ market: string; at: Date; dates: string[] }[]>`
    SELECT state.market, max(candle.time) AS at, array_agg(DISTINCT (candle.time AT TIME ZONE 'Asia/Kolkata')::date::text) AS dates
    FROM "EngineState" state JOIN "Candle" candle ON candle.market = state.market AND candle.symbol = ${KEY.symbol} GROUP BY state.market`
  if (!played) throw new Error('the market that the engine plays has no candles')
  const { market, at } = played
  const today = istDate(at.getTime())
  const record = recordOf(market, at.getTime(), played.dates.filter((date) => date < today).sort())
  const analysisId = await insertAnalysis(db, record)
  await db.agentRequest.create({ data: { userId, ...KEY, analysisId, endedAt: new Date() } })
  await insertKeys(db, market, at)
  return { analysisId, tradeId: await insertOwnTrade(db, { userId, market, analysisId, at }) }
}

/** A put that may be explored: its mean is above zero, and so is not the whole of its interval. */
function recordOf(market: string, candleAt: number, dates: readonly string[]): AgentRecord {
  // How many days are stored depends on the holidays of the last weeks.
  const aDay = Math.ceil(ANALOGUES / dates.length)
  const minuteOf = (i: number) => FIRST_MOMENT + Math.floor((i * (LAST_MOMENT - FIRST_MOMENT)) / aDay)
  const moments = dates.flatMap((date) => Array.from({ length: aDay }, (_, i) => ({ date, minute: minuteOf(i) }))).slice(-ANALOGUES)
  const { findings } = testRecord()
  if (!findings) throw new Error('the record has findings')
  const side = { ...findings.sides.CE, count: moments.length }
  return testRecord({
    ...{ market, version: VERSION, candleAt, date: istDate(candleAt), exploratory: 'PE', numbers: { lower: -0.023, side: 'PE' } },
    window: Array.from({ length: KEY.lookback }, (_, i) => 24_500 + 20 * Math.sin(i / 6)),
    gates: [{ lookback: KEY.lookback, evidence: 1.3, open: false, control: -0.013 }],
    findings: {
      ...findings,
      sides: { CE: { ...side, mean: -0.011, lower: -0.06 }, PE: { ...side, mean: 0.041, lower: -0.023, errors: 1.95, hits: 29 } },
      analogues: moments.map(({ date, minute }, i) => ({
        ...{ date, minute, correlation: 0.99 - i / 1_000, move: 0.002 * Math.sin(i) },
        net: { CE: 0.2 * Math.sin(i), PE: 0.05 - 0.2 * Math.sin(i) },
      })),
    },
  })
}

async function insertKeys(db: Database, market: string, at: Date): Promise<void> {
  const sums = { count: SHADOW_TRADES, sum: 0.4, sumOfSquares: 2, wins: 22 }
  const report = {
    ...{ refusals: { BELOW_COSTS: 900, NOT_SIMILAR: 50 }, outcomes: 700, covered: 561, brier: 168, baseBrier: 170, shadow: sums },
    control: { count: 1_400, sum: -18, sumOfSquares: 60, wins: 560 },
    reliability: [30, 300, 350, 20].map((count, i) => ({
      count,
      said: count * (0.35 + 0.05 * i),
      wins: Math.round(count * (0.34 + 0.05 * i)),
    })),
  }
  const of = { market, symbol: KEY.symbol, version: VERSION }
  await db.agentKey.createMany({
    data: LOOKBACKS.map((lookback) => ({
      ...{ ...of, lookback, stakes: [1, 1, 1, 1], evidence: 1.3, peak: 1.8, threshold: 1_120, scans: 954, leads: 4 },
      ...{ shadowTrades: SHADOW_TRADES, report, state: {}, walked: 60, sessions: 60 },
    })),
    skipDuplicates: true,
  })
  await db.agentShadowTrade.createMany({
    data: Array.from({ length: SHADOW_TRADES }, (_, i) => {
      const boughtAt = new Date(at.getTime() - (SHADOW_TRADES - i) * 3 * DAY)
      const net = 0.1 * Math.sin(i)
      return {
        ...{ ...of, lookback: KEY.lookback, boughtAt, soldAt: new Date(boughtAt.getTime() + 20 * MINUTE), side: 'CE', net },
        ...{ entryPaise: 10_000n, exitPaise: 10_500n, evidence: Math.exp(net) },
      }
    }),
    skipDuplicates: true,
  })
}

interface Basis {
  readonly userId: string
  readonly market: string
  readonly analysisId: string
  /** Market time. */
  readonly at: Date
}

async function insertOwnTrade(db: Database, { userId, market, analysisId, at }: Basis): Promise<string> {
  const { id: strategyId } = await db.strategy.findUniqueOrThrow({ where: { agent: 'EXPLORATORY' } })
  // Of the day, however early it is.
  const entryTime = new Date(Math.max(istInstant(istDate(at.getTime()), 0), at.getTime() - 30 * MINUTE))
  const tradeId = await insertTrade(db, { userId, strategyId, market, ...closedWith(-38_475n), signal: 'SHORT', entryTime, exitTime: at })
  await db.subscription.updateMany({ where: { userId, strategyId }, data: { isActive: false, endedAt: new Date() } })
  await insertEntryOrder(db, tradeId)
  const { signalId } = await db.order.findFirstOrThrow({ where: { tradeId } })
  if (signalId) await db.signal.update({ where: { id: signalId }, data: { analysisId, operandValues: [] } })
  await db.agentTrade.create({ data: { tradeId, userId, analysisId, kind: 'EXPLORATORY' } })
  return tradeId
}
