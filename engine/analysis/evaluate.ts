import type { Condition, RuleSet } from '../../schema/rules/RuleSet.ts'
import type { Series } from './Series.ts'

export const LONG = 1
export const SHORT = -1

/**
 * What a rule set says on every bar: 1 LONG, −1 SHORT, 0 nothing. Both sides at once cancel out.
 * Live trading takes the last element, a backtest takes them all. Throws a RangeError when the rules are for another interval.
 */
export function evaluate(rules: RuleSet, series: Series): Int8Array {
  if (rules.interval !== series.interval) throw new RangeError(`rules for ${rules.interval} bars on a series of ${series.interval}`)
  const signals = new Int8Array(series.length)
  if (rules.long) add(signals, truth(rules.long, series), LONG)
  if (rules.short) add(signals, truth(rules.short, series), SHORT)
  return signals
}

function add(signals: Int8Array, truths: Uint8Array, side: typeof LONG | typeof SHORT): void {
  for (let i = 0; i < signals.length; i++) if (truths[i] === TRUE) signals[i] = signals[i]! + side
}

// Three-valued logic (Kleene), ordered so that "all" is the least, "any" the greatest and "not" the mirror image.
const FALSE = 0
const UNKNOWN = 1
const TRUE = 2

function truth(condition: Condition, series: Series): Uint8Array {
  switch (condition.kind) {
    case 'all':
      return condition.conditions.map((each) => truth(each, series)).reduce(least)
    case 'any':
      return condition.conditions.map((each) => truth(each, series)).reduce(greatest)
    case 'not':
      return truth(condition.condition, series).map((each) => TRUE - each)
    case 'between': {
      const value = series.column(condition.value)
      const { low, high } = condition
      return least(notBelow(value, series.column(low)), notBelow(series.column(high), value))
    }
    case 'compare': {
      const left = series.column(condition.left)
      const right = series.column(condition.right)
      switch (condition.operator) {
        case '>':
          return above(left, right)
        case '<':
          return above(right, left)
        case 'crosses above':
          return crossesAbove(left, right)
        case 'crosses below':
          return crossesAbove(right, left)
      }
    }
  }
}

function above(a: Float64Array, b: Float64Array): Uint8Array {
  const out = new Uint8Array(a.length)
  for (let i = 0; i < out.length; i++) out[i] = a[i]! > b[i]! ? TRUE : a[i]! <= b[i]! ? FALSE : UNKNOWN
  return out
}

function notBelow(a: Float64Array, b: Float64Array): Uint8Array {
  const out = new Uint8Array(a.length)
  for (let i = 0; i < out.length; i++) out[i] = a[i]! >= b[i]! ? TRUE : a[i]! < b[i]! ? FALSE : UNKNOWN
  return out
}

/** `a` above `b` on this bar and not on the one before; unknown when either bar is. */
function crossesAbove(a: Float64Array, b: Float64Array): Uint8Array {
  const now = above(a, b)
  const out = new Uint8Array(now.length)
  out[0] = UNKNOWN
  for (let i = 1; i < out.length; i++)
    out[i] = now[i] === UNKNOWN || now[i - 1] === UNKNOWN ? UNKNOWN : now[i]! > now[i - 1]! ? TRUE : FALSE
  return out
}

function least(a: Uint8Array, b: Uint8Array): Uint8Array {
  return a.map((each, i) => Math.min(each, b[i]!))
}

function greatest(a: Uint8Array, b: Uint8Array): Uint8Array {
  return a.map((each, i) => Math.max(each, b[i]!))
}
