import type { CandleColumns } from '../../../schema/market/candles.ts'
import {
  INDICATORS,
  type IndicatorCall,
  type IndicatorName,
  type IndicatorOutput,
  type IndicatorParameters,
} from '../../../schema/rules/indicators.ts'
import { adx } from './adx.ts'
import { atr } from './atr.ts'
import { bollinger } from './bollinger.ts'
import { cci } from './cci.ts'
import { minusDi, plusDi } from './directionalIndicator.ts'
import { ema } from './ema.ts'
import { keltner } from './keltner.ts'
import { macd } from './macd.ts'
import { obv } from './obv.ts'
import { openingRange } from './openingRange.ts'
import { roc } from './roc.ts'
import { highest, lowest } from './rollingExtreme.ts'
import { rsi } from './rsi.ts'
import { sma } from './sma.ts'
import { stochastic } from './stochastic.ts'
import { supertrend } from './supertrend.ts'
import { vwap } from './vwap.ts'
import { wma } from './wma.ts'

/** Output columns by name, each as long as the candles. */
type Compute<N extends IndicatorName> = (
  candles: CandleColumns,
  parameters: IndicatorParameters<N>,
  barMinutes: number,
) => Readonly<Record<IndicatorOutput<N>, Float64Array>>

/** One line for each indicator of schema/rules/indicators.ts; the compiler asks for a missing one. */
const COMPUTE: { readonly [N in IndicatorName]: Compute<N> } = {
  sma: ({ close }, { period }) => ({ value: sma(close, period) }),
  ema: ({ close }, { period }) => ({ value: ema(close, period) }),
  wma: ({ close }, { period }) => ({ value: wma(close, period) }),
  rsi: ({ close }, { period }) => ({ value: rsi(close, period) }),
  roc: ({ close }, { period }) => ({ value: roc(close, period) }),
  cci: (candles, { period }) => ({ value: cci(candles, period) }),
  stochastic: (candles, { period, smoothing, signal }) => stochastic(candles, period, smoothing, signal),
  macd: ({ close }, { fast, slow, signal }) => macd(close, fast, slow, signal),
  adx: (candles, { period }) => ({ value: adx(candles, period) }),
  plus_di: (candles, { period }) => ({ value: plusDi(candles, period) }),
  minus_di: (candles, { period }) => ({ value: minusDi(candles, period) }),
  supertrend: (candles, { period, multiplier }) => supertrend(candles, period, multiplier),
  atr: (candles, { period }) => ({ value: atr(candles, period) }),
  bollinger: ({ close }, { period, multiplier }) => bollinger(close, period, multiplier),
  keltner: (candles, { period, atr_period, multiplier }) => keltner(candles, period, atr_period, multiplier),
  vwap: (candles) => ({ value: vwap(candles) }),
  obv: (candles) => ({ value: obv(candles) }),
  opening_range: (candles, { minutes }, barMinutes) => openingRange(candles, minutes, barMinutes),
  highest: ({ high }, { period }) => ({ value: highest(high, period) }),
  lowest: ({ low }, { period }) => ({ value: lowest(low, period) }),
}

/**
 * Computes an indicator over a series of bars of `barMinutes`: its output columns by name, NaN where it has no value yet.
 * A value never depends on a later bar.
 */
export function computeIndicator(candles: CandleColumns, call: IndicatorCall, barMinutes: number): ReadonlyMap<string, Float64Array> {
  return new Map(Object.entries(compute(candles, call.name, call.parameters, barMinutes)))
}

function compute<N extends IndicatorName>(candles: CandleColumns, name: N, values: readonly number[], barMinutes: number) {
  const names = Object.keys(INDICATORS[name].parameters)
  // The definition's keys, each with its value: what IndicatorParameters says, beyond what fromEntries can.
  const parameters = Object.fromEntries(names.map((each, i) => [each, values[i]!])) as IndicatorParameters<N>
  return COMPUTE[name](candles, parameters, barMinutes)
}
