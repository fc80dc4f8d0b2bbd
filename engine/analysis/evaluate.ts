import type { Condition, RuleSet } from '../../schema/rules/RuleSet.ts'
import type { Series } from './Series.ts'
import { above, crossed, FALSE, notBelow, TRUE, UNKNOWN, type Truth } from './Truth.ts'

export const LONG = 1
export const SHORT = -1

/**
 * What a rule set says on every bar: 1 LONG, −1 SHORT, 0 nothing. Both sides at once cancel out.
 * A backtest takes them all; live trading asks evaluateLast for the last one. Throws a RangeError when the rules are for another interval.
 */
export function evaluate(rules: RuleSet, series: Series): Int8Array {
  if (rules.interval !== series.interval) throw new RangeError(`rules for ${rules.interval} bars on a series of ${series.interval}`)
  const signals = new Int8Array(series.length)
  const { long, short } = rules
  if (long && short && markTurns(signals, long, short, series)) return signals
  if (long) add(signals, truths(long, series), LONG)
  if (short) add(signals, truths(short, series), SHORT)
  return signals
}

function add(signals: Int8Array, truths: Uint8Array, side: typeof LONG | typeof SHORT): void {
  for (let i = 0; i < signals.length; i++) if (truths[i] === TRUE) signals[i] = signals[i]! + side
}

/**
 * The signals of two sides that are one the mirror image of the other, `a` crosses above `b` and `a` crosses below `b`, in one pass.
 * False, and nothing is written, when the sides are others.
 */
function markTurns(signals: Int8Array, long: Condition, short: Condition, series: Series): boolean {
  if (long.kind !== 'compare' || long.operator !== 'crosses above') return false
  if (short.kind !== 'compare' || short.operator !== 'crosses below') return false
  const a = series.column(long.left)
  const b = series.column(long.right)
  if (series.column(short.left) !== a || series.column(short.right) !== b) return false
  const unknown = 2
  let before: -1 | 0 | 1 | 2 = unknown
  for (let i = 0; i < signals.length; i++) {
    const now = a[i]! > b[i]! ? LONG : a[i]! < b[i]! ? SHORT : a[i] === b[i] ? 0 : unknown
    if (now === before) continue
    if (now !== unknown && before !== unknown) signals[i] = now
    before = now
  }
  return true
}

/** The condition's truth on every bar, in a column of its own. */
function truths(condition: Condition, series: Series): Uint8Array {
  switch (condition.kind) {
    case 'all':
      return condition.conditions.map((each) => truths(each, series)).reduce(least)
    case 'any':
      return condition.conditions.map((each) => truths(each, series)).reduce(greatest)
    case 'not':
      return mirror(truths(condition.condition, series))
    case 'between': {
      const value = series.column(condition.value)
      return least(notBelowEach(value, series.column(condition.low)), notBelowEach(series.column(condition.high), value))
    }
    case 'compare': {
      const left = series.column(condition.left)
      const right = series.column(condition.right)
      switch (condition.operator) {
        case '>':
          return aboveEach(left, right)
        case '<':
          return aboveEach(right, left)
        case 'crosses above':
          return crossesEach(left, right)
        case 'crosses below':
          return crossesEach(right, left)
      }
    }
  }
}

function aboveEach(a: Float64Array, b: Float64Array): Uint8Array {
  const out = new Uint8Array(a.length)
  for (let i = 0; i < out.length; i++) out[i] = above(a[i]!, b[i]!)
  return out
}

function notBelowEach(a: Float64Array, b: Float64Array): Uint8Array {
  const out = new Uint8Array(a.length)
  for (let i = 0; i < out.length; i++) out[i] = notBelow(a[i]!, b[i]!)
  return out
}

/** `a` above `b` on this bar and not on the one before, of which the first bar has none. */
function crossesEach(a: Float64Array, b: Float64Array): Uint8Array {
  const out = new Uint8Array(a.length)
  let before: Truth = UNKNOWN
  for (let i = 0; i < out.length; i++) {
    const now = above(a[i]!, b[i]!)
    // Few bars cross, so the processor guesses right nearly always which way this goes.
    if (now === before) out[i] = now === UNKNOWN ? UNKNOWN : FALSE
    else out[i] = crossed(now, before)
    before = now
  }
  return out
}

/** Into the first, as all of these. */
function least(a: Uint8Array, b: Uint8Array): Uint8Array {
  for (let i = 0; i < a.length; i++) if (b[i]! < a[i]!) a[i] = b[i]!
  return a
}

function greatest(a: Uint8Array, b: Uint8Array): Uint8Array {
  for (let i = 0; i < a.length; i++) if (b[i]! > a[i]!) a[i] = b[i]!
  return a
}

function mirror(a: Uint8Array): Uint8Array {
  for (let i = 0; i < a.length; i++) a[i] = TRUE - a[i]!
  return a
}
