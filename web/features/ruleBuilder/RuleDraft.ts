import type { Interval } from '../../../schema/market/candles.ts'
import type { IndicatorName } from '../../../schema/rules/indicators.ts'
import type { PositionRule } from '../../../schema/rules/PositionRule.ts'
import type { ComparisonOperator, PriceField } from '../../../schema/rules/RuleSet.ts'

/** One side of a comparison while it is edited. Numbers are texts, as typed, so that a half-typed one is not lost. */
export type OperandDraft =
  | { readonly kind: 'price'; readonly field: PriceField; readonly barsAgo: string }
  | {
      readonly kind: 'indicator'
      readonly name: IndicatorName
      /** In the order of the indicator's definition. */
      readonly parameters: readonly string[]
      readonly output: string
      readonly barsAgo: string
    }
  | { readonly kind: 'number'; readonly text: string }
  /** The start of the bar in India. */
  | { readonly kind: 'time' }
  | { readonly kind: 'timeOfDay'; readonly text: string }

export type Comparison =
  | { readonly kind: 'compare'; readonly operator: ComparisonOperator; readonly operands: readonly [OperandDraft, OperandDraft] }
  /** The middle value, the low end, the high end. */
  | { readonly kind: 'between'; readonly operands: readonly [OperandDraft, OperandDraft, OperandDraft] }

export type ComparisonDraft = Comparison & { readonly id: number }

/** A condition while it is edited. The id is its own in the whole draft and stays with it wherever it is moved. */
export type ConditionDraft =
  | ComparisonDraft
  | { readonly id: number; readonly kind: 'all' | 'any'; readonly conditions: readonly ConditionDraft[] }
  | { readonly id: number; readonly kind: 'not'; readonly condition: ConditionDraft }

export const RULE_SIDES = ['long', 'short', 'enter'] as const
export type RuleSide = (typeof RULE_SIDES)[number]

/** A rule set while it is edited; null: that side is never entered. The position that its signals open is kept as it is. */
export type RuleDraft = { readonly interval: Interval; readonly position: PositionRule | null } & Readonly<
  Record<RuleSide, ConditionDraft | null>
>

const SIDE_BEGINNINGS = { long: 'Buys a CALL when', short: 'Buys a PUT when' } as const
const POSITION_BEGINNINGS = {
  long: 'Opens its position for a rise when',
  short: 'Opens its position for a fall when',
  enter: 'Opens its position',
} as const

/** The sides that rules may have, each with the start of its sentence. */
export function sidesOf({ position }: RuleDraft): readonly (readonly [RuleSide, string])[] {
  return position
    ? RULE_SIDES.map((side) => [side, POSITION_BEGINNINGS[side]])
    : (['long', 'short'] as const).map((side) => [side, SIDE_BEGINNINGS[side]])
}

/** The conditions directly inside one. */
export function conditionsIn(condition: ConditionDraft): readonly ConditionDraft[] {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.conditions
    case 'not':
      return [condition.condition]
    case 'compare':
    case 'between':
      return []
  }
}
