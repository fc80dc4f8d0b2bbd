import { barsBack, comparisonsOf, operandsOf } from '../../../schema/rules/comparisonsOf.ts'
import { describeOperand } from '../../../schema/rules/describeCondition.ts'
import type { Condition, Operand } from '../../../schema/rules/RuleSet.ts'
import { formatTimeOfDay } from '../../../schema/time.ts'
import type { OperandValue } from '../../../schema/trading/operandValues.ts'
import { valueAt, type BarColumns } from './BarColumns.ts'

/**
 * What the operands of a condition were on the bar at a place, each once and in the order of the sentence that describeCondition makes of it; of a
 * crossing on the bar before, too. Constants are left out, and so are operands without a value. Prices and indicators in rupees.
 */
export function explainSignal(condition: Condition, bars: BarColumns, place: number): OperandValue[] {
  const values = new Map<string, OperandValue>()
  const note = (operand: Operand, back: 0 | 1) => {
    if (operand.kind === 'constant' || operand.kind === 'timeOfDay') return
    const value = valueAt(operand, bars, place - back)
    if (Number.isNaN(value)) return
    const name = describeOperand('offset' in operand ? { ...operand, offset: operand.offset + back } : operand)
    if (!values.has(name)) values.set(name, { operand: name, value: operand.kind === 'time' ? formatTimeOfDay(value) : value })
  }
  for (const comparison of comparisonsOf(condition)) {
    for (const operand of operandsOf(comparison)) note(operand, 0)
    if (barsBack(comparison) === 0) continue
    // A time has no bars back to be named by.
    for (const operand of operandsOf(comparison)) if (operand.kind !== 'time') note(operand, 1)
  }
  return [...values.values()]
}
