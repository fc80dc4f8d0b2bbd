/**
 * Independent npm libraries must give the same numbers, on synthetic candles and, when the folder is there, on real ones.
 *
 * Seeds differ between libraries, smoothing forgets them: trading-signals starts an EMA at the first price instead of the first average,
 * and an ATR at the first bar instead of the second. `warmUp` is where such a difference has faded to less than 1e-6.
 * technicalindicators rounds its RSI to two decimals; its own averages of gains and losses are not rounded, so those are compared.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import * as technical from 'technicalindicators'
import * as fast from 'fast-technical-indicators'
import * as signals from 'trading-signals'
import { describe, expect, it } from 'vitest'
import { parseCandleCsv } from '../../../schema/market/candleCsv.ts'
import { toColumns, type CandleColumns } from '../../../schema/market/candles.ts'
import type { IndicatorCall } from '../../../schema/rules/indicators.ts'
import { randomWalk } from '../testing/randomWalk.ts'
import { computeIndicator } from './computeIndicator.ts'

const TOLERANCE = 1e-6
const REAL_FILE = path.resolve(process.env['SAKHA_REAL_DATA'] ?? '../shared/data', 'NIFTY-1min-2024Q1.csv.gz')

function realCandles(): CandleColumns {
  const parsed = parseCandleCsv(gunzipSync(readFileSync(REAL_FILE)).toString('utf8'))
  if (!parsed.ok) throw new Error(`line ${parsed.error.line}: ${parsed.error.reason}`)
  return toColumns(parsed.value)
}

interface Peer {
  readonly library: string
  readonly call: IndicatorCall
  readonly output: string
  readonly warmUp: number
  /** The library's values, aligned with the end of the candles. */
  readonly compute: (candles: CandleColumns) => readonly (number | null)[]
}

interface Bar {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}
const bars = ({ open, high, low, close }: CandleColumns): Bar[] =>
  Array.from(close, (value, i) => ({ open: open[i]!, high: high[i]!, low: low[i]!, close: value }))

const PEERS: readonly Peer[] = [
  ...[9, 20, 200].flatMap((period): Peer[] => [
    {
      library: 'trading-signals',
      call: { name: 'sma', parameters: [period] },
      output: 'value',
      warmUp: period,
      compute: ({ close }) => streamed(new signals.SMA(period), [...close]),
    },
    {
      library: 'technicalindicators',
      call: { name: 'sma', parameters: [period] },
      output: 'value',
      warmUp: period,
      compute: ({ close }) => technical.SMA.calculate({ period, values: [...close] }),
    },
    {
      library: 'trading-signals',
      call: { name: 'ema', parameters: [period] },
      output: 'value',
      warmUp: 12 * period,
      compute: ({ close }) => streamed(new signals.EMA(period), [...close]),
    },
    {
      library: 'technicalindicators',
      call: { name: 'ema', parameters: [period] },
      output: 'value',
      warmUp: period,
      compute: ({ close }) => technical.EMA.calculate({ period, values: [...close] }),
    },
  ]),
  {
    library: 'trading-signals',
    call: { name: 'rsi', parameters: [14] },
    output: 'value',
    warmUp: 14,
    compute: ({ close }) => streamed(new signals.RSI(14), [...close]),
  },
  {
    library: 'technicalindicators (its averages)',
    call: { name: 'rsi', parameters: [14] },
    output: 'value',
    warmUp: 14,
    compute: ({ close }) => {
      const gains = technical.averagegain({ period: 14, values: [...close] })
      const losses = technical.averageloss({ period: 14, values: [...close] })
      return gains.map((gain, i) => 100 - 100 / (1 + gain / losses[i]!))
    },
  },
  {
    library: 'trading-signals',
    call: { name: 'atr', parameters: [14] },
    output: 'value',
    warmUp: 500,
    compute: (candles) => streamed(new signals.ATR(14), bars(candles)),
  },
  {
    library: 'technicalindicators',
    call: { name: 'atr', parameters: [14] },
    output: 'value',
    warmUp: 14,
    compute: ({ high, low, close }) => technical.ATR.calculate({ period: 14, high: [...high], low: [...low], close: [...close] }),
  },
  {
    library: 'trading-signals',
    call: { name: 'supertrend', parameters: [10, 3] },
    output: 'value',
    warmUp: 500,
    compute: (candles) =>
      streamed(new signals.SuperTrend({ interval: 10, multiplier: 3 }), bars(candles)).map((each) => each && each.supertrend),
  },
  {
    library: 'trading-signals',
    call: { name: 'supertrend', parameters: [10, 3] },
    output: 'direction',
    warmUp: 500,
    compute: (candles) =>
      streamed(new signals.SuperTrend({ interval: 10, multiplier: 3 }), bars(candles)).map(
        (each) => each && (each.trend === 'BULLISH' ? 1 : -1),
      ),
  },
  {
    library: 'fast-technical-indicators',
    call: { name: 'supertrend', parameters: [10, 3] },
    output: 'value',
    warmUp: 500,
    compute: ({ high, low, close }) =>
      fast
        .supertrend({ period: 10, multiplier: 3, high: [...high], low: [...low], close: [...close] })
        .map(({ supertrend }) => supertrend ?? null),
  },
  {
    library: 'fast-technical-indicators',
    call: { name: 'supertrend', parameters: [10, 3] },
    output: 'direction',
    warmUp: 500,
    compute: ({ high, low, close }) =>
      fast
        .supertrend({ period: 10, multiplier: 3, high: [...high], low: [...low], close: [...close] })
        .map(({ direction }) => direction ?? null),
  },
]

function streamed<Input, Output>(
  indicator: { update(input: Input, replace: boolean): Output | null },
  inputs: readonly Input[],
): (Output | null)[] {
  return inputs.map((input) => indicator.update(input, false))
}

function compare(peer: Peer, candles: CandleColumns): void {
  const ours = computeIndicator(candles, peer.call, 1).get(peer.output)!
  const theirs = peer.compute(candles)
  const missing = ours.length - theirs.length
  const wrong: string[] = []
  for (let i = peer.warmUp; i < ours.length; i++) {
    const their = theirs[i - missing] ?? NaN
    if (!(Math.abs(ours[i]! - their) < TOLERANCE)) wrong.push(`bar ${i}: ${ours[i]} against ${their}`)
  }
  expect(wrong.slice(0, 3)).toEqual([])
}

const named = PEERS.map((peer) => ({ ...peer, title: `${peer.call.name}(${peer.call.parameters.join(',')}).${peer.output}` }))

describe('on synthetic candles', () => {
  const candles = randomWalk(6_000, 7)
  it.each(named)('$title agrees with $library to 1e-6', (peer) => compare(peer, candles))
})

const there = existsSync(REAL_FILE)
describe.skipIf(!there)(
  there ? 'on the real NIFTY minutes of 2024 Q1' : 'on real candles: skipped, NIFTY-1min-2024Q1.csv.gz is not there',
  () => {
    const candles = there ? realCandles() : randomWalk(0, 0)
    it.each(named)('$title agrees with $library to 1e-6', (peer) => compare(peer, candles))
  },
)
