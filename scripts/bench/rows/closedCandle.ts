import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pino } from 'pino'
import { CandleBook } from '../../../engine/market/CandleBook.ts'
import { LEAST_MINUTES, MOST_MINUTES } from '../../../engine/history/loadCandleBook.ts'
import { EvaluationPool } from '../../../engine/workers/EvaluationPool.ts'
import type { EvaluationTask } from '../../../engine/workers/evaluation.ts'
import { sliceColumns } from '../../../schema/market/candles.ts'
import { INDEX_SYMBOLS } from '../../../schema/market/indices.ts'
import { comparisonsOf, conditionsOf, operandsOf } from '../../../schema/rules/comparisonsOf.ts'
import { indicatorText } from '../../../schema/rules/indicators.ts'
import type { Condition } from '../../../schema/rules/RuleSet.ts'
import { MINUTE } from '../../../schema/time.ts'
import type { BenchRow } from '../measuring/BenchRow.ts'
import { toCandles } from '../measuring/minuteCandles.ts'
import { percentile } from '../measuring/percentile.ts'
import { strategies } from '../measuring/strategies.ts'
import { syntheticCandles } from '../measuring/syntheticCandles.ts'

const THREADS = 2
const WARM_UPS = 30
const BARS = 400
/** Enough for the middle, which is all that growth is compared by. */
const GROWTH_BARS = 100
const MOST_MS = 5
const MOST_DELAY_MS = 10
const GROWTH = 10
/** Ties of this machine. */
const UNCHANGED = 1.3

type Strategies = EvaluationTask['strategies']

/** From a closed candle of every index to all signals of 1,000 strategies, and how that grows with their number and with the history. */
export async function closedCandle(): Promise<BenchRow[]> {
  const thousand = strategies(1_000)
  const calls = new Set(thousand.flatMap(({ rules }) => conditionsOf(rules).flatMap(callsOf)))
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const times = await closeBars(thousand, BARS, { onWarm: () => delay.enable() })
  delay.disable()
  const [middle, slowest] = [percentile(times, 0.5), percentile(times, 0.99)]
  const delayed = delay.percentile(99) / 1e6

  const tenth = percentile(await closeBars(thousand, GROWTH_BARS, { minutes: MOST_MINUTES / 10 }), 0.5)
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
      what: `closed candle → all signals: 1,000 rule sets (${calls.size} distinct indicators) × ${INDEX_SYMBOLS.length} indices with ${grouped(MOST_MINUTES)} candles each, ${THREADS} threads`,
      ours: `p50 ${middle.toFixed(1)} ms, p99 ${slowest.toFixed(1)} ms; main thread delayed p99 ${delayed.toFixed(1)} ms`,
      peer: '',
      ratio: '',
      wanted: `p99 ≤ ${MOST_MS} ms; delay ≤ ${MOST_DELAY_MS} ms`,
      reached: slowest <= MOST_MS && delayed <= MOST_DELAY_MS,
    },
    {
      what: `history × 10, ${grouped(MOST_MINUTES / 10)} → ${grouped(MOST_MINUTES)} candles: closed candle → all signals of 1,000 rule sets`,
      ours: `${middle.toFixed(1)} ms`,
      peer: `${grouped(MOST_MINUTES / 10)} candles ${tenth.toFixed(1)} ms`,
      ratio: `${(middle / tenth).toFixed(2)} times as long`,
      wanted: `unchanged (≤ ${UNCHANGED} times)`,
      reached: middle <= UNCHANGED * tenth,
    },
    growth('strategies × 10, 100 → 1,000', middle),
    growth('strategies × 10, which share their indicators', sharing),
  ]
}

interface Closing {
  /** Of history before the first bar that closes; three years unless given. */
  readonly minutes?: number
  /** When the timed bars begin. */
  readonly onWarm?: () => void
}

/** Closes bar after bar of every index and returns the milliseconds to the last signal of each. */
async function closeBars(asked: Strategies, bars: number, { minutes = MOST_MINUTES, onWarm }: Closing = {}): Promise<number[]> {
  const book = CandleBook.create({ symbols: INDEX_SYMBOLS, capacity: LEAST_MINUTES })
  // The same bars close whatever the history: how many signals they have decides what they cost.
  const all = syntheticCandles(MOST_MINUTES + WARM_UPS + bars)
  for (const symbol of INDEX_SYMBOLS) book.extend(symbol, sliceColumns(all, MOST_MINUTES - minutes, MOST_MINUTES))
  const candles = toCandles(sliceColumns(all, MOST_MINUTES, all.time.length))
  const pool = new EvaluationPool({ book, threads: THREADS, log: pino({ level: 'silent' }) })
  const times: number[] = []
  try {
    for (const [i, candle] of candles.entries()) {
      for (const symbol of INDEX_SYMBOLS) book.append(symbol, candle)
      if (i === WARM_UPS) onWarm?.()
      const closedAt = candle.time + MINUTE
      const startedAt = performance.now()
      await Promise.all(INDEX_SYMBOLS.map((symbol) => pool.evaluateLast({ symbol, interval: '1min', closedAt, strategies: asked })))
      if (i >= WARM_UPS) times.push(performance.now() - startedAt)
    }
  } finally {
    await pool.close()
  }
  return times
}

function grouped(count: number): string {
  return count.toLocaleString('en-US')
}

/** The indicators a condition needs, as they are written. */
function callsOf(condition: Condition): string[] {
  return comparisonsOf(condition)
    .flatMap(operandsOf)
    .flatMap((each) => (each.kind === 'indicator' ? [indicatorText(each.call)] : []))
}
