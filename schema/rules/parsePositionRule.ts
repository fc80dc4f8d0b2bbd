/**
 * The position part of the rule language: the legs a signal opens, and the limits of the whole.
 *
 *   {
 *     "legs": [
 *       { "side": "SELL", "option": "CE", "strike": "ATM", "expiry": "this week", "lots": 1, "stop": "25%", "reentries": 1 },
 *       { "side": "SELL", "option": "PE", "strike": { "delta": 0.3 }, "expiry": "this week", "lots": 1, "stop": "25%" },
 *       { "side": "BUY", "option": "PE", "strike": { "premium": 5 }, "expiry": "this week", "lots": 1 }
 *     ],
 *     "stop": 4000,
 *     "target": "60%",
 *     "lock": { "at": 2000, "keep": 500, "every": 500, "by": 250 },
 *     "stopsToCost": true
 *   }
 *
 * A strike is "ATM", "ATM+2" or "ATM-1" (strikes above or below the one at the money), {"premium": rupees} or {"delta": 0.01–0.99}.
 * A level is "25%" of the premium, or rupees for the lots written here.
 */
import { RULE_LIMITS } from '../limits.ts'
import { fromRupees } from '../money.ts'
import { nearestName } from '../nearestName.ts'
import type { ExitLevel } from '../trading/ExitLevel.ts'
import { found, shortened } from './parseOperand.ts'
import type { RuleError } from './RuleError.ts'
import { LEG_EXPIRIES, type LegExpiry, type LegRule, type PositionRule, type ProfitLock, type StrikeRule } from './PositionRule.ts'
import { positionMistakes } from './positionMistakes.ts'

/**
 * Reads a position rule. All that is wrong is added to `errors`, each with the path of its node under `path`; what parses without an
 * error is within every limit of the language, leaves nothing sold without a stop or a hedge, and never opens one option twice.
 */
export function parsePositionRule(input: unknown, path: string, errors: RuleError[]): PositionRule | null {
  const reader = new PositionReader(errors)
  const before = errors.length
  const rule = reader.position(input, path)
  if (errors.length > before) return null
  errors.push(...positionMistakes(rule, path))
  return errors.length > before ? null : rule
}

interface Bounds {
  readonly min: number
  readonly max: number
}

type Parts = Readonly<Record<string, unknown>>

/** Stands in for what does not parse; never leaves this file, because errors do instead. */
const WRONG = {
  leg: {
    side: 'BUY',
    optionType: 'CE',
    strike: { kind: 'ATM', strikes: 0 },
    expiry: 'this week',
    lots: 1,
    stop: null,
    target: null,
    reentries: 0,
  } satisfies LegRule,
  position: { legs: [], stop: null, target: null, lock: null, stopsToCost: false } satisfies PositionRule,
}

class PositionReader {
  readonly #errors: RuleError[]

  constructor(errors: RuleError[]) {
    this.#errors = errors
  }

  position(input: unknown, path: string): PositionRule {
    const parts = this.#parts(input, path, ['legs', 'stop', 'target', 'lock', 'stopsToCost'])
    if (!parts) return WRONG.position
    const { legs } = parts
    const { min, max } = RULE_LIMITS.legs
    const isList = Array.isArray(legs) && legs.length >= min && legs.length <= max
    if (!isList) this.#wrong(`${path}.legs`, `expected a list of ${min} to ${max} legs, found ${found(legs)}`)
    return {
      legs: isList ? Array.from(legs, (leg, i) => this.#leg(leg, `${path}.legs[${i}]`)) : [],
      stop: this.#level(parts['stop'], `${path}.stop`),
      target: this.#level(parts['target'], `${path}.target`),
      lock: this.#lock(parts['lock'], `${path}.lock`),
      stopsToCost: this.#flag(parts['stopsToCost'], `${path}.stopsToCost`),
    }
  }

  #leg(input: unknown, path: string): LegRule {
    const parts = this.#parts(input, path, ['side', 'option', 'strike', 'expiry', 'lots', 'stop', 'target', 'reentries'])
    if (!parts) return WRONG.leg
    const { reentries = 0 } = parts
    return {
      side: this.#oneOf(parts['side'], ['BUY', 'SELL'], `${path}.side`),
      optionType: this.#oneOf(parts['option'], ['CE', 'PE'], `${path}.option`),
      strike: this.#strike(parts['strike'], `${path}.strike`),
      expiry: this.#oneOf<LegExpiry>(parts['expiry'], LEG_EXPIRIES, `${path}.expiry`),
      lots: this.#whole(parts['lots'], RULE_LIMITS.lots, `${path}.lots`),
      stop: this.#level(parts['stop'], `${path}.stop`),
      target: this.#level(parts['target'], `${path}.target`),
      reentries: this.#whole(reentries, RULE_LIMITS.reentries, `${path}.reentries`),
    }
  }

  #strike(input: unknown, path: string): StrikeRule {
    const { strikes, premium, delta } = RULE_LIMITS
    if (typeof input === 'string') {
      const match = AT_THE_MONEY.exec(input.trim())
      if (match) return { kind: 'ATM', strikes: this.#whole(Number(match[1] ?? 0), strikes, path) }
    } else if (isObject(input)) {
      const keys = Object.keys(input)
      if (keys.length === 1 && keys[0] === 'premium')
        return { kind: 'PREMIUM', premium: fromRupees(this.#number(input['premium'], premium, `${path}.premium`)) }
      if (keys.length === 1 && keys[0] === 'delta') return { kind: 'DELTA', delta: this.#number(input['delta'], delta, `${path}.delta`) }
    }
    this.#wrong(path, `expected "ATM", "ATM+2", {"premium": 100} or {"delta": 0.3}, found ${found(input)}`)
    return WRONG.leg.strike
  }

  #level(input: unknown, path: string): ExitLevel | null {
    if (input === undefined || input === null) return null
    if (typeof input === 'number') return { unit: 'RUPEES', value: fromRupees(this.#number(input, RULE_LIMITS.levelRupees, path)) }
    const match = typeof input === 'string' ? PER_CENT.exec(input.trim()) : null
    if (match) return { unit: 'PERCENT', value: this.#number(Number(match[1]), RULE_LIMITS.levelPercent, path) }
    this.#wrong(path, `expected rupees, such as 2500, or a share of the premium, such as "25%", found ${found(input)}`)
    return null
  }

  #lock(input: unknown, path: string): ProfitLock | null {
    if (input === undefined || input === null) return null
    const parts = this.#parts(input, path, ['at', 'keep', 'every', 'by'])
    if (!parts) return null
    const amount = (key: string, min: number) =>
      fromRupees(this.#number(parts[key], { min, max: RULE_LIMITS.levelRupees.max }, `${path}.${key}`))
    const trails = parts['every'] !== undefined || parts['by'] !== undefined
    const { min } = RULE_LIMITS.levelRupees
    return { at: amount('at', min), keep: amount('keep', 0), trail: trails ? { every: amount('every', min), by: amount('by', min) } : null }
  }

  #parts(input: unknown, path: string, known: readonly string[]): Parts | null {
    if (!isObject(input)) {
      this.#wrong(path, `expected an object with ${known.join(', ')}, found ${found(input)}`)
      return null
    }
    for (const key of Object.keys(input)
      .filter((each) => !known.includes(each))
      .slice(0, known.length)) {
      const meant = nearestName(key, known)
      this.#wrong(`${path}.${shortened(key)}`, meant === null ? `expected only ${known.join(', ')}` : `not known, did you mean ${meant}?`)
    }
    return input
  }

  #oneOf<T extends string>(input: unknown, known: readonly [T, ...T[]] | readonly T[], path: string): T {
    const value = known.find((each) => each === input)
    if (value === undefined) this.#wrong(path, `expected ${known.map((each) => `"${each}"`).join(' or ')}, found ${found(input)}`)
    return value ?? known[0]!
  }

  #number(input: unknown, { min, max }: Bounds, path: string): number {
    if (typeof input === 'number' && input >= min && input <= max) return input
    this.#wrong(path, `expected a number from ${min} to ${max}, found ${found(input)}`)
    return max
  }

  #whole(input: unknown, { min, max }: Bounds, path: string): number {
    if (typeof input === 'number' && Number.isInteger(input) && input >= min && input <= max) return input + 0
    this.#wrong(path, `expected a whole number from ${min} to ${max}, found ${found(input)}`)
    return max
  }

  #flag(input: unknown, path: string): boolean {
    if (input === undefined || typeof input === 'boolean') return input ?? false
    this.#wrong(path, `expected true or false, found ${found(input)}`)
    return false
  }

  #wrong(path: string, message: string): void {
    this.#errors.push({ path, message })
  }
}

const AT_THE_MONEY = /^ATM([+-]\d{1,3})?$/
const PER_CENT = /^(\d{1,5}(?:\.\d{1,4})?)\s*%$/

function isObject(input: unknown): input is Record<string, unknown> {
  return typeof input === 'object' && input !== null && !Array.isArray(input)
}
