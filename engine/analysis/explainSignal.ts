import { describeOperand } from '../../schema/rules/describeCondition.ts'
import type { Condition, Operand } from '../../schema/rules/RuleSet.ts'
import { formatTimeOfDay } from '../../schema/time.ts'
import type { OperandValue } from '../../schema/trading/operandValues.ts'
import type { Series } from './Series.ts'

/**
 * What the operands of a condition were on the last bar, each once and in the order of the sentence that describeCondition makes of it; of a
 * crossing on the bar before, too. Constants say themselves and are left out, and so is what had no value. Prices and indicators in rupees.
 */
export function explainSignal(condition: Condition, series: Series): OperandValue[] {
  const values = new Map<string, OperandValue>()
  const note = (operand: Operand, back: 0 | 1) => {
    if (operand.kind === 'constant' || operand.kind === 'timeOfDay') return
    const value = series.latest(operand, back)
    if (Number.isNaN(value)) return
    const name = describeOperand('offset' in operand ? { ...operand, offset: operand.offset + back } : operand)
    if (!values.has(name)) values.set(name, { operand: name, value: operand.kind === 'time' ? formatTimeOfDay(value) : value })
  }
  for (const each of comparisonsOf(condition)) {
    if (each.kind === 'between') {
      for (const operand of [each.value, each.low, each.high]) note(operand, 0)
      continue
    }
    const crosses = each.operator === 'crosses above' || each.operator === 'crosses below'
    for (const back of crosses ? ([0, 1] as const) : ([0] as const)) {
      // A time has no bars back to be named by.
      for (const operand of [each.left, each.right]) if (back === 0 || operand.kind !== 'time') note(operand, back)
    }
  }
  return [...values.values()]
}

function comparisonsOf(condition: Condition): Extract<Condition, { kind: 'compare' | 'between' }>[] {
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
