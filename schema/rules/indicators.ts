import { RULE_LIMITS } from '../limits.ts'

/** What one parameter of an indicator may be. */
export interface ParameterBounds {
  readonly min: number
  readonly max: number
  /** `bars` and `minutes` are whole numbers; `minutes` must also be a multiple of the bar length. */
  readonly unit: 'bars' | 'minutes' | 'factor'
}

interface IndicatorDefinition {
  /** In the order they are written between the brackets. */
  readonly parameters: Readonly<Record<string, ParameterBounds>>
  /** Each column by name, with how it reads in English. A column named `value` is what the indicator means when none is named. */
  readonly outputs: Readonly<Record<string, string>>
}

const PERIOD: ParameterBounds = { ...RULE_LIMITS.period, unit: 'bars' }
/** For what means nothing on a single bar. */
const WINDOW: ParameterBounds = { ...PERIOD, min: 2 }
const MULTIPLIER: ParameterBounds = { ...RULE_LIMITS.multiplier, unit: 'factor' }

/** Every indicator the rule language knows. engine/analysis/indicators computes them. */
export const INDICATORS = {
  sma: { parameters: { period: PERIOD }, outputs: { value: 'SMA({period})' } },
  ema: { parameters: { period: PERIOD }, outputs: { value: 'EMA({period})' } },
  wma: { parameters: { period: PERIOD }, outputs: { value: 'WMA({period})' } },
  rsi: { parameters: { period: WINDOW }, outputs: { value: 'RSI({period})' } },
  roc: { parameters: { period: PERIOD }, outputs: { value: 'ROC({period})' } },
  cci: { parameters: { period: WINDOW }, outputs: { value: 'CCI({period})' } },
  stochastic: {
    parameters: { period: PERIOD, smoothing: PERIOD, signal: PERIOD },
    outputs: {
      k: 'Stochastic({period}, {smoothing}, {signal}) %K',
      d: 'Stochastic({period}, {smoothing}, {signal}) %D',
    },
  },
  macd: {
    parameters: { fast: PERIOD, slow: PERIOD, signal: PERIOD },
    outputs: {
      line: 'MACD({fast}, {slow}, {signal})',
      signal: 'the MACD({fast}, {slow}, {signal}) signal line',
      histogram: 'the MACD({fast}, {slow}, {signal}) histogram',
    },
  },
  adx: { parameters: { period: WINDOW }, outputs: { value: 'ADX({period})' } },
  plus_di: { parameters: { period: WINDOW }, outputs: { value: '+DI({period})' } },
  minus_di: { parameters: { period: WINDOW }, outputs: { value: '−DI({period})' } },
  supertrend: {
    parameters: { period: PERIOD, multiplier: MULTIPLIER },
    outputs: { value: 'the Supertrend({period}, {multiplier}) line', direction: 'Supertrend({period}, {multiplier})' },
  },
  atr: { parameters: { period: PERIOD }, outputs: { value: 'ATR({period})' } },
  bollinger: {
    parameters: { period: WINDOW, multiplier: MULTIPLIER },
    outputs: {
      upper: 'the upper Bollinger band ({period}, {multiplier})',
      middle: 'the middle Bollinger band ({period}, {multiplier})',
      lower: 'the lower Bollinger band ({period}, {multiplier})',
    },
  },
  keltner: {
    parameters: { period: PERIOD, atr_period: PERIOD, multiplier: MULTIPLIER },
    outputs: {
      upper: 'the upper Keltner line ({period}, {atr_period}, {multiplier})',
      middle: 'the middle Keltner line ({period}, {atr_period}, {multiplier})',
      lower: 'the lower Keltner line ({period}, {atr_period}, {multiplier})',
    },
  },
  vwap: { parameters: {}, outputs: { value: 'VWAP' } },
  obv: { parameters: {}, outputs: { value: 'on-balance volume' } },
  opening_range: {
    parameters: { minutes: { min: 1, max: 375, unit: 'minutes' } },
    outputs: { high: 'the {minutes}-minute opening range high', low: 'the {minutes}-minute opening range low' },
  },
  highest: { parameters: { period: PERIOD }, outputs: { value: 'the highest high of {period} bars' } },
  lowest: { parameters: { period: PERIOD }, outputs: { value: 'the lowest low of {period} bars' } },
} as const satisfies Record<string, IndicatorDefinition>

export type IndicatorName = keyof typeof INDICATORS
export type IndicatorParameters<N extends IndicatorName> = Readonly<Record<keyof (typeof INDICATORS)[N]['parameters'], number>>
export type IndicatorOutput<N extends IndicatorName> = keyof (typeof INDICATORS)[N]['outputs']

export const INDICATOR_NAMES = Object.keys(INDICATORS) as readonly IndicatorName[]

export function isIndicatorName(text: string): text is IndicatorName {
  return Object.hasOwn(INDICATORS, text)
}

/** An indicator with its parameters, in the definition's order and within its bounds. */
export interface IndicatorCall {
  readonly name: IndicatorName
  readonly parameters: readonly number[]
}

/** How a call is written in a rule, and the same for equal calls: `supertrend(10,3)`, `vwap`. */
export function indicatorText({ name, parameters }: IndicatorCall): string {
  return parameters.length === 0 ? name : `${name}(${parameters.join(',')})`
}

/** The parameters of a call by their names. */
export function parametersOf<N extends IndicatorName>(name: N, values: readonly number[]): IndicatorParameters<N> {
  // The definition's keys, each with its value: what IndicatorParameters says, beyond what fromEntries can.
  return Object.fromEntries(Object.keys(INDICATORS[name].parameters).map((each, i) => [each, values[i]!])) as IndicatorParameters<N>
}

/** The columns of an indicator, in order. */
export function outputsOf(name: IndicatorName): readonly string[] {
  return Object.keys(INDICATORS[name].outputs)
}

/** How an indicator is to be written: `supertrend(period,multiplier)`, `vwap`. */
export function indicatorUsage(name: IndicatorName): string {
  const parameters = Object.keys(INDICATORS[name].parameters)
  return parameters.length === 0 ? name : `${name}(${parameters.join(',')})`
}
