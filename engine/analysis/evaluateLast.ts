import type { Condition, Operand, RuleSet } from '../../schema/rules/RuleSet.ts'
import type { Series } from './Series.ts'
import { above, crossed, FALSE, not, notBelow, TRUE, type Truth } from './Truth.ts'

/**
 * What a rule set says on the last bar: the last element of `evaluate`, looking at the bars that decide it alone; 0 without any bar.
 * Throws a RangeError when the rules are for another interval.
 */
export function evaluateLast(rules: RuleSet, series: Series): -1 | 0 | 1 {
  if (rules.interval !== series.interval) throw new RangeError(`rules for ${rules.interval} bars on a series of ${series.interval}`)
  if (series.length === 0) return 0
  const long = rules.long !== null && truth(rules.long, series) === TRUE
  const short = rules.short !== null && truth(rules.short, series) === TRUE
  if (long === short) return 0
  return long ? 1 : -1
}

function truth(condition: Condition, series: Series): Truth {
  switch (condition.kind) {
    case 'all': {
      let least: Truth = TRUE
      for (const each of condition.conditions) {
        const found = truth(each, series)
        if (found === FALSE) return FALSE
        if (found < least) least = found
      }
      return least
    }
    case 'any': {
      let greatest: Truth = FALSE
      for (const each of condition.conditions) {
        const found = truth(each, series)
        if (found === TRUE) return TRUE
        if (found > greatest) greatest = found
      }
      return greatest
    }
    case 'not':
      return not(truth(condition.condition, series))
    case 'between': {
      const value = series.latest(condition.value, 0)
      const low = notBelow(value, series.latest(condition.low, 0))
      const high = notBelow(series.latest(condition.high, 0), value)
      return low < high ? low : high
    }
    case 'compare': {
      const { left, operator, right } = condition
      switch (operator) {
        case '>':
          return aboveAt(left, right, series, 0)
        case '<':
          return aboveAt(right, left, series, 0)
        case 'crosses above':
          return crossed(aboveAt(left, right, series, 0), aboveAt(left, right, series, 1))
        case 'crosses below':
          return crossed(aboveAt(right, left, series, 0), aboveAt(right, left, series, 1))
      }
    }
  }
}

function aboveAt(a: Operand, b: Operand, series: Series, back: 0 | 1): Truth {
  return above(series.latest(a, back), series.latest(b, back))
}
