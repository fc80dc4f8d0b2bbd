import type { Interval } from '../market/candles.ts'
import type { IndicatorCall } from './indicators.ts'
import type { PositionRule } from './PositionRule.ts'

export const PRICE_FIELDS = ['open', 'high', 'low', 'close', 'volume'] as const
export type PriceField = (typeof PRICE_FIELDS)[number]

/** One side of a comparison. `offset`: how many bars back, 0 = the bar being decided. Prices and indicators are in rupees. */
export type Operand =
  | { readonly kind: 'constant'; readonly value: number }
  | { readonly kind: 'price'; readonly field: PriceField; readonly offset: number }
  | { readonly kind: 'indicator'; readonly call: IndicatorCall; readonly output: string; readonly offset: number }
  /** The start of the bar, in minutes since midnight IST. */
  | { readonly kind: 'time' }
  /** A time of day, in minutes since midnight IST. Compared with `time` only. */
  | { readonly kind: 'timeOfDay'; readonly minute: number }

export const COMPARISON_OPERATORS = ['>', '<', 'crosses above', 'crosses below'] as const
export type ComparisonOperator = (typeof COMPARISON_OPERATORS)[number]

/**
 * What must hold on a closed bar.
 * `crosses above`: above on this bar, not above on the bar before. `between` includes both ends.
 * An operand without a value yet (an indicator warming up) makes its comparison unknown, and unknown never signals, not even under `not`.
 */
export type Condition =
  | { readonly kind: 'all' | 'any'; readonly conditions: readonly Condition[] }
  | { readonly kind: 'not'; readonly condition: Condition }
  | { readonly kind: 'compare'; readonly left: Operand; readonly operator: ComparisonOperator; readonly right: Operand }
  | { readonly kind: 'between'; readonly value: Operand; readonly low: Operand; readonly high: Operand }

/**
 * A strategy's rules, parsed: within every limit of the language, so that it can be evaluated without further checks. Either a signal buys one
 * option, a call for `long` and a put for `short`, and at least one is there; or it opens `position`, and exactly one of the three is.
 */
export interface RuleSet {
  readonly interval: Interval
  readonly long: Condition | null
  readonly short: Condition | null
  /** When to open a position that takes no view of the direction. */
  readonly enter: Condition | null
  readonly position: PositionRule | null
}
