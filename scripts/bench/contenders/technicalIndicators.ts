import * as technical from 'technicalindicators'
import type { CandleColumns } from '../../../schema/market/candles.ts'
import { bars } from '../../../engine/analysis/testing/candleShapes.ts'
import { sessions } from '../../../engine/analysis/testing/sessions.ts'
import type { Contender, Contenders } from './Contender.ts'

interface Streamed {
  nextValue(input: unknown): unknown
}

/** Its declarations give nextValue the arrays of the constructor, where it takes one bar: so its presence is what is checked. */
function isStreamed(indicator: object): indicator is Streamed {
  return 'nextValue' in indicator
}

function streamed(inputs: (candles: CandleColumns) => readonly unknown[], create: () => object): Contender {
  return (candles) => streamedOver(inputs(candles), create)
}

function streamedOver(inputs: readonly unknown[], create: () => object): () => unknown {
  return () => {
    const indicator = create()
    if (!isStreamed(indicator)) throw new Error('technicalindicators takes no candles one by one')
    let last: unknown
    for (const input of inputs) last = indicator.nextValue(input)
    return last
  }
}

const of = (pick: (candles: CandleColumns) => Float64Array, create: () => object) => streamed((candles) => [...pick(candles)], create)
const onCloses = (create: () => object) => of(({ close }) => close, create)
const onBars = (create: () => object) => streamed(bars, create)
const none = { high: [], low: [], close: [], volume: [] }
const directional = onBars(() => new technical.ADX({ period: 14, ...none }))

/** Candle by candle, which it does faster than whole series. The directional indicators come out of its ADX. */
export const TECHNICAL_INDICATORS: Contenders = {
  sma: onCloses(() => new technical.SMA({ period: 20, values: [] })),
  ema: onCloses(() => new technical.EMA({ period: 20, values: [] })),
  wma: onCloses(() => new technical.WMA({ period: 20, values: [] })),
  rsi: onCloses(() => new technical.RSI({ period: 14, values: [] })),
  roc: onCloses(() => new technical.ROC({ period: 10, values: [] })),
  cci: onBars(() => new technical.CCI({ period: 20, ...none })),
  stochastic: onBars(() => new technical.Stochastic({ period: 14, signalPeriod: 3, ...none })),
  macd: onCloses(
    () =>
      new technical.MACD({ values: [], fastPeriod: 12, slowPeriod: 26, signalPeriod: 9, SimpleMAOscillator: false, SimpleMASignal: false }),
  ),
  adx: directional,
  plus_di: directional,
  minus_di: directional,
  atr: onBars(() => new technical.ATR({ period: 14, ...none })),
  bollinger: onCloses(() => new technical.BollingerBands({ period: 20, stdDev: 2, values: [] })),
  keltner: onBars(() => new technical.KeltnerChannels({ maPeriod: 20, atrPeriod: 10, multiplier: 2, useSMA: false, ...none })),
  // Knows no sessions, so it is restarted with each.
  vwap: (candles) => {
    const runs = sessions(candles).map((day) => streamedOver(day, () => new technical.VWAP(none)))
    return () => runs.forEach((run) => run())
  },
  obv: onBars(() => new technical.OBV(none)),
  highest: of(
    ({ high }) => high,
    () => new technical.Highest({ period: 20, values: [] }),
  ),
  lowest: of(
    ({ low }) => low,
    () => new technical.Lowest({ period: 20, values: [] }),
  ),
}
