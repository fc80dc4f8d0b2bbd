/**
 * trading-signals starts an EMA at the first price instead of the first average, and an ATR at the first bar instead of the second.
 * It starts OBV without the first bar's volume, and its VWAP has nothing on a bar without volume, where the value before still holds.
 * Its directional indicators count a bar that widens by the same both ways as movement both ways; Wilder and TA-Lib count it as none, so
 * they are not compared.
 */
import * as signals from 'trading-signals'
import { bars } from './candleShapes.ts'
import { bands, peers, value, type Peer } from './Peer.ts'
import { sessions } from './sessions.ts'

const LIBRARY = 'trading-signals'

function streamed<Input, Output>(
  indicator: { update(input: Input, replace: boolean): Output | null },
  inputs: Iterable<Input>,
): (Output | null)[] {
  return Array.from(inputs, (input) => indicator.update(input, false))
}

export const TRADING_SIGNALS_PEERS: readonly Peer[] = [
  ...[9, 20, 200].flatMap((period): Peer[] => {
    const parameters = [period]
    return [
      ...peers(LIBRARY, { name: 'sma', parameters }, period, ({ close }) => streamed(new signals.SMA(period), close), value),
      ...peers(LIBRARY, { name: 'ema', parameters }, 12 * period, ({ close }) => streamed(new signals.EMA(period), close), value),
      ...peers(LIBRARY, { name: 'wma', parameters }, period, ({ close }) => streamed(new signals.WMA(period), close), value),
      ...peers(LIBRARY, { name: 'cci', parameters }, period, (candles) => streamed(new signals.CCI(period), bars(candles)), value),
      ...peers(LIBRARY, { name: 'roc', parameters }, period, ({ close }) => streamed(new signals.ROC(period), close), {
        // A fraction, where TA-Lib has per cent.
        value: (row: number) => row * 100,
      }),
    ]
  }),
  ...peers(LIBRARY, { name: 'rsi', parameters: [14] }, 14, ({ close }) => streamed(new signals.RSI(14), close), value),
  ...peers(LIBRARY, { name: 'atr', parameters: [14] }, 500, (candles) => streamed(new signals.ATR(14), bars(candles)), value),
  ...peers(
    LIBRARY,
    { name: 'supertrend', parameters: [10, 3] },
    500,
    (candles) => streamed(new signals.SuperTrend({ interval: 10, multiplier: 3 }), bars(candles)),
    { value: (row) => row.supertrend, direction: (row) => (row.trend === 'BULLISH' ? 1 : -1) },
  ),
  ...peers(
    LIBRARY,
    { name: 'macd', parameters: [12, 26, 9] },
    500,
    ({ close }) => streamed(new signals.MACD(new signals.EMA(12), new signals.EMA(26), new signals.EMA(9)), close),
    { line: (row) => row.macd, signal: (row) => row.signal, histogram: (row) => row.histogram },
  ),
  ...peers(
    LIBRARY,
    { name: 'bollinger', parameters: [20, 2] },
    20,
    ({ close }) => streamed(new signals.BollingerBands(20, 2), close),
    bands,
  ),
  ...peers(
    LIBRARY,
    { name: 'keltner', parameters: [20, 10, 2] },
    500,
    (candles) => streamed(new signals.KeltnerChannels({ emaInterval: 20, atrInterval: 10, multiplier: 2 }), bars(candles)),
    bands,
  ),
  ...peers(
    LIBRARY,
    { name: 'stochastic', parameters: [14, 3, 5] },
    20,
    (candles) => streamed(new signals.StochasticOscillator({ kPeriod: 14, kSlowingPeriod: 3, dPeriod: 5 }), bars(candles)),
    { k: (row) => row.stochK, d: (row) => row.stochD },
  ),
  {
    library: LIBRARY,
    call: { name: 'obv', parameters: [] },
    output: 'value',
    warmUp: 1,
    compute: (candles) => streamed(new signals.OBV(2), bars(candles)).map((row) => (row === null ? null : row + candles.volume[0]!)),
  },
  ...peers(
    LIBRARY,
    { name: 'vwap', parameters: [] },
    0,
    (candles) =>
      sessions(candles).flatMap((day) => {
        const session = new signals.VWAP()
        return day.map((bar) => session.update(bar, false) ?? session.getResult())
      }),
    value,
  ),
]
