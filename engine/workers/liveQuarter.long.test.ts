import { existsSync } from 'node:fs'
import path from 'node:path'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import {
  bucketStart,
  foldColumns,
  INTERVAL_MINUTES,
  INTERVALS,
  toColumns,
  type Candle,
  type Interval,
} from '../../schema/market/candles.ts'
import type { IndexSymbol } from '../../schema/market/indices.ts'
import { parseRuleSet } from '../../schema/rules/parseRuleSet.ts'
import type { RuleSet } from '../../schema/rules/RuleSet.ts'
import { STRATEGY_TEMPLATES } from '../../schema/rules/templates.ts'
import { addDays, istIso, MINUTE } from '../../schema/time.ts'
import { evaluate, sideOf } from '../analysis/rules/evaluate.ts'
import { Series } from '../analysis/rules/Series.ts'
import { warmUpMinutes } from '../analysis/rules/warmUp.ts'
import { CandleBook } from '../market/CandleBook.ts'
import { loadReplay } from '../sandbox/market/loadReplay.ts'
import { completedIntervals } from '../market/completedIntervals.ts'
import { readHistory } from '../history/readHistory.ts'
import { EvaluationPool } from './EvaluationPool.ts'
import { testRandomRules } from './testing/testRandomRules.ts'

const FOLDER = path.resolve(process.env['SAKHA_REAL_DATA'] ?? '../shared/data')
const fileOf = (symbol: IndexSymbol) => path.join(FOLDER, `${symbol}-1min-2024Q1.csv.gz`)
const SYMBOLS = ['NIFTY', 'BANKNIFTY'] as const
const missing = SYMBOLS.map(fileOf).find((file) => !existsSync(file))
/** Of the drawn past. */
const YEAR = 250
/** Fewer prove little. */
const FEWEST_SIGNALS = 10

interface Strategy {
  readonly id: string
  readonly version: 1
  readonly rules: RuleSet
}

function parsed(id: string, source: unknown): Strategy {
  const rules = parseRuleSet(source)
  if (!rules.ok) throw new Error(JSON.stringify(rules.error))
  return { id, version: 1, rules: rules.value }
}

const turn = (interval: string, a: string, b: string) => ({
  ...{ interval, long: [a, 'crosses above', b], short: [a, 'crosses below', b] },
})
const NAMED = [
  ...STRATEGY_TEMPLATES.map(({ slug, rules }) => parsed(slug, rules)),
  parsed('close × EMA(200), 5 minutes', turn('5min', 'close', 'ema(200)')),
  parsed('close × EMA(200), 15 minutes', turn('15min', 'close', 'ema(200)')),
  parsed('close × EMA(500), 15 minutes', turn('15min', 'close', 'ema(500)')),
]

/** A year drawn and then the recorded quarter. */
function candlesOf(symbol: IndexSymbol): { readonly past: readonly Candle[]; readonly quarter: readonly Candle[] } {
  const loaded = loadReplay(new Map([[symbol, fileOf(symbol)]]), 1)
  if (!loaded.ok) throw new Error(loaded.error)
  const { source } = loaded.value
  const past: Candle[] = []
  let date = source.sessionBefore(source.firstDay)
  for (let session = 0; session < YEAR && date !== null; session++) {
    past.unshift(...source.candles(symbol, date))
    date = source.sessionBefore(date)
  }
  const quarter: Candle[] = []
  for (let day = source.sessionFrom(source.firstDay); day !== null; day = source.sessionFrom(addDays(day, 1)))
    quarter.push(...source.candles(symbol, day))
  return { past, quarter }
}

/** `2024-01-01T09:20:00+05:30 LONG`, of the bars from an instant on. */
function signalsOfBacktest(rules: RuleSet, candles: readonly Candle[], from: number): string[] {
  const bars = foldColumns(toColumns(candles), INTERVAL_MINUTES[rules.interval])
  return [...evaluate(rules, new Series(bars, rules.interval))].flatMap((signal, i) =>
    signal === 0 || bars.time[i]! < from ? [] : [`${istIso(bars.time[i]!)} ${sideOf(signal)}`],
  )
}

/** Signals, candle by candle, of an engine with earlier candles; it holds no more of them than its slowest strategy needs. */
async function signalsOfEngine(
  symbol: IndexSymbol,
  strategies: readonly Strategy[],
  stored: readonly Candle[],
  coming: readonly Candle[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const capacity = Math.max(...strategies.map(({ rules }) => warmUpMinutes(rules)))
  const book = CandleBook.create({ symbols: [symbol], capacity })
  for (const candle of stored.slice(-capacity)) book.append(symbol, candle)
  const pool = new EvaluationPool({ book, threads: 1, log: pino({ level: 'silent' }) })
  const signals = new Map<string, string[]>(strategies.map(({ id }) => [id, []]))
  const rosters = new Map(INTERVALS.map((interval) => [interval, strategies.filter(({ rules }) => rules.interval === interval)]))
  const ask = (last: Candle, interval: Interval) =>
    pool.evaluateLast({ symbol, interval, closedAt: last.time + MINUTE, strategies: rosters.get(interval)! })
  try {
    const strategiesOn = (_index: IndexSymbol, interval: Interval) =>
      Promise.resolve((rosters.get(interval) ?? []).map((strategy) => ({ ...strategy, instruments: [symbol] })))
    // As at an engine's start.
    await readHistory({ symbols: [symbol], book, evaluator: pool, threads: 1, strategiesOn })
    for (const candle of coming) {
      book.append(symbol, candle)
      for (const interval of completedIntervals(candle.time)) {
        const { signals: given, faults, unreached } = await ask(candle, interval)
        if (faults.length + unreached.length > 0) throw new Error(JSON.stringify({ faults, unreached }))
        const bar = istIso(bucketStart(candle.time, INTERVAL_MINUTES[interval]))
        for (const { strategyId, side } of given) signals.get(strategyId)!.push(`${bar} ${side}`)
      }
    }
  } finally {
    await pool.close()
  }
  return signals
}

describe.skipIf(missing !== undefined)(
  `live and in a backtest, over a recorded quarter after a drawn year, with a restart in its middle${missing ? ` (skipped: no ${missing})` : ''}`,
  () => {
    it.each([
      ['NIFTY', 200],
      ['BANKNIFTY', 20],
    ] as const)(
      'the templates, slow rules and on %s %i random ones give the same signals, at least ten each',
      async (symbol, randoms) => {
        const { past, quarter } = candlesOf(symbol)
        const [{ time: begin }] = quarter as readonly [Candle, ...Candle[]]
        const all = [...past, ...quarter]
        const expected = new Map<string, readonly string[]>()
        const take = ({ id, rules }: Strategy) => {
          const signals = signalsOfBacktest(rules, all, begin)
          if (signals.length >= FEWEST_SIGNALS) expected.set(id, signals)
        }
        NAMED.forEach(take)
        expect([...expected.keys()]).toEqual(NAMED.map(({ id }) => id))
        const random = testRandomRules(3 * randoms, 2024).map((rules, i): Strategy => ({ id: `random ${i}`, version: 1, rules }))
        for (const strategy of random) if (expected.size < NAMED.length + randoms) take(strategy)
        expect(expected.size).toBe(NAMED.length + randoms)

        const strategies = [...NAMED, ...random].filter(({ id }) => expected.has(id))
        const middle = Math.floor(quarter.length / 2)
        const before = await signalsOfEngine(symbol, strategies, past, quarter.slice(0, middle))
        const after = await signalsOfEngine(symbol, strategies, [...past, ...quarter.slice(0, middle)], quarter.slice(middle))
        for (const [id, wanted] of expected) {
          const rules = strategies.find((strategy) => strategy.id === id)!.rules
          expect.soft({ id, rules, signals: [...before.get(id)!, ...after.get(id)!] }).toEqual({ id, rules, signals: wanted })
        }
      },
      300_000,
    )
  },
)
