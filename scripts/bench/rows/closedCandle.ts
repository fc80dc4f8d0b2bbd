import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pino } from 'pino'
import { CandleBook } from '../../../engine/market/CandleBook.ts'
import { EvaluationPool } from '../../../engine/workers/EvaluationPool.ts'
import type { EvaluationTask } from '../../../engine/workers/evaluation.ts'
import { INDEX_SYMBOLS } from '../../../schema/market/indices.ts'
import { indicatorText } from '../../../schema/rules/indicators.ts'
import type { Condition } from '../../../schema/rules/RuleSet.ts'
import { MINUTE } from '../../../schema/time.ts'
import type { BenchRow } from '../BenchRow.ts'
import { minuteCandles } from '../minuteCandles.ts'
import { percentile } from '../percentile.ts'
import { strategies } from '../strategies.ts'

const WINDOW = 5_000
const THREADS = 2
const WARM_UPS = 30
const BARS = 200
/** Enough for the middle, which is all that growth is compared by. */
const GROWTH_BARS = 60
const MOST_MS = 25
const MOST_DELAY_MS = 10
const GROWTH = 10

type Strategies = EvaluationTask['strategies']

/** From a closed candle of every index to all signals of 1,000 strategies, and how that grows with their number. */
export async function closedCandle(): Promise<BenchRow[]> {
  const thousand = strategies(1_000)
  const calls = new Set(thousand.flatMap(({ rules }) => [rules.long, rules.short].flatMap((side) => (side ? callsOf(side) : []))))
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const times = await closeBars(thousand, BARS, () => delay.enable())
  delay.disable()
  const [middle, slowest] = [percentile(times, 0.5), percentile(times, 0.99)]
  const delayed = delay.percentile(99) / 1e6

  const hundred = percentile(await closeBars(strategies(100), GROWTH_BARS), 0.5)
  const one = percentile(await closeBars(strategies(1), GROWTH_BARS), 0.5)
  const copies = Array.from({ length: 1_000 }, (_, i) => ({ ...thousand[i % 100]!, id: String(i) }))
  const sharing = percentile(await closeBars(copies, GROWTH_BARS), 0.5)
  const growth = (what: string, time: number): BenchRow => ({
    what,
    ours: `${time.toFixed(1)} ms`,
    peer: `100 strategies ${hundred.toFixed(1)} ms; 1 strategy ${one.toFixed(1)} ms`,
    ratio: `${(time / hundred).toFixed(1)} times as long`,
    wanted: `≤ ${GROWTH} times`,
    reached: time <= GROWTH * hundred,
  })
  return [
    {
      what: `closed candle → all signals: 1,000 rule sets (${calls.size} distinct indicators) × ${INDEX_SYMBOLS.length} indices × ${WINDOW} candles, ${THREADS} threads`,
      ours: `p50 ${middle.toFixed(1)} ms, p99 ${slowest.toFixed(1)} ms; main thread delayed p99 ${delayed.toFixed(1)} ms`,
      peer: '',
      ratio: '',
      wanted: `p99 ≤ ${MOST_MS} ms; delay ≤ ${MOST_DELAY_MS} ms`,
      reached: slowest <= MOST_MS && delayed <= MOST_DELAY_MS,
    },
    growth('strategies × 10, 100 → 1,000', middle),
    growth('strategies × 10, which share their indicators', sharing),
  ]
}

/** Closes bar after bar of every index and answers the milliseconds to the last signal of each; `onWarm` when the timed ones begin. */
async function closeBars(asked: Strategies, bars: number, onWarm?: () => void): Promise<number[]> {
  const book = CandleBook.create({ symbols: INDEX_SYMBOLS, capacity: WINDOW })
  const candles = minuteCandles(WINDOW + WARM_UPS + bars)
  const pool = new EvaluationPool({ book, threads: THREADS, log: pino({ level: 'silent' }) })
  const times: number[] = []
  try {
    for (const [i, candle] of candles.entries()) {
      for (const symbol of INDEX_SYMBOLS) book.append(symbol, candle)
      if (i < WINDOW) continue
      if (i === WINDOW + WARM_UPS) onWarm?.()
      const closedAt = candle.time + MINUTE
      const startedAt = performance.now()
      await Promise.all(INDEX_SYMBOLS.map((symbol) => pool.evaluateLast({ symbol, interval: '1min', closedAt, strategies: asked })))
      if (i >= WINDOW + WARM_UPS) times.push(performance.now() - startedAt)
    }
  } finally {
    await pool.close()
  }
  return times
}

/** The indicators a condition asks for, as they are written. */
function callsOf(condition: Condition): string[] {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.conditions.flatMap(callsOf)
    case 'not':
      return callsOf(condition.condition)
    case 'between':
      return [condition.value, condition.low, condition.high].flatMap((each) =>
        each.kind === 'indicator' ? [indicatorText(each.call)] : [],
      )
    case 'compare':
      return [condition.left, condition.right].flatMap((each) => (each.kind === 'indicator' ? [indicatorText(each.call)] : []))
  }
}
