import type { CandleColumns } from '../../../schema/market/candles.ts'
import {
  outputsOf,
  parametersOf,
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

/** Columns to write to, one for each output of the indicator, each as long as the candles. */
type Outputs<N extends IndicatorName> = Readonly<Record<IndicatorOutput<N>, Float64Array>>

/** Overwrites every element of every output. */
type Compute<N extends IndicatorName> = (
  candles: CandleColumns,
  parameters: IndicatorParameters<N>,
  outputs: Outputs<N>,
  barMinutes: number,
) => void

/** One line per indicator of schema/rules/indicators.ts; the compiler reports a missing one. */
const COMPUTE: { readonly [N in IndicatorName]: Compute<N> } = {
  sma: ({ close }, { period }, { value }) => sma(close, period, value),
  ema: ({ close }, { period }, { value }) => ema(close, period, value),
  wma: ({ close }, { period }, { value }) => wma(close, period, value),
  rsi: ({ close }, { period }, { value }) => rsi(close, period, value),
  roc: ({ close }, { period }, { value }) => roc(close, period, value),
  cci: (candles, { period }, { value }) => cci(candles, period, value),
  stochastic: (candles, { period, smoothing, signal }, outputs) => stochastic(candles, period, smoothing, signal, outputs),
  macd: ({ close }, { fast, slow, signal }, outputs) => macd(close, fast, slow, signal, outputs),
  adx: (candles, { period }, { value }) => adx(candles, period, value),
  plus_di: (candles, { period }, { value }) => plusDi(candles, period, value),
  minus_di: (candles, { period }, { value }) => minusDi(candles, period, value),
  supertrend: (candles, { period, multiplier }, outputs) => supertrend(candles, period, multiplier, outputs),
  atr: (candles, { period }, { value }) => atr(candles, period, value),
  bollinger: ({ close }, { period, multiplier }, outputs) => bollinger(close, period, multiplier, outputs),
  keltner: (candles, { period, atr_period, multiplier }, outputs) => keltner(candles, period, atr_period, multiplier, outputs),
  vwap: (candles, _, { value }) => vwap(candles, value),
  obv: (candles, _, { value }) => obv(candles, value),
  opening_range: (candles, { minutes }, outputs, barMinutes) => openingRange(candles, minutes, barMinutes, outputs),
  highest: ({ high }, { period }, { value }) => highest(high, period, value),
  lowest: ({ low }, { period }, { value }) => lowest(low, period, value),
}

/**
 * Computes an indicator over a series of bars of `barMinutes`, into `outputs`: a column for each name of `outputsOf`, as long as the
 * candles and none of their memory. Every element is overwritten, with NaN where the indicator has no value yet.
 * A value never depends on a later bar. Throws a RangeError when a column is missing or of another length.
 */
export function computeIndicator(
  candles: CandleColumns,
  call: IndicatorCall,
  barMinutes: number,
  outputs: Readonly<Record<string, Float64Array>>,
): void {
  const { length } = candles.time
  for (const output of outputsOf(call.name)) {
    if (outputs[output]?.length !== length) throw new RangeError(`${call.name} needs a column ${output} of ${length} bars`)
  }
  compute(candles, call.name, call.parameters, outputs, barMinutes)
}

function compute<N extends IndicatorName>(
  candles: CandleColumns,
  name: N,
  values: readonly number[],
  outputs: Readonly<Record<string, Float64Array>>,
  barMinutes: number,
): void {
  // The columns were counted by name above.
  COMPUTE[name](candles, parametersOf(name, values), outputs as Outputs<N>, barMinutes)
}
