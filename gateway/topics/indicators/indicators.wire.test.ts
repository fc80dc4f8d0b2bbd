import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Series } from '../../../engine/analysis/rules/Series.ts'
import { randomWalk } from '../../../engine/analysis/testing/randomWalk.ts'
import { istDate } from '../../../schema/time.ts'
import { foldColumns, type CandleColumns } from '../../../schema/market/candles.ts'
import { startTestGateway, type TestGateway } from '../../testing/startTestGateway.ts'

const VALUES = `query ($specs: [String!]!, $interval: CandleInterval!, $limit: Int!, $before: DateTimeISO, $from: String, $to: String) {
  indicators(symbol: "NIFTY", specs: $specs, interval: $interval, limit: $limit, before: $before, from: $from, to: $to) {
    candles { time open high low close volume } columns { spec output name values }
  }
}`
/** Two days and a half of minutes. */
const MINUTES = randomWalk(940, 7)

interface Values {
  readonly candles: readonly { readonly time: string; readonly open: number; readonly close: number; readonly volume: number }[]
  readonly columns: readonly { readonly spec: string; readonly output: string; readonly name: string; readonly values: (number | null)[] }[]
}
let app: TestGateway
let token: string
beforeAll(async () => {
  app = await startTestGateway()
  token = (await app.user('Asha')).token
  const row = {
    market: 'sandbox',
    feed: 'connected',
    sandbox: false,
    clock: { kind: 'real' },
    heartbeatAt: new Date(),
    lastTickAt: new Date(),
  }
  await app.db.engineState.create({ data: { nodeId: randomUUID(), ...row } })
  const paise = (rupees: number) => BigInt(Math.round(rupees * 100))
  await app.db.candle.createMany({
    data: Array.from(MINUTES.time, (time, i) => ({
      ...{ market: 'sandbox', symbol: 'NIFTY', time: new Date(time), volume: BigInt(MINUTES.volume[i]!) },
      ...{ open: paise(MINUTES.open[i]!), high: paise(MINUTES.high[i]!), low: paise(MINUTES.low[i]!), close: paise(MINUTES.close[i]!) },
    })),
  })
})
afterAll(() => app.close())

const ask = (variables: object) => app.graphql(VALUES, { variables: { interval: 'ONE_MINUTE', limit: 20, ...variables }, token })
const values = async (variables: object) => ((await ask(variables)).body as { data: { indicators: Values } }).data.indicators

/** The last values of a column as a strategy has them over all of history. */
function lastOf(bars: CandleColumns, interval: '1min' | '5min', call: Parameters<Series['column']>[0], count: number): number[] {
  return Array.from(new Series(bars, interval).column(call).slice(-count))
}

test('values beside the candles are those that strategies decide by', async () => {
  const { candles, columns } = await values({ specs: ['ema(20)', 'macd(3, 5, 2)', 'sma(5)'] })
  expect(candles).toHaveLength(20)
  expect(candles.map(({ time }) => Date.parse(time))).toEqual(Array.from(MINUTES.time.slice(-20)))
  expect(candles.map(({ close }) => close)).toEqual(Array.from(MINUTES.close.slice(-20)))
  expect(columns.map(({ spec, output, name }) => [spec, output, name])).toEqual([
    ['ema(20)', 'value', 'EMA(20)'],
    ['macd(3,5,2)', 'line', 'MACD(3, 5, 2)'],
    ['macd(3,5,2)', 'signal', 'the MACD(3, 5, 2) signal line'],
    ['macd(3,5,2)', 'histogram', 'the MACD(3, 5, 2) histogram'],
    ['sma(5)', 'value', 'SMA(5)'],
  ])
  const strategy = lastOf(MINUTES, '1min', { kind: 'indicator', call: { name: 'ema', parameters: [20] }, output: 'value' }, 20)
  for (const [i, value] of columns[0]!.values.entries()) expect(value).toBeCloseTo(strategy[i]!, 4)
  const signal = lastOf(MINUTES, '1min', { kind: 'indicator', call: { name: 'macd', parameters: [3, 5, 2] }, output: 'signal' }, 20)
  for (const [i, value] of columns[2]!.values.entries()) expect(value).toBeCloseTo(signal[i]!, 4)
})

test('longer candles are folded as the engine folds them, also before a moment', async () => {
  const bars = foldColumns(MINUTES, 5)
  const { candles, columns } = await values({ specs: ['sma(3)'], interval: 'FIVE_MINUTES', limit: 10 })
  expect(candles.map(({ open, close, volume }) => [open, close, volume])).toEqual(
    Array.from(bars.time.slice(-10), (_, i) => [bars.open.at(i - 10), bars.close.at(i - 10), bars.volume.at(i - 10)]),
  )
  const strategy = lastOf(bars, '5min', { kind: 'indicator', call: { name: 'sma', parameters: [3] }, output: 'value' }, 10)
  for (const [i, value] of columns[0]!.values.entries()) expect(value).toBeCloseTo(strategy[i]!, 6)
  const before = new Date(bars.time.at(-4)!).toISOString()
  expect(
    (await values({ specs: ['sma(3)'], interval: 'FIVE_MINUTES', limit: 2, before })).candles.map(({ time }) => Date.parse(time)),
  ).toEqual(Array.from(bars.time.slice(-6, -4)))
})

test('candles of some dates have the values that earlier days warm', async () => {
  const days = Array.from(MINUTES.time, istDate)
  const [first = '', second = '', ...others] = new Set(days)
  expect(others).toHaveLength(1)
  const all = await values({ specs: ['sma(5)'], limit: 1000 })
  const [start, end] = [days.indexOf(second), days.lastIndexOf(second) + 1]
  const { candles, columns } = await values({ specs: ['sma(5)'], limit: 1000, from: second, to: second })
  expect([candles, columns[0]!.values]).toEqual([all.candles.slice(start, end), all.columns[0]!.values.slice(start, end)])
  expect(columns[0]!.values[0]).not.toBeNull()
  expect((await values({ specs: ['sma(5)'], limit: 3, to: second })).candles).toEqual(all.candles.slice(end - 3, end))
  expect((await ask({ specs: ['sma(5)'], from: second, to: first })).body).toMatchObject({
    errors: [{ message: 'to must not be before from', extensions: { code: 'BAD_USER_INPUT' } }],
  })
})

test('a value that a longer history would change is null', async () => {
  const { candles, columns } = await values({ specs: ['sma(5)', 'ema(500)'], limit: 1000 })
  expect(candles).toHaveLength(940)
  expect(columns[0]!.values.slice(0, 5).map((value) => value === null)).toEqual([true, true, true, true, false])
  expect(new Set(columns[1]!.values)).toEqual(new Set([null]))
})

test.each([
  [['williams(5)'], 'specs: "williams" is not known'],
  [['ema(0)'], 'period of ema(period) must be a whole number from 1 to 500'],
  [[], 'specs must name 1 to 20 indicators'],
  [Array.from({ length: 21 }, () => 'sma(5)'), 'specs must name 1 to 20 indicators'],
] as const)('%j is refused in words', async (specs, message) => {
  expect((await ask({ specs })).body).toMatchObject({
    errors: [{ message: expect.stringContaining(message) as string, extensions: { code: 'BAD_USER_INPUT' } }],
  })
})
