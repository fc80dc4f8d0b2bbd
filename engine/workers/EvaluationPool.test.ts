import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import type { Candle, Interval } from '../../schema/market/candles.ts'
import { paise } from '../../schema/money.ts'
import { parseRuleSet } from '../../schema/rules/parseRuleSet.ts'
import type { RuleSource } from '../../schema/rules/RuleSource.ts'
import { istInstant, MINUTE } from '../../schema/time.ts'
import { CandleBook } from '../market/CandleBook.ts'
import { EvaluationPool } from './EvaluationPool.ts'

const OPEN = istInstant('2024-01-01', 555)

function strategy(id: string, source: RuleSource) {
  const parsed = parseRuleSet(source)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error))
  return { id, version: 1, rules: parsed.value }
}

const candle = (minute: number, close: number): Candle => ({
  time: OPEN + minute * MINUTE,
  open: paise(close * 100),
  high: paise(close * 100 + 50),
  low: paise(close * 100 - 50),
  close: paise(close * 100),
  volume: 0,
})

// Real seconds, as in EvaluationPool.faults.test.ts.
describe('EvaluationPool', { retry: 3 }, () => {
  let pool: EvaluationPool | null = null
  afterEach(() => pool?.close())

  function setUp(closes: readonly number[]) {
    const book = CandleBook.create({ symbols: ['NIFTY', 'SENSEX'], capacity: 1_000 })
    closes.forEach((close, minute) => book.append('NIFTY', candle(minute, close)))
    const made = new EvaluationPool({ book, threads: 1, log: pino({ level: 'silent' }) })
    pool = made
    const answer = (interval: Interval, closedMinute: number, ...strategies: ReturnType<typeof strategy>[]) =>
      made.evaluateLast({ symbol: 'NIFTY', interval, closedAt: OPEN + closedMinute * MINUTE, strategies })
    const ask = async (...question: Parameters<typeof answer>) => (await answer(...question)).signals
    return { book, ask, answer }
  }

  const above = (interval: Interval, level: number): RuleSource => ({ interval, long: ['close', '>', level], short: ['close', '<', level] })

  it('answers for each strategy that has a signal, and leaves the others out', async () => {
    const { ask } = setUp([100, 101])
    const never: RuleSource = { interval: '1min', long: ['close', '>', 500] }
    const answer = ask('1min', 2, strategy('up', above('1min', 50)), strategy('never', never), strategy('down', above('1min', 200)))
    expect(await answer).toMatchObject([
      { strategyId: 'up', version: 1, side: 'LONG' },
      { strategyId: 'down', version: 1, side: 'SHORT' },
    ])
  })

  it('evaluates a bar anew with a candle that came late', async () => {
    const { book, ask } = setUp([])
    for (const minute of [0, 1, 2, 4, 5, 6, 7, 8, 9]) book.append('NIFTY', candle(minute, 100))
    const high = strategy('high', { interval: '5min', long: ['high', '>', 150] })
    expect(await ask('5min', 5, high)).toEqual([])
    book.insert('NIFTY', candle(3, 200))
    expect(await ask('5min', 5, high)).toMatchObject([{ strategyId: 'high', side: 'LONG' }])
    expect(await ask('5min', 10, high)).toEqual([])
  })

  it('goes on hearing a strategy that stays while others come and go', async () => {
    const { book, ask } = setUp(Array.from({ length: 20 }, (_, i) => 100 + i))
    const stays = strategy('stays', { interval: '1min', long: ['close', '<', 'sma(3)'] })
    const other = strategy('other', { interval: '1min', long: ['close', '<', 'sma(5)'] })
    const heard: string[][] = []
    for (const [i, [roster, close]] of (
      [
        [[stays], 120],
        [[stays, other], 121],
        [[stays], 122],
        [[stays], 110],
      ] as const
    ).entries()) {
      book.append('NIFTY', candle(20 + i, close))
      heard.push((await ask('1min', 21 + i, ...roster)).map(({ strategyId }) => strategyId))
    }
    expect(heard).toEqual([[], [], [], ['stays']])
  })

  it('says what the rule compared', async () => {
    const { ask } = setUp([100])
    expect(await ask('1min', 1, strategy('s', above('1min', 150)))).toEqual([
      { strategyId: 's', version: 1, side: 'SHORT', values: [{ operand: 'price', value: 100 }] },
    ])
  })

  it('says that a position without a direction is to be opened, and what that compared', async () => {
    const { ask } = setUp([100, 101, 102, 103, 104])
    const position = { legs: [{ side: 'BUY', option: 'CE', strike: 'ATM', expiry: 'this week', lots: 1 }] } as const
    const [now, later] = ['09:20', '09:25'].map((enter) => strategy(`at ${enter}`, { interval: '5min', enter, position }))
    expect(await ask('5min', 5, later!, now!)).toEqual([
      { strategyId: 'at 09:20', version: 1, side: 'NEUTRAL', values: [{ operand: 'time', value: '09:15' }] },
    ])
  })

  it('sees candles that were appended after the workers started', async () => {
    const { book, ask } = setUp([100])
    expect(await ask('1min', 1, strategy('s', above('1min', 150)))).toMatchObject([{ strategyId: 's', version: 1, side: 'SHORT' }])
    book.append('NIFTY', candle(1, 200))
    expect(await ask('1min', 2, strategy('s', above('1min', 150)))).toMatchObject([{ strategyId: 's', version: 1, side: 'LONG' }])
  })

  it('decides on folded bars: the five-minute close and its high', async () => {
    const { ask } = setUp([100, 130, 100, 100, 105])
    const rules: RuleSource = {
      interval: '5min',
      long: {
        all: [
          ['close', 'between', 105, 105],
          ['high', 'between', 130.5, 130.5],
          ['open', '>', 99],
        ],
      },
    }
    expect(await ask('5min', 5, strategy('s', rules))).toMatchObject([{ strategyId: 's', version: 1, side: 'LONG' }])
  })

  it('leaves candles after the bar out of the answer', async () => {
    const { ask } = setUp([100, 200, 300])
    expect(await ask('1min', 1, strategy('s', above('1min', 150)))).toMatchObject([{ strategyId: 's', version: 1, side: 'SHORT' }])
  })

  it('has no signal for a bar without a candle, nor for an index without any', async () => {
    const { ask } = setUp([100])
    expect(await ask('1min', 2, strategy('s', above('1min', 50)))).toEqual([])
    const empty = pool!.evaluateLast({ symbol: 'SENSEX', interval: '1min', closedAt: OPEN, strategies: [strategy('s', above('1min', 50))] })
    expect(await empty).toEqual({ signals: [], warming: [], faults: [], unreached: [] })
  })

  it('reports rules for another interval as a fault of their strategy, and answers for the others', async () => {
    const { answer } = setUp([100])
    const asked = answer('1min', 1, strategy('a', above('1min', 50)), strategy('b', above('5min', 50)), strategy('c', above('1min', 500)))
    expect(await asked).toMatchObject({
      signals: [
        { strategyId: 'a', version: 1, side: 'LONG' },
        { strategyId: 'c', version: 1, side: 'SHORT' },
      ],
      faults: [{ strategyId: 'b', version: 1, problem: { kind: 'failed', message: 'rules for 5min bars on a series of 1min' } }],
      unreached: [],
    })
  })

  it('evaluates what a strategy became, not what it was', async () => {
    const { ask } = setUp([100])
    expect(await ask('1min', 1, strategy('s', above('1min', 50)))).toMatchObject([{ strategyId: 's', version: 1, side: 'LONG' }])
    expect(await ask('1min', 1, strategy('s', above('1min', 150)))).toMatchObject([{ strategyId: 's', version: 1, side: 'SHORT' }])
  })

  it('lists a strategy whose average needs more than a session, with the bars it has and needs, and no signal of it', async () => {
    const { answer } = setUp(Array.from({ length: 375 }, (_, minute) => 100 + (minute % 7)))
    const slow: RuleSource = { interval: '5min', long: ['close', '>', 'ema(200)'], short: ['close', '<', 'ema(200)'] }
    expect(await answer('5min', 375, strategy('slow', slow), strategy('quick', above('5min', 50)))).toMatchObject({
      signals: [{ strategyId: 'quick', side: 'LONG' }],
      warming: [{ strategyId: 'slow', version: 1, haveBars: 75, needBars: 2_273 }],
      faults: [],
    })
  })

  it('rejects an index that the book does not have', async () => {
    setUp([100])
    const task = { symbol: 'BANKNIFTY', interval: '1min', closedAt: OPEN, strategies: [strategy('s', above('1min', 50))] } as const
    await expect(pool!.evaluateLast(task)).rejects.toThrow('the candle book has no BANKNIFTY')
  })
})
