import { comparisonsOf, conditionsOf, operandsOf } from './comparisonsOf.ts'
import { describeOperand } from './describeCondition.ts'
import type { Operand, RuleSet } from './RuleSet.ts'

/**
 * Why rules cannot trade an index, for the user: an index is a number that is worked out, nobody buys it, and the exchanges' feeds give it no
 * volume. Null when they need none. VWAP is not refused: without volume it is the session's average price.
 */
export function volumeMistake(rules: RuleSet): string | null {
  const asked = conditionsOf(rules).flatMap(comparisonsOf).flatMap(operandsOf).find(isVolume)
  return asked ? `${describeOperand(asked)} cannot be compared, because indices have no volume` : null
}

function isVolume(operand: Operand): boolean {
  return operand.kind === 'price' ? operand.field === 'volume' : operand.kind === 'indicator' && operand.call.name === 'obv'
}
