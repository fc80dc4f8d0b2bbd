import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { evaluate } from '../../../engine/analysis/rules/evaluate.ts'
import { Series } from '../../../engine/analysis/rules/Series.ts'
import { addStrategyVersion } from '../../../prisma/addStrategyVersion.ts'
import type { StrategySight } from '../../../schema/graphql/strategySight.ts'
import { foldColumns, toColumns, type Candle } from '../../../schema/market/candles.ts'
import { fromRupees } from '../../../schema/money.ts'
import { parseRuleSet } from '../../../schema/rules/parseRuleSet.ts'
import { istInstant, MINUTE } from '../../../schema/time.ts'
import { startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'
import { insertStrategy } from '../../testing/rows.ts'

const DATE = '2026-11-18'
const OPEN = istInstant(DATE, 9 * 60 + 15)
/** The market stands still in the middle of a candle of five minutes. */
const NOW = istInstant(DATE, 12 * 60 + 32)
const WINDOW = { instruments: ['NIFTY'], windowStart: '09:20', windowEnd: '15:10' }

let app: TestGateway
let asha: TestUser
beforeAll(async () => {
  app = await startTestGateway()
  asha = await app.user('Asha')
  const segment = { realStart: 0, marketStart: NOW, sessionOpen: OPEN, sessionClose: istInstant(DATE, 930) }
  const clock = { kind: 'sandbox', speed: 1e-9, segments: [segment] }
  const row = { market: 'sandbox', feed: 'connected', sandbox: true, clock, heartbeatAt: new Date(), lastTickAt: new Date() }
  await app.db.engineState.create({ data: { nodeId: randomUUID(), ...row } })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.candle.deleteMany()
  await app.db.subscription.deleteMany()
  await app.db.strategy.deleteMany()
})

/** Minutes from the open up to now, with these closes. */
async function minutes(closeOf: (minute: number) => number): Promise<Candle[]> {
  const count = (NOW - OPEN) / MINUTE
  const candles = Array.from({ length: count }, (_, i): Candle => {
    const close = fromRupees(closeOf(i))
    return { time: OPEN + i * MINUTE, open: close, high: close, low: close, close, volume: 0 }
  })
  const row = ({ time, close }: Candle) => {
    const price = BigInt(close)
    return { market: 'sandbox', symbol: 'NIFTY', time: new Date(time), open: price, high: price, low: price, close: price, volume: 0n }
  }
  await app.db.candle.createMany({ data: candles.map(row) })
  return candles
}

async function insert(rules: object): Promise<string> {
  const id = await insertStrategy(app.db, 'ema-crossover', { instruments: ['NIFTY'] })
  await addStrategyVersion(app.db, id, { rules, ...WINDOW }, { changes: [], createdBy: null })
  return id
}

const QUERY = `query ($id: ID!) { strategySight(strategyId: $id, symbol: "NIFTY") {
  version instrument marketOpen candleTime closedAt nextCheckAt unknown sides { side rule holds conditions { text now holds } } } }`
const ask = (id: string, user = asha) => app.graphql(QUERY, { variables: { id }, token: user.token })
const sightOf = async (id: string) => ((await ask(id)).body as { data: { strategySight: StrategySight } }).data.strategySight

describe('what a strategy sees now', () => {
  test('is each condition with its numbers and how far they are apart, on the last closed candle', async () => {
    await minutes((i) => 24_000 + (i % 2) * 10)
    const id = await insert({
      interval: '5min',
      long: {
        all: [['close', '>', 23_990], ['sma(3)', '<', 24_000], { not: ['close', 'between', 24_100, 24_200] }, ['time', '<', '14:30']],
      },
      short: null,
    })
    const sight = await sightOf(id)
    // The candle of 12:30 is forming.
    expect(sight).toMatchObject({
      ...{ version: 2, instrument: 'NIFTY', marketOpen: true, unknown: null },
      candleTime: new Date(istInstant(DATE, 12 * 60 + 25)).toISOString(),
      closedAt: new Date(istInstant(DATE, 12 * 60 + 30)).toISOString(),
      nextCheckAt: new Date(istInstant(DATE, 12 * 60 + 35)).toISOString(),
    })
    // The candle of 12:25 closes with minute 194, the ones before with 189 and 184.
    expect(sight.sides).toEqual([
      {
        ...{ side: 'LONG', holds: false },
        rule: 'price is above 23990 and SMA(3) is below 24000 and not (price is between 24100 and 24200) and time is before 14:30',
        conditions: [
          { text: 'price is above 23990', now: 'price 24,000.00 is above 23990 by 10.00', holds: true },
          { text: 'SMA(3) is below 24000', now: 'SMA(3) 24,003.33 is above 24000 by 3.33', holds: false },
          { text: 'not (price is between 24100 and 24200)', now: 'price 24,000.00 is 100.00 below 24100', holds: true },
          { text: 'time is before 14:30', now: 'the candle of 12:25, 125 minutes before 14:30', holds: true },
        ],
      },
    ])
  })

  test('of a crossing is also how it was on the candle before; what has no value yet is not called untrue', async () => {
    await minutes((i) => (i < 190 ? 24_000 : 24_050))
    const id = await insert({
      interval: '5min',
      long: ['close', 'crosses above', 'sma(5)'],
      short: ['close', 'crosses below', 'ema(200)'],
    })
    const { sides } = await sightOf(id)
    expect(sides).toMatchObject([
      {
        holds: true,
        conditions: [{ holds: true, now: 'price 24,050.00 is above SMA(5) 24,010.00 by 40.00; on the candle before it was equal to it' }],
      },
      { holds: null, conditions: [{ holds: null, now: 'No value yet' }] },
    ])
  })

  test('agrees with the signals of the engine, minute by minute', async () => {
    const candles = await minutes((i) => 24_000 + 60 * Math.sin(i / 7) + 25 * Math.sin(i / 2.3))
    const rules = { interval: '1min', long: ['sma(3)', 'crosses above', 'sma(8)'], short: ['sma(3)', 'crosses below', 'sma(8)'] }
    const id = await insert(rules)
    const parsed = parseRuleSet(rules)
    if (!parsed.ok) throw new Error('the rules do not parse')
    for (const last of Array.from({ length: 12 }, (_, i) => candles.length - 1 - i)) {
      await app.db.candle.deleteMany({ where: { time: { gt: new Date(candles[last]!.time) } } })
      const signal = evaluate(parsed.value, new Series(foldColumns(toColumns(candles.slice(0, last + 1)), 1), '1min')).at(-1)
      const { sides } = await sightOf(id)
      expect(
        sides.map(({ holds }) => holds),
        String(last),
      ).toEqual([signal === 1, signal === -1])
    }
  })

  test('is of the version that the user is subscribed to', async () => {
    await minutes(() => 24_000)
    const id = await insert({ interval: '1min', long: ['close', '>', 1], short: null })
    await app.db.subscription.create({ data: { userId: asha.id, strategyId: id, version: 1 } })
    expect(await sightOf(id)).toMatchObject({ version: 1, sides: [{ rule: 'EMA(9) crosses above EMA(21)' }, {}] })
  })

  test('is checked next within the hours that the user has set', async () => {
    await minutes(() => 24_000)
    const id = await insert({ interval: '5min', long: ['close', '>', 1], short: null })
    const own = await app.db.subscription.create({ data: { userId: asha.id, strategyId: id, version: 2, windowStart: '13:00' } })
    expect(await sightOf(id)).toMatchObject({ nextCheckAt: new Date(istInstant(DATE, 13 * 60)).toISOString() })
    await app.db.subscription.update({ where: { id: own.id }, data: { windowStart: null, windowEnd: '12:30' } })
    expect(await sightOf(id)).toMatchObject({ nextCheckAt: null })
  })

  test('without candles is said to be unknown; a private strategy’s is nobody else’s', async () => {
    const id = await insert({ interval: '1min', long: ['close', '>', 1], short: null })
    expect(await sightOf(id)).toMatchObject({ sides: [], candleTime: null, unknown: 'No candles of NIFTY are stored yet.' })
    await app.db.strategy.update({ where: { id }, data: { isPublic: false } })
    expect((await ask(id)).body).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] })
  })
})
