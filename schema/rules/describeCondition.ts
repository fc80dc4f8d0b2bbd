import { INDICATORS } from './indicators.ts'
import type { Condition, Operand } from './RuleSet.ts'

/** A condition in plain English: "EMA(9) crosses above EMA(21) and time is before 14:30". */
export function describeCondition(condition: Condition): string {
  switch (condition.kind) {
    case 'all':
    case 'any': {
      const word = condition.kind === 'all' ? ' and ' : ' or '
      return condition.conditions.map((each) => (isCompound(each) ? `(${describeCondition(each)})` : describeCondition(each))).join(word)
    }
    case 'not':
      return `not (${describeCondition(condition.condition)})`
    case 'between':
      return `${operand(condition.value)} is between ${operand(condition.low)} and ${operand(condition.high)}`
    case 'compare':
      return `${operand(condition.left)} ${verb(condition)} ${operand(condition.right)}`
  }
}

function isCompound(condition: Condition): boolean {
  return (condition.kind === 'all' || condition.kind === 'any') && condition.conditions.length > 1
}

function verb({ operator, left }: Extract<Condition, { kind: 'compare' }>): string {
  const timed = left.kind === 'time' || left.kind === 'timeOfDay'
  if (operator === '>') return timed ? 'is after' : 'is above'
  if (operator === '<') return timed ? 'is before' : 'is below'
  return operator
}

function operand(input: Operand): string {
  switch (input.kind) {
    case 'constant':
      return String(input.value)
    case 'time':
      return 'time'
    case 'timeOfDay':
      return `${pad(Math.floor(input.minute / 60))}:${pad(input.minute % 60)}`
    case 'price':
      return input.field + ago(input.offset)
    case 'indicator': {
      const { outputs, parameters } = INDICATORS[input.call.name]
      let text: string = new Map<string, string>(Object.entries(outputs)).get(input.output) ?? input.output
      Object.keys(parameters).forEach((name, i) => (text = text.replace(`{${name}}`, String(input.call.parameters[i]))))
      return text + ago(input.offset)
    }
  }
}

function ago(offset: number): string {
  return offset === 0 ? '' : ` ${offset} bar${offset === 1 ? '' : 's'} ago`
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}
