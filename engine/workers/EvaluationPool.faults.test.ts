import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paise } from '../../schema/money.ts'
import { parseRuleSet } from '../../schema/rules/parseRuleSet.ts'
import { istInstant, MINUTE } from '../../schema/time.ts'
import { CandleBook } from '../market/CandleBook.ts'
import { EvaluationPool } from './EvaluationPool.ts'
import { MISBEHAVIOUR } from './testing/misbehaviour.ts'

const OPEN = istInstant('2024-01-01', 555)

/** A strategy that misbehaves on demand, or signals LONG. */
function strategy(id: string, misbehaviour: keyof typeof MISBEHAVIOUR | null = null) {
  const parsed = parseRuleSet({ interval: '1min', long: ['close', '>', misbehaviour === null ? 1 : MISBEHAVIOUR[misbehaviour]] })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error))
  return { id, version: 1, rules: parsed.value }
}

const long = (strategyId: string) => ({ strategyId, version: 1, side: 'LONG' })
const stalled = { kind: 'stalled', ms: 1_500 }

// A bar has 4.5 real seconds, new workers included: a machine too busy to start one from source within them may try again.
describe('EvaluationPool, with strategies that misbehave', { retry: 3 }, () => {
  let pool: EvaluationPool
  const ask = (...strategies: ReturnType<typeof strategy>[]) =>
    pool.evaluateLast({ symbol: 'NIFTY', interval: '1min', closedAt: OPEN + MINUTE, strategies })

  beforeAll(() => {
    const book = CandleBook.create({ symbols: ['NIFTY'], capacity: 100 })
    const price = paise(10_000)
    book.append('NIFTY', { time: OPEN, open: price, high: price, low: price, close: price, volume: 0 })
    pool = new EvaluationPool({
      book,
      threads: 2,
      log: pino({ level: 'silent' }),
      worker: new URL('./testing/misbehavingWorker', import.meta.url),
    })
  })
  afterAll(() => pool.close())

  it('stops one that throws, and answers for the others', async () => {
    expect(await ask(strategy('a'), strategy('bad', 'throws'), strategy('b'), strategy('worse', 'throws'))).toMatchObject({
      signals: [long('a'), long('b')],
      faults: [
        { strategyId: 'bad', version: 1, problem: { kind: 'failed', message: 'no such column' } },
        { strategyId: 'worse', version: 1, problem: { kind: 'failed', message: 'no such column' } },
      ],
      unreached: [],
    })
  })

  it('stops one that loops for ever, among a thousand, and answers for the others', async () => {
    const good = Array.from({ length: 999 }, (_, i) => strategy(`s${i}`))
    const answer = await ask(...good.slice(0, 400), strategy('endless', 'loops'), ...good.slice(400))
    expect(answer).toMatchObject({
      signals: good.map(({ id }) => long(id)),
      faults: [{ strategyId: 'endless', version: 1, problem: stalled }],
      unreached: [],
    })
  })

  it('serves another task on the other thread while one loops', async () => {
    const order: string[] = []
    const looping = ask(strategy('endless', 'loops')).then(() => order.push('loop'))
    await ask(strategy('a')).then(() => order.push('other'))
    await looping
    expect(order).toEqual(['other', 'loop'])
  })

  it('stops one that exhausts the memory of its worker, or ends it, and answers for the others', async () => {
    expect(await ask(strategy('a'), strategy('greedy', 'hoards'), strategy('b'), strategy('leaver', 'exits'), strategy('c'))).toMatchObject(
      {
        signals: [long('a'), long('b'), long('c')],
        faults: [
          // On a busy machine its time may be up before its memory is.
          { strategyId: 'greedy', version: 1, problem: { kind: expect.stringMatching(/^(out of memory|stalled)$/) } },
          { strategyId: 'leaver', version: 1, problem: { kind: 'failed', message: expect.stringContaining('3') } },
        ],
        unreached: [],
      },
    )
  })

  it('serves every later bar', async () => {
    expect(await ask(strategy('a'))).toMatchObject({ signals: [long('a')], faults: [], unreached: [] })
  })

  it('gives up on the bar when too many loop, says whom it did not reach, and keeps the answers it has', async () => {
    const answer = await ask(strategy('a'), ...Array.from({ length: 8 }, (_, i) => strategy(`loop${i}`, 'loops')), strategy('b'))
    expect(answer.signals).toMatchObject([long('a')])
    expect(answer.faults.length).toBeGreaterThan(0)
    expect(answer.faults).toEqual(answer.faults.map((_, i) => ({ strategyId: `loop${i}`, version: 1, problem: stalled })))
    const asked = answer.faults.length
    expect(answer.unreached.map(({ strategyId }) => strategyId)).toEqual([
      ...Array.from({ length: 8 - asked }, (_, i) => `loop${asked + i}`),
      'b',
    ])
  }, 20_000)
})
