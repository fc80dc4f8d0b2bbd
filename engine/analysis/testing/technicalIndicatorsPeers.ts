/**
 * technicalindicators rounds its RSI to two decimals; its own averages of gains and losses are not rounded, so those are compared.
 * It seeds MACD's short average at the start of the series and its directional sums over one bar more, knows a stochastic smoothing of 1
 * only, and starts OBV without the first bar's volume.
 */
import * as technical from 'technicalindicators'
import type { CandleColumns } from '../../../schema/market/candles.ts'
import { bands, peers, prices, value, type Peer } from './Peer.ts'
import { sessions } from './sessions.ts'

const LIBRARY = 'technicalindicators'
const period = 14
const directional = (candles: CandleColumns) => technical.ADX.calculate({ period, ...prices(candles) })

export const TECHNICAL_INDICATORS_PEERS: readonly Peer[] = [
  ...[9, 20, 200].flatMap((length): Peer[] => {
    const parameters = [length]
    const input = (close: Float64Array) => ({ period: length, values: [...close] })
    return [
      ...peers(LIBRARY, { name: 'sma', parameters }, length, ({ close }) => technical.SMA.calculate(input(close)), value),
      ...peers(LIBRARY, { name: 'ema', parameters }, length, ({ close }) => technical.EMA.calculate(input(close)), value),
      ...peers(LIBRARY, { name: 'wma', parameters }, length, ({ close }) => technical.WMA.calculate(input(close)), value),
      ...peers(LIBRARY, { name: 'roc', parameters }, length, ({ close }) => technical.ROC.calculate(input(close)), value),
      ...peers(
        LIBRARY,
        { name: 'cci', parameters },
        length,
        (candles) => technical.CCI.calculate({ period: length, ...prices(candles) }),
        value,
      ),
    ]
  }),
  {
    library: `${LIBRARY} (its averages)`,
    call: { name: 'rsi', parameters: [period] },
    output: 'value',
    warmUp: period,
    compute: ({ close }) => {
      const gains = technical.averagegain({ period, values: [...close] })
      const losses = technical.averageloss({ period, values: [...close] })
      return gains.map((gain, i) => 100 - 100 / (1 + gain / losses[i]!))
    },
  },
  ...peers(
    LIBRARY,
    { name: 'atr', parameters: [period] },
    period,
    (candles) => technical.ATR.calculate({ period, ...prices(candles) }),
    value,
  ),
  ...peers(
    LIBRARY,
    { name: 'macd', parameters: [12, 26, 9] },
    500,
    ({ close }) =>
      technical.MACD.calculate({
        values: [...close],
        fastPeriod: 12,
        slowPeriod: 26,
        signalPeriod: 9,
        SimpleMAOscillator: false,
        SimpleMASignal: false,
      }),
    { line: (row) => row.MACD, signal: (row) => row.signal, histogram: (row) => row.histogram },
  ),
  ...peers(
    LIBRARY,
    { name: 'bollinger', parameters: [20, 2] },
    20,
    ({ close }) => technical.BollingerBands.calculate({ period: 20, stdDev: 2, values: [...close] }),
    bands,
  ),
  ...peers(
    LIBRARY,
    { name: 'keltner', parameters: [20, 10, 2] },
    20,
    (candles) => technical.KeltnerChannels.calculate({ maPeriod: 20, atrPeriod: 10, multiplier: 2, useSMA: false, ...prices(candles) }),
    bands,
  ),
  ...peers(
    LIBRARY,
    { name: 'stochastic', parameters: [period, 1, 3] },
    16,
    (candles) => technical.Stochastic.calculate({ period, signalPeriod: 3, ...prices(candles) }),
    { k: (row) => row.k, d: (row) => row.d },
  ),
  ...peers(LIBRARY, { name: 'adx', parameters: [period] }, 500, directional, { value: (row) => row.adx }),
  ...peers(LIBRARY, { name: 'plus_di', parameters: [period] }, 500, directional, { value: (row) => row.pdi }),
  ...peers(LIBRARY, { name: 'minus_di', parameters: [period] }, 500, directional, { value: (row) => row.mdi }),
  {
    library: LIBRARY,
    call: { name: 'obv', parameters: [] },
    output: 'value',
    warmUp: 1,
    compute: ({ close, volume }) => technical.OBV.calculate({ close: [...close], volume: [...volume] }).map((row) => row + volume[0]!),
  },
  ...peers(
    LIBRARY,
    { name: 'vwap', parameters: [] },
    0,
    (candles) =>
      sessions(candles).flatMap((day) =>
        technical.VWAP.calculate({
          high: day.map(({ high }) => high),
          low: day.map(({ low }) => low),
          close: day.map(({ close }) => close),
          volume: day.map(({ volume }) => volume),
        }),
      ),
    value,
  ),
]
