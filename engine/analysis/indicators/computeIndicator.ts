import type { CandleColumns } from '../../../schema/market/candles.ts'
import {
  INDICATORS,
  type IndicatorCall,
  type IndicatorName,
  type IndicatorOutput,
  type IndicatorParameters,
} from '../../../schema/rules/indicators.ts'
import { atr } from './atr.ts'
import { ema } from './ema.ts'
import { openingRange } from './openingRange.ts'
import { highest, lowest } from './rollingExtreme.ts'
import { rsi } from './rsi.ts'
import { sma } from './sma.ts'
import { supertrend } from './supertrend.ts'

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
  rsi: ({ close }, { period }) => ({ value: rsi(close, period) }),
  atr: (candles, { period }) => ({ value: atr(candles, period) }),
  supertrend: (candles, { period, multiplier }) => supertrend(candles, period, multiplier),
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
