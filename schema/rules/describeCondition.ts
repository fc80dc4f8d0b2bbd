import { formatTimeOfDay } from '../time.ts'
import { INDICATORS } from './indicators.ts'
import type { ComparisonOperator, Condition, Operand } from './RuleSet.ts'

type Comparison = Extract<Condition, { kind: 'compare' }>

/** A condition in plain English: "EMA(9) crosses above EMA(21) and time is before 14:30", "price closes above VWAP". */
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
      return `${describeOperand(condition.value)} is between ${object(condition.low)} and ${object(condition.high)}`
    case 'compare':
      return describeTurn(condition) ?? `${describeOperand(condition.left)} ${verb(condition)} ${object(condition.right)}`
  }
}

function isCompound(condition: Condition): boolean {
  return (condition.kind === 'all' || condition.kind === 'any') && condition.conditions.length > 1
}

/** What a direction, 1 up or −1 down, says against 0: now, and some bars ago. */
const TURNS: Readonly<Record<ComparisonOperator, readonly [now: string, before: string]>> = {
  '>': ['is up', 'was up'],
  '<': ['is down', 'was down'],
  'crosses above': ['turns up', 'turned up'],
  'crosses below': ['turns down', 'turned down'],
}

/** "Supertrend(10, 3) turns up"; null when the comparison is not of a direction with 0. */
function describeTurn({ left, operator, right }: Comparison): string | null {
  if (left.kind !== 'indicator' || left.output !== 'direction' || right.kind !== 'constant' || right.value !== 0) return null
  return `${indicator(left)} ${TURNS[operator][left.offset === 0 ? 0 : 1]}${ago(left.offset)}`
}

function verb({ left, operator, right }: Comparison): string {
  if (left.kind === 'time' || right.kind === 'time') {
    if (operator === '>') return 'is after'
    if (operator === '<') return 'is before'
  }
  if (operator === '>') return 'is above'
  if (operator === '<') return 'is below'
  return isPrice(left) ? operator.replace('crosses', 'closes') : operator
}

/** The close of the bar being decided, which people call the price. */
function isPrice(operand: Operand): boolean {
  return operand.kind === 'price' && operand.field === 'close' && operand.offset === 0
}

/** An operand as it begins a sentence: "price", "EMA(9) 1 bar ago". */
export function describeOperand(operand: Operand): string {
  return isPrice(operand) ? 'price' : object(operand)
}

function object(operand: Operand): string {
  switch (operand.kind) {
    case 'constant':
      return String(operand.value)
    case 'time':
      return 'time'
    case 'timeOfDay':
      return formatTimeOfDay(operand.minute)
    case 'price':
      return isPrice(operand) ? 'the price' : `the ${operand.field}${ago(operand.offset)}`
    case 'indicator':
      return `${indicator(operand)}${operand.output === 'direction' ? ' direction' : ''}${ago(operand.offset)}`
  }
}

/** The output's words with the parameters filled in. */
function indicator({ call, output }: Extract<Operand, { kind: 'indicator' }>): string {
  const { outputs, parameters } = INDICATORS[call.name]
  let text: string = new Map<string, string>(Object.entries(outputs)).get(output) ?? output
  Object.keys(parameters).forEach((name, i) => (text = text.replace(`{${name}}`, String(call.parameters[i]))))
  return text
}

function ago(offset: number): string {
  return offset === 0 ? '' : ` ${offset} bar${offset === 1 ? '' : 's'} ago`
}
