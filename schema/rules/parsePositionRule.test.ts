import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describePositionRule } from './describePositionRule.ts'
import { parsePositionRule } from './parsePositionRule.ts'
import type { RuleError } from './RuleError.ts'
import { LEG_EXPIRIES, type PositionRule } from './PositionRule.ts'
import { printPositionRule } from './printPositionRule.ts'

const read = (input: unknown): { rule: PositionRule | null; errors: string[] } => {
  const errors: RuleError[] = []
  const rule = parsePositionRule(input, 'position', errors)
  return { rule, errors: errors.map(({ path, message }) => `${path}: ${message}`) }
}
const parsed = (input: unknown): PositionRule => {
  const { rule, errors } = read(input)
  if (!rule) throw new Error(errors.join('\n'))
  return rule
}
const errorsOf = (input: unknown) => read(input).errors
const leg = (parts: object = {}) => ({ side: 'SELL', option: 'CE', strike: 'ATM', expiry: 'this week', lots: 1, stop: '25%', ...parts })
const bought = (parts: object = {}) => ({ side: 'BUY', option: 'CE', strike: 'ATM+4', expiry: 'this week', lots: 1, ...parts })
const legErrors = (parts: object) => errorsOf({ legs: [leg(parts)] })

describe('parsePositionRule', () => {
  it('reads a straddle with a stop on each leg', () => {
    expect(parsed({ legs: [leg(), leg({ option: 'PE', reentries: 2 })], target: 5_000, stopsToCost: true })).toEqual({
      legs: [
        {
          ...{ side: 'SELL', optionType: 'CE', strike: { kind: 'ATM', strikes: 0 }, expiry: 'this week', lots: 1 },
          ...{ stop: { unit: 'PERCENT', value: 25 }, target: null, reentries: 0 },
        },
        {
          ...{ side: 'SELL', optionType: 'PE', strike: { kind: 'ATM', strikes: 0 }, expiry: 'this week', lots: 1 },
          ...{ stop: { unit: 'PERCENT', value: 25 }, target: null, reentries: 2 },
        },
      ],
      stop: null,
      target: { unit: 'RUPEES', value: 5_000_00 },
      lock: null,
      stopsToCost: true,
    })
  })

  it('reads every way to name a strike', () => {
    const strikeOf = (strike: unknown) => parsed({ legs: [leg({ strike })] }).legs[0]!.strike
    expect(strikeOf('ATM+12')).toEqual({ kind: 'ATM', strikes: 12 })
    expect(strikeOf('ATM-3')).toEqual({ kind: 'ATM', strikes: -3 })
    expect(strikeOf({ premium: 99.95 })).toEqual({ kind: 'PREMIUM', premium: 99_95 })
    expect(strikeOf({ delta: 0.2 })).toEqual({ kind: 'DELTA', delta: 0.2 })
  })

  it('reads a lock of profit with and without a trail', () => {
    const lockOf = (lock: unknown) => parsed({ legs: [leg()], lock }).lock
    expect(lockOf({ at: 2_000, keep: 0 })).toEqual({ at: 2_000_00, keep: 0, trail: null })
    expect(lockOf({ at: 2_000, keep: 500, every: 500, by: 250 })).toEqual({
      ...{ at: 2_000_00, keep: 500_00 },
      trail: { every: 500_00, by: 250_00 },
    })
  })

  it.each<[unknown, string]>([
    [null, 'position: expected an object with legs, stop, target, lock, stopsToCost, found null'],
    [{}, 'position.legs: expected a list of 1 to 6 legs, found undefined'],
    [{ legs: [] }, 'position.legs: expected a list of 1 to 6 legs, found a list of 0'],
    [{ legs: Array.from({ length: 7 }, () => leg()) }, 'position.legs: expected a list of 1 to 6 legs, found a list of 7'],
    [{ legs: [leg()], stopToCost: true }, 'position.stopToCost: not known, did you mean stopsToCost?'],
    [{ legs: [leg()], stop: '25' }, 'position.stop: expected rupees, such as 2500, or a share of the premium, such as "25%", found "25"'],
    [{ legs: [leg()], lock: { at: 100, keep: 100 } }, 'position.lock: what is kept has to be less than what it is kept from'],
    [{ legs: [leg()], lock: { at: 100, keep: 0, every: 10 } }, 'position.lock.by: expected a number from 1 to 10000000, found undefined'],
    [{ legs: [leg()], lock: { at: 100, keep: 0, every: 10, by: 20 } }, 'position.lock.by: rises faster than the profit that it follows'],
    [{ legs: [leg()], stopsToCost: true }, 'position.stopsToCost: needs two legs with stops of their own'],
    [{ legs: [leg()], stopsToCost: 'yes' }, 'position.stopsToCost: expected true or false, found "yes"'],
  ])('says what is wrong with %j', (input, message) => {
    expect(errorsOf(input)).toEqual([message])
  })

  it.each<[object, string]>([
    [{ lots: undefined }, 'lots: expected a whole number from 1 to 10, found undefined'],
    [{ lots: 0 }, 'lots: expected a whole number from 1 to 10, found 0'],
    [{ lots: 1.5 }, 'lots: expected a whole number from 1 to 10, found 1.5'],
    [{ side: 'SHORT' }, 'side: expected "BUY" or "SELL", found "SHORT"'],
    [{ strike: 'ATM+99' }, 'strike: expected a whole number from -40 to 40, found 99'],
    [{ strike: { delta: 2 } }, 'strike.delta: expected a number from 0.01 to 0.99, found 2'],
    [{ strike: { delta: 0.2, premium: 3 } }, 'strike: expected "ATM", "ATM+2", {"premium": 100} or {"delta": 0.3}, found an object'],
    [{ expiry: 'friday' }, 'expiry: expected "this week" or "next week" or "month", found "friday"'],
    [{ stop: '0%' }, 'stop: expected a number from 0.1 to 1000, found 0'],
    [{ target: '120%' }, 'target: a sold option earns at most 100% of its premium, found 120%'],
    [{ stop: undefined }, ': a sold option that no bought one hedges needs a stop: its own, or one of the whole'],
  ])('says what is wrong with a leg: %j', (parts, message) => {
    expect(legErrors(parts)).toEqual([`position.legs[0]${message.startsWith(':') ? '' : '.'}${message}`])
  })

  it('refuses one option twice, on whichever side', () => {
    expect(errorsOf({ legs: [leg(), leg()] })).toEqual([
      'position.legs[1]: the same option as legs[0]: write one leg with the lots of both',
    ])
    expect(errorsOf({ legs: [leg(), bought({ strike: 'ATM' })] })).toEqual([
      'position.legs[1]: the same option as legs[0]: write one leg with the lots of both',
    ])
  })

  it('asks for no stop where every sold lot is hedged, and for one where a lot is not', () => {
    expect(errorsOf({ legs: [leg({ stop: undefined }), bought()] })).toEqual([])
    expect(errorsOf({ legs: [leg({ stop: undefined, lots: 2 }), bought()] })).toHaveLength(1)
    expect(errorsOf({ legs: [leg({ stop: undefined }), bought({ option: 'PE' })] })).toHaveLength(1)
    expect(errorsOf({ legs: [leg({ stop: undefined, lots: 2 }), bought()], stop: 4_000 })).toEqual([])
  })

  it('refuses a level of its own on an option that hedges a sold one', () => {
    expect(errorsOf({ legs: [leg(), bought({ stop: '20%' })] })).toEqual([
      'position.legs[1]: a bought option that hedges a sold one has no stop or target of its own: closed alone, it would leave the other naked',
    ])
    expect(errorsOf({ legs: [leg(), bought({ option: 'PE', stop: '20%' })] })).toEqual([])
  })

  const level = fc.option(fc.oneof(fc.constantFrom('10%', '25.5%', '100%'), fc.constantFrom(500, 1_234.5)), { nil: undefined })
  const anyLeg = fc.record({
    side: fc.constantFrom('BUY', 'SELL'),
    option: fc.constantFrom('CE', 'PE'),
    strike: fc.oneof(
      fc.constantFrom('ATM', 'ATM+1', 'ATM-7'),
      fc.record({ premium: fc.constantFrom(1, 99.95) }),
      fc.record({ delta: fc.constantFrom(0.15, 0.5) }),
    ),
    expiry: fc.constantFrom(...LEG_EXPIRIES),
    lots: fc.integer({ min: 1, max: 10 }),
    stop: level,
    target: level,
    reentries: fc.constantFrom(undefined, 0, 3),
  })
  const anyPosition = fc.record({
    legs: fc.array(anyLeg, { minLength: 1, maxLength: 6 }),
    stop: level,
    target: level,
    lock: fc.constantFrom(undefined, { at: 900, keep: 100 }, { at: 900, keep: 100, every: 50, by: 25 }),
    stopsToCost: fc.boolean(),
  })

  it('reads what it printed as an equal rule', () => {
    let read = 0
    fc.assert(
      fc.property(anyPosition, (source) => {
        const rule = parsePositionRule(source, 'position', [])
        if (!rule) return
        read++
        expect(parsed(JSON.parse(JSON.stringify(printPositionRule(rule))))).toEqual(rule)
      }),
      { numRuns: 500 },
    )
    expect(read).toBeGreaterThan(20)
  })

  it('gives a rule or errors for whatever it is given, and never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.anything(), fc.record({ legs: fc.array(fc.anything()), stop: fc.anything(), lock: fc.anything() })),
        (input) => {
          const { rule, errors } = read(input)
          expect(rule === null).toBe(errors.length > 0)
        },
      ),
    )
  })
})

describe('a position rule in words', () => {
  it('says each leg and each limit in a sentence', () => {
    const rule = parsed({
      legs: [
        leg({ reentries: 1 }),
        leg({ option: 'PE', strike: 'ATM-1', lots: 2, stop: undefined }),
        bought({ option: 'PE', strike: { premium: 5 }, lots: 2, expiry: 'month' }),
      ],
      ...{ stop: 4_000, target: '60%', lock: { at: 2_000, keep: 500, every: 500, by: 250 } },
    })
    expect(describePositionRule(rule)).toEqual([
      'Sell 1 lot of the call at the money, this week, with a stop at 25% of the premium, re-entered once at its original price.',
      'Sell 2 lots of the put 1 strike below the money, this week.',
      'Buy 2 lots of the put whose premium is nearest to ₹5, this month.',
      'The whole position is closed at a loss of ₹4,000.',
      'The whole position is closed at a profit of 60% of the net premium.',
      'Once it is ₹2,000 in profit, ₹500 of it is locked in, and ₹250 more for every ₹500 beyond it.',
    ])
  })
})
