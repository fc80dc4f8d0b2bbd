import { createRequire } from 'node:module'
import type { CandleColumns } from '../../../schema/market/candles.ts'
import { arrays } from '../../../engine/analysis/testing/candleShapes.ts'
import type { Contender, Contenders } from '../Contender.ts'

// Its ES modules are not marked as such, so that Node can only load the CommonJS ones.
const fast = createRequire(import.meta.url)('fast-technical-indicators') as typeof import('fast-technical-indicators')

type Arrays = ReturnType<typeof arrays>

function whole(compute: (columns: Arrays) => unknown): Contender {
  return (candles) => {
    const columns = arrays(candles)
    return () => compute(columns)
  }
}

function onCloses(compute: (close: number[]) => unknown): Contender {
  return whole(({ close }) => compute(close))
}

/** Candle by candle: `next` feeds candle `i` to what `create` makes. */
function streamed<Indicator>(
  create: () => Indicator,
  next: (indicator: Indicator, candles: CandleColumns, i: number) => unknown,
): Contender {
  return (candles) => () => {
    const indicator = create()
    let last: unknown
    for (let i = 0; i < candles.close.length; i++) last = next(indicator, candles, i)
    return last
  }
}

const none = { high: [], low: [], close: [] }
const directional = streamed(
  () => new fast.ADX({ period: 14, ...none }),
  (indicator, { high, low, close }, i) => indicator.nextValue(high[i]!, low[i]!, close[i]!),
)

/** Whole series, but candle by candle where that is faster: MACD, Bollinger, ADX (the directional indicators come out of it) and VWAP. */
export const FAST_TECHNICAL_INDICATORS: Contenders = {
  sma: onCloses((values) => fast.sma({ period: 20, values })),
  ema: onCloses((values) => fast.ema({ period: 20, values })),
  wma: onCloses((values) => fast.wma({ period: 20, values })),
  rsi: onCloses((values) => fast.rsi({ period: 14, values })),
  roc: onCloses((values) => fast.roc({ period: 10, values })),
  cci: whole((columns) => fast.cci({ period: 20, ...columns })),
  stochastic: whole((columns) => fast.stochastic({ period: 14, signalPeriod: 3, ...columns })),
  macd: streamed(
    () => new fast.MACD({ fastPeriod: 12, slowPeriod: 26, signalPeriod: 9 }),
    (indicator, { close }, i) => indicator.nextValue(close[i]!),
  ),
  adx: directional,
  plus_di: directional,
  minus_di: directional,
  supertrend: whole((columns) => fast.supertrend({ period: 10, multiplier: 3, ...columns })),
  atr: whole((columns) => fast.atr({ period: 14, ...columns })),
  bollinger: streamed(
    () => new fast.BollingerBands({ period: 20, stdDev: 2 }),
    (indicator, { close }, i) => indicator.nextValue(close[i]!),
  ),
  keltner: whole((columns) => fast.keltnerchannel({ period: 20, multiplier: 2, ...columns })),
  vwap: streamed(
    () => new fast.VWAP(),
    (indicator, { high, low, close, volume }, i) => indicator.nextValue(high[i]!, low[i]!, close[i]!, volume[i]!),
  ),
  obv: whole((columns) => fast.obv(columns)),
  highest: whole(({ high }) => fast.highest({ period: 20, values: high })),
  lowest: whole(({ low }) => fast.lowest({ period: 20, values: low })),
}
