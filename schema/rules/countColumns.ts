import { comparisonsOf, operandsOf } from './comparisonsOf.ts'
import { indicatorText, outputsOf } from './indicators.ts'
import type { Operand, RuleSet } from './RuleSet.ts'

/** How many columns of numbers, one for each bar, the rules are evaluated with: each distinct indicator has one for each of its outputs. */
export function countColumns({ long, short }: RuleSet): number {
  const columns = new Map<string, number>()
  for (const side of [long, short]) {
    for (const operand of side ? comparisonsOf(side).flatMap(operandsOf) : []) {
      if (operand.kind === 'indicator') columns.set(indicatorText(operand.call), outputsOf(operand.call.name).length)
      // The others, and what looks back, have a column of their own.
      if (!isRead(operand)) columns.set(JSON.stringify(operand), 1)
    }
  }
  return [...columns.values()].reduce((total, count) => total + count, 0)
}

/** Whether an operand is read from the candles, or from an indicator's column, as it is. */
function isRead(operand: Operand): boolean {
  return (operand.kind === 'price' || operand.kind === 'indicator') && operand.offset === 0
}
