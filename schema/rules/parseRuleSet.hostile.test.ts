import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RULE_LIMITS } from '../limits.ts'
import { INDICATOR_NAMES, INDICATORS, outputsOf, type ParameterBounds } from './indicators.ts'
import { parseRuleSet } from './parseRuleSet.ts'

const errors = (input: unknown): string[] => {
  const result = parseRuleSet(input)
  return result.ok ? [] : result.error.map(({ path, message }) => `${path}: ${message}`)
}
const longErrors = (condition: unknown, interval = '5min') => errors({ interval, long: condition })
const nested = (depth: number): unknown => (depth === 0 ? ['close', '>', 1] : { not: nested(depth - 1) })

/** Up to six conditions whose members are any of the six. */
const tangled = fc
  .array(fc.record({ key: fc.constantFrom('all', 'any', 'not'), members: fc.array(fc.nat(5), { maxLength: 50 }) }), {
    minLength: 6,
    maxLength: 6,
  })
  .map((shapes) => {
    const nodes = shapes.map((): Record<string, unknown> => ({}))
    shapes.forEach(({ key, members }, i) => {
      const each = members.map((member) => nodes[member])
      nodes[i]![key] = key === 'not' ? each[0] : each
    })
    return nodes[0]
  })

describe('parseRuleSet, given what nobody should send', () => {
  const texts: [unknown, string][] = [
    ['x'.repeat(1_000_000), `"${'x'.repeat(60)}…"`],
    [`ema(${'9'.repeat(100_000)})`, `"ema(${'9'.repeat(56)}…"`],
    [{}, 'an object'],
    [[['close', '>', 1]], 'a list of 1'],
    [() => 1, 'a function'],
    [Symbol('close'), 'Symbol(close)'],
    [9n, '9'],
  ]
  it.each(texts)('shows at most sixty characters of a wrong operand (%#)', (operand, shown) => {
    const [error = ''] = longErrors(['close', '>', operand])
    expect(error).toMatch(/^long\[2\]: expected /)
    expect(error.endsWith(`found ${shown}`)).toBe(true)
  })

  it.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf', '__proto__'])('knows no indicator, output or side called %s', (name) => {
    expect(longErrors(['close', '>', name])).toHaveLength(1)
    expect(longErrors(['close', '>', `ema(9).${name.toLowerCase()}`])).toHaveLength(1)
    expect(longErrors({ [name]: ['close', '>', 1] })).toHaveLength(1)
    expect(errors({ interval: name, long: ['close', '>', 1] })).toHaveLength(1)
  })

  it('refuses __proto__ as a key, which JSON may have', () => {
    expect(errors(JSON.parse('{"interval":"1min","long":["close",">",1],"__proto__":{"short":1}}'))).toEqual([
      '__proto__: expected only interval, long, short, enter and position',
    ])
    expect(longErrors(JSON.parse('{"__proto__":[]}'))).toHaveLength(1)
  })

  it('refuses every parameter outside its bounds, naming it and them', () => {
    const parameters = INDICATOR_NAMES.flatMap((name) =>
      Object.entries<ParameterBounds>(INDICATORS[name].parameters).map(([parameter, bounds]) => ({ name, parameter, bounds })),
    )
    const wrong = fc.oneof(
      fc.constantFrom('0', '-1', '1000000000', '1e9', 'NaN', 'Infinity', '', ' ', '0x10', '٣', 'nine', '"9"', '__proto__'),
      fc.integer({ min: 501 }).map(String),
      fc.integer({ max: 0 }).map(String),
    )
    fc.assert(
      fc.property(fc.constantFrom(...parameters), wrong, ({ name, parameter, bounds }, text) => {
        const others = Object.entries<ParameterBounds>(INDICATORS[name].parameters)
        const written = `${name}(${others.map(([each, { min }]) => (each === parameter ? text : min)).join(',')})`
        const [error = ''] = longErrors(['close', '>', `${written}.${outputsOf(name)[0]}`], '1min')
        // A single empty parameter reads as none at all.
        if (others.length === 1 && text.trim() === '') expect(error).toContain('found 0 parameters')
        else {
          expect(error).toContain(`long[2]: ${parameter} of ${name}(`)
          expect(error).toContain(`from ${bounds.min} to ${bounds.max}, found `)
        }
      }),
    )
  })

  it('reports a hole in a list as the missing condition it is', () => {
    expect(longErrors({ all: Array(2) })).toEqual(
      [0, 1].map((i) => expect.stringMatching(new RegExp(`^long\\.all\\[${i}\\]: expected a comparison .*found undefined$`))),
    )
  })

  it('lets fifty comparisons each be as deep as the language allows', () => {
    const deep = Array.from({ length: RULE_LIMITS.comparisons }, () => nested(RULE_LIMITS.depth - 1))
    expect(longErrors({ all: deep })).toEqual([])
  })

  it.each(['all', 'any', 'not'])('looks at a condition that contains itself through %s no more often than a rule set has nodes', (key) => {
    let looks = 0
    const endless: object = new Proxy(
      { [key]: null },
      {
        ownKeys: () => (looks++, [key]),
        get: () => (key === 'not' ? endless : Array(RULE_LIMITS.comparisons).fill(endless)),
      },
    )
    expect(longErrors(endless).length).toBeGreaterThan(0)
    expect(looks).toBeLessThanOrEqual(450)
  })

  it('names at most fifty foreign keys', () => {
    const foreign = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`${'k'.repeat(1_000)}${i}`, i]))
    const found = errors({ interval: '1min', long: ['close', '>', 1], ...foreign })
    expect(found).toHaveLength(50)
    expect(found[0]).toBe(`${'k'.repeat(60)}…: expected only interval, long, short, enter and position`)
  })

  it('answers any value with rules or errors, never with an exception', () => {
    const junk = fc.oneof(
      fc.anything({ withNullPrototype: true, withBigInt: true, withSparseArray: true, withTypedArray: true, withMap: true }),
      fc.jsonValue(),
      fc.record({ interval: fc.constantFrom('1min', '5min'), long: fc.anything(), short: fc.jsonValue() }),
      fc.record({ interval: fc.constant('1min'), long: fc.tuple(fc.string(), fc.constantFrom('>', 'between'), fc.string()) }),
      // Objects of conditions that lead to one another in any way, circles included.
      fc.record({ interval: fc.constant('1min'), long: tangled }),
    )
    fc.assert(
      fc.property(junk, (input) => {
        const result = parseRuleSet(input)
        if (!result.ok) expect(result.error.length).toBeGreaterThan(0)
      }),
      { numRuns: 500 },
    )
  })
})
