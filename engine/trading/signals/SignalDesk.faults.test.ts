import { pino } from 'pino'
import { expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import { istInstant, MINUTE } from '../../../schema/time.ts'
import { CandleBook } from '../../market/CandleBook.ts'
import { staleFeed } from '../risk/pausedBy.ts'
import { EvaluationPool } from '../../workers/EvaluationPool.ts'
import { MISBEHAVIOUR } from '../../workers/testing/misbehaviour.ts'
import { ActiveStrategies } from './ActiveStrategies.ts'
import { SignalDesk } from './SignalDesk.ts'

const OPEN = istInstant('2024-01-01', 555)
const candle = (minute: number) => {
  const price = paise(10_000)
  return { time: OPEN + minute * MINUTE, open: price, high: price, low: price, close: price, volume: 0 }
}

it('a strategy whose evaluation throws is logged, counted and left out of the next bars for ten minutes; the others are asked', async () => {
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => lines.push(JSON.parse(line)) })
  const book = CandleBook.create({ symbols: ['NIFTY'], capacity: 100 })
  const pool = new EvaluationPool({ book, threads: 1, log, worker: new URL('../../workers/testing/misbehavingWorker', import.meta.url) })
  const stored = (id: string, level: number) => ({
    ...{ id, version: 1, slug: id, instruments: ['NIFTY'] },
    rules: { interval: '1min', long: ['close', '>', level] },
  })
  const strategies = new ActiveStrategies(async () => [stored('good', 1), stored('bad', MISBEHAVIOUR.throws)], log)
  let real = OPEN
  const asked: string[][] = []
  const desk = new SignalDesk({
    strategies,
    evaluator: {
      evaluateLast: (task) => {
        asked.push(task.strategies.map(({ id }) => id))
        return pool.evaluateLast(task)
      },
    },
    records: { decide: () => Promise.reject(new Error('nothing is decided without a session')), refuse: async () => 0 },
    market: () => ({
      ...{ real, now: real, session: null, rules: SHIPPED_MARKET_RULES, dayCovered: true, contracts: [] },
      pausedOn: () => staleFeed(null),
      shortageOf: () => null,
      premiumOf: () => null,
      lastPriceOf: () => null,
      quoteAgeOf: () => null,
      openLossOf: () => paise(0),
      oppositeUnits: () => 0,
    }),
    recall: () => undefined,
    submit: () => undefined,
    log,
  })
  const close = async (minute: number) => {
    book.append('NIFTY', candle(minute))
    await desk.onCandle('NIFTY', candle(minute), null)
  }

  await close(0)
  real += 10 * MINUTE - 1
  await close(1)
  real += 1
  await close(2)
  await pool.close()

  expect(asked).toEqual([['good', 'bad'], ['good'], ['good', 'bad']])
  expect(desk.counts.faults).toBe(2)
  expect(lines[0]).toMatchObject({ strategyId: 'bad', version: 1, index: 'NIFTY', problem: { kind: 'failed', message: 'no such column' } })
})

it('a strategy that signals a thousand times at once is stopped for ten minutes before anything is decided; the others are heard', async () => {
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => lines.push(JSON.parse(line)) })
  const stored = (id: string) => ({
    ...{ id, version: 1, slug: id, instruments: ['NIFTY'] },
    rules: { interval: '1min', long: ['close', '>', 1] },
  })
  let real = OPEN
  const decided: string[][] = []
  const desk = new SignalDesk({
    strategies: new ActiveStrategies(async () => [stored('calm'), stored('wild')], log),
    evaluator: {
      evaluateLast: async ({ strategies }) => ({
        signals: strategies.flatMap(({ id: strategyId, version }) =>
          Array.from({ length: strategyId === 'wild' ? 1_000 : 1 }, () => ({ strategyId, version, side: 'LONG' as const })),
        ),
        faults: [],
        unreached: [],
      }),
    },
    records: {
      decide: async ({ signals }) => {
        decided.push(signals.map(({ strategyId }) => strategyId))
        return { entries: [], exits: [], denied: 0 }
      },
      refuse: async () => 0,
    },
    market: () => ({
      ...{ real, now: real, session: SHIPPED_MARKET_RULES.sessionOf('2024-01-01'), rules: SHIPPED_MARKET_RULES, dayCovered: true },
      contracts: [],
      pausedOn: () => staleFeed(null),
      shortageOf: () => null,
      premiumOf: () => null,
      lastPriceOf: () => null,
      quoteAgeOf: () => null,
      openLossOf: () => paise(0),
      oppositeUnits: () => 0,
    }),
    recall: () => undefined,
    submit: () => undefined,
    log,
  })

  await desk.onCandle('NIFTY', candle(0), null)
  real += MINUTE
  await desk.onCandle('NIFTY', candle(1), null)

  expect(decided).toEqual([['calm'], ['calm']])
  expect(desk.counts.faults).toBe(1)
  expect(lines).toMatchObject([
    {
      ...{ strategyId: 'wild', version: 1, signals: 1_000 },
      msg: 'strategy stopped for 10 minutes: it signalled 1000 times within a second, more than 50 times no rules can',
    },
  ])
})
