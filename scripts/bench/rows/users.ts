import { pino } from 'pino'
import { CandleBook } from '../../../engine/market/CandleBook.ts'
import { Store } from '../../../engine/store/Store.ts'
import { holdAllLeases } from '../../../engine/cluster/testing/holdAllLeases.ts'
import { ActiveStrategies } from '../../../engine/trading/signals/ActiveStrategies.ts'
import { EvaluationPool } from '../../../engine/workers/EvaluationPool.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { MINUTE } from '../../../schema/time.ts'
import type { BenchRow } from '../measuring/BenchRow.ts'
import { subscribeUsers, withBenchDatabase } from '../measuring/benchDatabase.ts'
import { minuteCandles } from '../measuring/minuteCandles.ts'
import { percentile } from '../measuring/percentile.ts'

const WINDOW = 5_000
const WARM_UPS = 20
const BARS = 500
const READINGS = 20
/** Ties of this machine. */
const MOST = 1.3
const RULES = { interval: '1min', long: ['ema(12)', 'crosses above', 'ema(26)'], short: ['ema(12)', 'crosses below', 'ema(26)'] }

interface Cost {
  /** Milliseconds: to read which strategies have subscribers, and to evaluate them. */
  readonly read: number
  readonly evaluate: number
}

/** How the cost of a closed candle grows with the users of a strategy. */
export async function users(): Promise<BenchRow[]> {
  const [few, many] = await withBenchDatabase(async (db, url) => {
    const store = new Store({ databaseUrl: url, market: 'bench', leases: await holdAllLeases(db), rules: () => SHIPPED_MARKET_RULES })
    const costs: Cost[] = []
    for (const count of [1_000, 10_000]) {
      await db.strategy.updateMany({ data: { isActive: false } })
      await subscribeUsers(db, count, RULES)
      costs.push(await closeBars(store))
    }
    await store.close()
    return costs
  })
  if (!few || !many) throw new Error('nothing was measured')
  const ratio = many.evaluate / few.evaluate
  return [
    {
      what: 'users × 10, 1,000 → 10,000 of one strategy: evaluation of a closed candle',
      ours: `${many.evaluate.toFixed(2)} ms, after ${many.read.toFixed(1)} ms to read which strategies have subscribers`,
      peer: `1,000 users ${few.evaluate.toFixed(2)} ms, after ${few.read.toFixed(1)} ms`,
      ratio: `${ratio.toFixed(1)} times as long`,
      wanted: `unchanged (≤ ${MOST} times)`,
      reached: ratio <= MOST,
    },
  ]
}

/** Medians: of reading the strategies again and again, then of closing bar after bar. */
async function closeBars(store: Store): Promise<Cost> {
  const log = pino({ level: 'silent' })
  const strategies = new ActiveStrategies(() => store.tradedStrategies(), log)
  const book = CandleBook.create({ symbols: ['NIFTY'], capacity: WINDOW })
  const candles = minuteCandles(WINDOW + WARM_UPS + BARS)
  const pool = new EvaluationPool({ book, threads: 2, log })
  const [reads, evaluations]: [number[], number[]] = [[], []]
  try {
    for (const { time } of candles.slice(0, READINGS)) {
      const startedAt = performance.now()
      strategies.invalidate()
      await strategies.on('NIFTY', '1min', time)
      reads.push(performance.now() - startedAt)
    }
    const asked = await strategies.on('NIFTY', '1min', candles[READINGS - 1]!.time)
    if (asked.length !== 1) throw new Error(`${asked.length} strategies were asked`)
    for (const [i, candle] of candles.entries()) {
      book.append('NIFTY', candle)
      if (i < WINDOW) continue
      const startedAt = performance.now()
      await pool.evaluateLast({ symbol: 'NIFTY', interval: '1min', closedAt: candle.time + MINUTE, strategies: asked })
      if (i >= WINDOW + WARM_UPS) evaluations.push(performance.now() - startedAt)
    }
  } finally {
    await pool.close()
  }
  return { read: percentile(reads, 0.5), evaluate: percentile(evaluations, 0.5) }
}
