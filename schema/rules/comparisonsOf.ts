import type { Condition, Operand, RuleSet } from './RuleSet.ts'

type Comparison = Extract<Condition, { kind: 'compare' | 'between' }>

/** The conditions of a rule set, whatever their signals do. */
export function conditionsOf({ long, short, enter }: Pick<RuleSet, 'long' | 'short' | 'enter'>): readonly Condition[] {
  return [long, short, enter].filter((condition) => condition !== null)
}

/** The comparisons a condition is made of, in the order of its sentence. */
export function comparisonsOf(condition: Condition): readonly Comparison[] {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.conditions.flatMap(comparisonsOf)
    case 'not':
      return comparisonsOf(condition.condition)
    case 'compare':
    case 'between':
      return [condition]
  }
}

/** What a comparison compares, in the order of its sentence. */
export function operandsOf(comparison: Comparison): readonly Operand[] {
  return comparison.kind === 'compare' ? [comparison.left, comparison.right] : [comparison.value, comparison.low, comparison.high]
}

/** How many bars back from its own a comparison looks: a crossing compares a bar with the one before it. */
export function barsBack(comparison: Comparison): 0 | 1 {
  return comparison.kind === 'compare' && (comparison.operator === 'crosses above' || comparison.operator === 'crosses below') ? 1 : 0
}
