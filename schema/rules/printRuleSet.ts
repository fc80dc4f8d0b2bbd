import type { Interval } from '../market/candles.ts'
import { formatTimeOfDay } from '../time.ts'
import { entryTimeOf } from './entryTime.ts'
import { indicatorText } from './indicators.ts'
import { printPositionRule } from './printPositionRule.ts'
import type { Condition, Operand, RuleSet } from './RuleSet.ts'
import type { ConditionSource, OperandSource, RuleSource } from './RuleSource.ts'

/** A rule set as it is written and stored: JSON that parseRuleSet reads back as an equal rule set. */
export function printRuleSet({ interval, long, short, enter, position }: RuleSet): RuleSource {
  if (!position) return { interval, long: long && printCondition(long), short: short && printCondition(short) }
  return {
    interval,
    ...(long && { long: printCondition(long) }),
    ...(short && { short: printCondition(short) }),
    ...(enter && { enter: printEntry(enter, interval) }),
    position: printPositionRule(position),
  }
}

function printEntry(enter: Condition, interval: Interval): string | ConditionSource {
  const time = entryTimeOf(enter, interval)
  return time === null ? printCondition(enter) : formatTimeOfDay(time)
}

function printCondition(condition: Condition): ConditionSource {
  switch (condition.kind) {
    case 'all':
      return { all: condition.conditions.map(printCondition) }
    case 'any':
      return { any: condition.conditions.map(printCondition) }
    case 'not':
      return { not: printCondition(condition.condition) }
    case 'between':
      return [printOperand(condition.value), 'between', printOperand(condition.low), printOperand(condition.high)]
    case 'compare':
      return [printOperand(condition.left), condition.operator, printOperand(condition.right)]
  }
}

function printOperand(operand: Operand): OperandSource {
  switch (operand.kind) {
    case 'constant':
      return operand.value
    case 'time':
      return 'time'
    case 'timeOfDay':
      return formatTimeOfDay(operand.minute)
    case 'price':
      return operand.field + printOffset(operand.offset)
    case 'indicator': {
      const { call, output, offset } = operand
      return indicatorText(call) + (output === 'value' ? '' : `.${output}`) + printOffset(offset)
    }
  }
}

function printOffset(offset: number): string {
  return offset === 0 ? '' : `[${offset}]`
}
