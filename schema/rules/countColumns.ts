import { comparisonsOf, conditionsOf, operandsOf } from './comparisonsOf.ts'
import { indicatorText, outputsOf } from './indicators.ts'
import type { RuleSet } from './RuleSet.ts'

/** How many columns of numbers, one for each bar, the rules are evaluated with: each distinct indicator has one for each of its outputs, the time one. */
export function countColumns(rules: RuleSet): number {
  const columns = new Map<string, number>()
  for (const operand of conditionsOf(rules).flatMap(comparisonsOf).flatMap(operandsOf)) {
    if (operand.kind === 'indicator') columns.set(indicatorText(operand.call), outputsOf(operand.call.name).length)
    if (operand.kind === 'time') columns.set('time', 1)
  }
  return [...columns.values()].reduce((total, count) => total + count, 0)
}
