import type { Interval } from '../market/candles.ts'
import type { PositionSource } from './PositionSource.ts'
import type { ComparisonOperator } from './RuleSet.ts'

/** A number, or text such as `close`, `ema(21)`, `supertrend(10,3).direction`, `highest(20)[1]`, `time`, `09:30`. */
export type OperandSource = number | string

/** A condition as it is written and stored. */
export type ConditionSource =
  | readonly [left: OperandSource, operator: ComparisonOperator, right: OperandSource]
  | readonly [value: OperandSource, operator: 'between', low: OperandSource, high: OperandSource]
  | { readonly all: readonly ConditionSource[] }
  | { readonly any: readonly ConditionSource[] }
  | { readonly not: ConditionSource }

/** A rule set as it is written and stored: JSON. parseRuleSet.ts says what it means. A type, not an interface, so that it counts as JSON. */
export type RuleSource = {
  readonly interval: Interval
  readonly long?: ConditionSource | null
  readonly short?: ConditionSource | null
  /** A condition, or the time of day at which the bar that decides closes, such as `09:20`. */
  readonly enter?: string | ConditionSource | null
  readonly position?: PositionSource | null
}
