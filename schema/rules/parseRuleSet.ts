/**
 * The strategy rule language. A rule set is JSON: the bar length and what must hold for a long and for a short signal.
 *
 *   {
 *     "interval": "5min",
 *     "long": { "all": [
 *       ["close", "crosses above", "highest(20)[1]"],
 *       ["rsi(14)", "between", 50, 70],
 *       ["time", "<", "14:30"],
 *       { "not": ["supertrend(10,3).direction", "<", 0] }
 *     ] },
 *     "short": null
 *   }
 *
 * A comparison is a list: [left, ">" | "<" | "crosses above" | "crosses below", right] or [value, "between", low, high].
 * An operand is a number; a price (open high low close volume); an indicator of indicators.ts with its parameters, and with
 * `.output` when it has several; or `time`, the start of the bar in India, to be compared with "HH:MM".
 * `[n]` after a price or an indicator looks n bars back. Comparisons are combined by {"all": […]}, {"any": […]} and {"not": …}.
 *
 * A rule set may open a position of several legs instead (parsePositionRule.ts) when its `long`, `short` or `enter` holds:
 *
 *   { "interval": "1min", "enter": "09:20", "position": { "legs": […] } }
 *
 * `enter` takes no view of the direction. It is a condition, or "HH:MM", the close of the bar that decides.
 */
import { err, ok, type Result } from '../errors.ts'
import { RULE_LIMITS } from '../limits.ts'
import { INTERVALS, isInterval, type Interval } from '../market/candles.ts'
import { nearestName } from '../nearestName.ts'
import { parseEntryTime } from './entryTime.ts'
import { found, parseOperand, shortened } from './parseOperand.ts'
import { parsePositionRule } from './parsePositionRule.ts'
import type { RuleError } from './RuleError.ts'
import { COMPARISON_OPERATORS, type ComparisonOperator, type Condition, type Operand, type RuleSet } from './RuleSet.ts'

/** Reads a rule set from a JSON text: refuses one that is too long or is no JSON before looking at the rules. `on` as in parseRuleSet. */
export function parseRuleText(text: string, on?: Interval): Result<RuleSet, readonly RuleError[]> {
  const bytes = new TextEncoder().encode(text).length
  if (bytes > RULE_LIMITS.bytes) return err([{ path: '', message: `the rules are ${bytes} bytes; the most is ${RULE_LIMITS.bytes}` }])
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return err([{ path: '', message: `not JSON: ${error instanceof Error ? error.message : String(error)}` }])
  }
  return parseRuleSet(value, on)
}

/**
 * Reads a rule set. All that is wrong is reported, each with the path of its node; what parses is within every limit of the language.
 * Takes any value, one that contains itself included, and looks at no more nodes than a rule set may have.
 * `on`: reads it for bars of this interval instead of its own.
 */
export function parseRuleSet(input: unknown, on?: Interval): Result<RuleSet, readonly RuleError[]> {
  if (!isObject(input)) return err([{ path: '', message: `expected an object with interval, long and short, found ${found(input)}` }])
  const errors: RuleError[] = []
  const others = Object.keys(input).filter((key) => !PARTS.includes(key))
  for (const key of others.slice(0, RULE_LIMITS.comparisons)) {
    const meant = nearestName(key, PARTS)
    errors.push({
      path: shortened(key),
      message: meant === null ? 'expected only interval, long, short, enter and position' : `not known, did you mean ${meant}?`,
    })
  }
  const { long = null, short = null, enter = null, position = null } = input
  const interval = on ?? input['interval']
  if (typeof interval !== 'string' || !isInterval(interval)) {
    errors.push({ path: 'interval', message: `expected ${INTERVALS.join(', ')}, found ${found(interval)}` })
    return err(errors)
  }
  errors.push(...mistakesOfParts({ long: long !== null, short: short !== null, enter: enter !== null, position: position !== null }))
  const parser = new ConditionParser(interval, errors)
  const rules: RuleSet = {
    interval,
    long: long === null ? null : parser.condition(long, 'long', 0),
    short: short === null ? null : parser.condition(short, 'short', 0),
    enter: enter === null ? null : parser.entry(enter, 'enter'),
    position: position === null ? null : parsePositionRule(position, 'position', errors),
  }
  return errors.length > 0 ? err(errors) : ok(rules)
}

/** What a rule set consists of. */
const PARTS: readonly string[] = ['interval', 'long', 'short', 'enter', 'position']

/** What is wrong with the parts that are there together, whatever each of them says. */
function mistakesOfParts(has: Readonly<Record<'long' | 'short' | 'enter' | 'position', boolean>>): RuleError[] {
  const mistakes: RuleError[] = []
  const wrong = (path: string, message: string) => mistakes.push({ path, message })
  if (has.enter && !has.position)
    wrong('enter', 'needs a position that it opens: a call is bought by a long condition, a put by a short one')
  if (has.enter && (has.long || has.short)) wrong('enter', 'takes no view of the direction, so it stands without long and short')
  if (has.long && has.short && has.position)
    wrong('position', 'is opened by one of long and short: two would open the same legs for opposite views')
  if (!has.long && !has.short && !has.enter)
    wrong(
      '',
      has.position ? 'expected what opens the position: long, short or enter' : 'expected a long or a short condition, found neither',
    )
  return mistakes
}

/** Every all, any and not leads to a comparison, at most so many of them to each: a rule set within the limits has no more nodes. */
const MAX_NODES = RULE_LIMITS.comparisons * (RULE_LIMITS.depth + 1)

/** Stands in for a node that does not parse; never leaves this file, because errors do instead. */
const WRONG: Condition = { kind: 'all', conditions: [] }

class ConditionParser {
  readonly #interval: Interval
  readonly #errors: RuleError[]
  #comparisons = 0
  #nodes = 0

  constructor(interval: Interval, errors: RuleError[]) {
    this.#interval = interval
    this.#errors = errors
  }

  /** A condition, or the time of day at which the bar that decides closes. */
  entry(input: unknown, path: string): Condition {
    if (typeof input !== 'string') return this.condition(input, path, 0)
    const read = parseEntryTime(input, this.#interval)
    return read.ok ? read.value : this.#wrong(path, read.error)
  }

  /** `depth`: how many all / any / not are around the node. */
  condition(input: unknown, path: string, depth: number): Condition {
    // Depth alone does not bound the walk: a list of fifty that holds itself has fifty times more paths with every level.
    this.#nodes++
    if (this.#nodes === MAX_NODES + 1) return this.#wrong(path, `more than ${MAX_NODES} conditions, one inside the other counted`)
    if (this.#nodes > MAX_NODES) return WRONG
    if (Array.isArray(input)) return this.#comparison(input, path)
    const [key, ...others] = isObject(input) ? Object.keys(input) : []
    if (!isObject(input) || others.length > 0 || (key !== 'all' && key !== 'any' && key !== 'not')) {
      return this.#wrong(
        path,
        `expected a comparison such as ["close", ">", "ema(21)"], or an object with all, any or not, found ${found(input)}`,
      )
    }
    if (depth >= RULE_LIMITS.depth) return this.#wrong(path, `nested deeper than ${RULE_LIMITS.depth} levels`)
    const inner = input[key]
    if (key === 'not') return { kind: 'not', condition: this.condition(inner, `${path}.not`, depth + 1) }
    if (!Array.isArray(inner) || inner.length === 0)
      return this.#wrong(`${path}.${key}`, `expected a list of conditions, found ${found(inner)}`)
    if (inner.length > RULE_LIMITS.comparisons) {
      return this.#wrong(`${path}.${key}`, `expected at most ${RULE_LIMITS.comparisons} conditions, found ${inner.length}`)
    }
    return { kind: key, conditions: Array.from(inner, (each, i) => this.condition(each, `${path}.${key}[${i}]`, depth + 1)) }
  }

  #comparison(input: readonly unknown[], path: string): Condition {
    this.#comparisons++
    if (this.#comparisons === RULE_LIMITS.comparisons + 1) return this.#wrong(path, `more than ${RULE_LIMITS.comparisons} comparisons`)
    if (this.#comparisons > RULE_LIMITS.comparisons) return WRONG
    const operator = input[1]
    const between = operator === 'between'
    if (!between && !isComparisonOperator(operator)) {
      return this.#wrong(`${path}[1]`, `expected ${COMPARISON_OPERATORS.join(', ')} or between, found ${found(operator)}`)
    }
    if (input.length !== (between ? 4 : 3)) {
      return this.#wrong(
        path,
        `expected ${between ? '[value, "between", low, high]' : `[left, "${operator}", right]`}, found ${found(input)}`,
      )
    }
    const left = this.#operand(input[0], `${path}[0]`)
    const right = this.#operand(input[2], `${path}[2]`)
    const high = between ? this.#operand(input[3], `${path}[3]`) : right
    if (!left || !right || !high) return WRONG
    const operands = [left, right, high]
    const timed = operands.filter((each) => each.kind === 'time' || each.kind === 'timeOfDay')
    if (timed.length !== 0 && timed.length !== operands.length) return this.#wrong(path, 'a time of day can only be compared with "time"')
    if (operands.every((each) => each.kind === 'constant' || each.kind === 'timeOfDay')) return this.#wrong(path, 'compares only constants')
    return isComparisonOperator(operator) ? { kind: 'compare', left, operator, right } : { kind: 'between', value: left, low: right, high }
  }

  #operand(input: unknown, path: string): Operand | null {
    const operand = parseOperand(input, this.#interval)
    if (operand.ok) return operand.value
    this.#errors.push({ path, message: operand.error })
    return null
  }

  #wrong(path: string, message: string): Condition {
    this.#errors.push({ path, message })
    return WRONG
  }
}

function isComparisonOperator(input: unknown): input is ComparisonOperator {
  return (COMPARISON_OPERATORS as readonly unknown[]).includes(input)
}

function isObject(input: unknown): input is Record<string, unknown> {
  return typeof input === 'object' && input !== null && !Array.isArray(input)
}
