import { formatTimeOfDay } from '../../../schema/time.ts'
import type { Condition, Operand, RuleSet } from '../../../schema/rules/RuleSet.ts'
import type { ConditionDraft, OperandDraft, RuleDraft } from './RuleDraft.ts'

/** Rules as a draft to edit. `takeId` gives an id no other condition has. */
export function draftFromRules({ interval, long, short, enter, position }: RuleSet, takeId: () => number): RuleDraft {
  const draft = (side: Condition | null) => side && draftCondition(side, takeId)
  return { interval, long: draft(long), short: draft(short), enter: draft(enter), position }
}

function draftCondition(condition: Condition, takeId: () => number): ConditionDraft {
  const id = takeId()
  switch (condition.kind) {
    case 'all':
    case 'any':
      return { id, kind: condition.kind, conditions: condition.conditions.map((each) => draftCondition(each, takeId)) }
    case 'not':
      return { id, kind: 'not', condition: draftCondition(condition.condition, takeId) }
    case 'compare':
      return { id, kind: 'compare', operator: condition.operator, operands: [draftOperand(condition.left), draftOperand(condition.right)] }
    case 'between':
      return {
        id,
        kind: 'between',
        operands: [draftOperand(condition.value), draftOperand(condition.low), draftOperand(condition.high)],
      }
  }
}

function draftOperand(operand: Operand): OperandDraft {
  switch (operand.kind) {
    case 'constant':
      return { kind: 'number', text: String(operand.value) }
    case 'time':
      return { kind: 'time' }
    case 'timeOfDay':
      return { kind: 'timeOfDay', text: formatTimeOfDay(operand.minute) }
    case 'price':
      return { kind: 'price', field: operand.field, barsAgo: String(operand.offset) }
    case 'indicator': {
      const { call, output, offset } = operand
      return { kind: 'indicator', name: call.name, parameters: call.parameters.map(String), output, barsAgo: String(offset) }
    }
  }
}
