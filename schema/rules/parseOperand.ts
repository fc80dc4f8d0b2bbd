import { err, ok, type Result } from '../errors.ts'
import { RULE_LIMITS } from '../limits.ts'
import { INTERVAL_MINUTES, type Interval } from '../market/candles.ts'
import { parseTimeOfDay } from '../time.ts'
import {
  INDICATORS,
  INDICATOR_NAMES,
  indicatorUsage,
  isIndicatorName,
  outputsOf,
  type IndicatorCall,
  type ParameterBounds,
} from './indicators.ts'
import { PRICE_FIELDS, type Operand, type PriceField } from './RuleSet.ts'

const REFERENCE = /^([a-z_]+)(?:\(([^()]*)\))?(?:\.([a-z_]+))?(?:\[(\d+)\])?$/
const NUMBER = /^-?\d+(?:\.\d+)?$/
const MAX_TEXT = 60

/** Reads one side of a comparison on bars of an interval. The error says what was expected and what was found. */
export function parseOperand(input: unknown, interval: Interval): Result<Operand, string> {
  if (typeof input === 'number') {
    // A negative zero becomes plain 0, because JSON could not keep it.
    return Number.isFinite(input) ? ok({ kind: 'constant', value: input + 0 }) : err(`expected a finite number, found ${input}`)
  }
  if (typeof input !== 'string') return err(`expected a number or text such as "close" or "ema(21)", found ${found(input)}`)
  if (input === 'time') return ok({ kind: 'time' })
  const minute = parseTimeOfDay(input)
  if (minute !== null) return ok({ kind: 'timeOfDay', minute })

  const match = input.length <= MAX_TEXT ? REFERENCE.exec(input) : null
  if (!match) return err(`expected a price, an indicator, "time" or a time of day such as "09:30", found ${found(input)}`)
  const [, name = '', parameters, output, bars = '0'] = match
  const offset = Number(bars)
  const { max } = RULE_LIMITS.offset
  if (offset > max) return err(`${found(input)} looks ${bars} bars back; the most is ${max}`)

  if (isPriceField(name)) {
    return parameters === undefined && output === undefined
      ? ok({ kind: 'price', field: name, offset })
      : err(`${found(input)}: "${name}" is a price; it takes no parameters and has no outputs`)
  }
  const call = readCall(name, parameters, interval)
  if (!call.ok) return call
  const outputs = outputsOf(call.value.name)
  const chosen = output ?? 'value'
  if (!outputs.includes(chosen)) {
    const written = call.value.parameters.length === 0 ? name : `${name}(…)`
    const choices = outputs.map((each) => `"${written}.${each}"`).join(' or ')
    return err(
      output === undefined ? `${found(input)}: write ${choices}` : `${found(input)}: "${name}" has no output "${output}"; write ${choices}`,
    )
  }
  return ok({ kind: 'indicator', call: call.value, output: chosen, offset })
}

/** Reads an indicator with its parameters, such as `supertrend(10,3)`, for bars of an interval. */
export function parseIndicator(text: string, interval: Interval): Result<IndicatorCall, string> {
  const match = text.length <= MAX_TEXT ? REFERENCE.exec(text) : null
  if (!match || match[3] !== undefined || match[4] !== undefined)
    return err(`expected an indicator such as "ema(20)", found ${found(text)}`)
  return readCall(match[1]!, match[2], interval)
}

function readCall(name: string, parameters: string | undefined, interval: Interval): Result<IndicatorCall, string> {
  if (!isIndicatorName(name)) return err(`"${name}" is not known; indicators are ${INDICATOR_NAMES.join(', ')}`)
  const definitions = Object.entries<ParameterBounds>(INDICATORS[name].parameters)
  const usage = indicatorUsage(name)
  const texts = parameters === undefined || parameters.trim() === '' ? [] : parameters.split(',').map((each) => each.trim())
  if (texts.length !== definitions.length) return err(`expected ${usage}, found ${texts.length} parameter${texts.length === 1 ? '' : 's'}`)

  const values: number[] = []
  for (const [i, [parameter, bounds]] of definitions.entries()) {
    const text = texts[i]!
    const { min, max, unit } = bounds
    const value = NUMBER.test(text) ? Number(text) : NaN
    const whole = unit !== 'factor'
    if (!(value >= min && value <= max) || (whole && !Number.isInteger(value))) {
      return err(`${parameter} of ${usage} must be a ${whole ? 'whole number' : 'number'} from ${min} to ${max}, found "${text}"`)
    }
    if (unit === 'minutes' && value % INTERVAL_MINUTES[interval] !== 0) {
      return err(`${parameter} of ${usage} must be a multiple of the ${interval} bar, found "${text}"`)
    }
    values.push(value)
  }
  return ok({ name, parameters: values })
}

function isPriceField(text: string): text is PriceField {
  return (PRICE_FIELDS as readonly string[]).includes(text)
}

/** What was received, short enough to show. */
export function found(input: unknown): string {
  if (Array.isArray(input)) return `a list of ${input.length}`
  if (typeof input === 'object' && input !== null) return 'an object'
  if (typeof input === 'function') return 'a function'
  return typeof input === 'string' ? JSON.stringify(shortened(input)) : String(input)
}

/** A text of any length, cut so that it can be shown. */
export function shortened(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
}
