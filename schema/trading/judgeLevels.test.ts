import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paise } from '../money.ts'
import { judgeLevels, type LeveledLeg } from './judgeLevels.ts'

const BOUGHT: LeveledLeg = { side: 'BUY', stop: paise(88_00), target: paise(118_00), trails: false, tick: paise(5), last: paise(100_00) }
const SOLD: LeveledLeg = { ...BOUGHT, side: 'SELL', stop: paise(112_00), target: paise(82_00) }
const refusal = (leg: LeveledLeg, stop: number | null, target: number | null = null) =>
  judgeLevels(leg, { stop: stop === null ? null : paise(stop), target: target === null ? null : paise(target) })

describe('levels of an open leg', () => {
  it.each([
    [BOUGHT, 95_00, null],
    [BOUGHT, 70_00, 150_00],
    [BOUGHT, null, 100_05],
    [SOLD, 105_00, 60_00],
    [{ ...BOUGHT, stop: null, target: null }, 99_95, null],
    [{ ...BOUGHT, last: null }, 110_00, null],
    [{ ...BOUGHT, trails: true }, 90_00, null],
  ] as const)('can be set (%#)', (leg, stop, target) => {
    expect(refusal(leg, stop, target)).toBeNull()
  })

  it.each([
    [BOUGHT, null, null, 'stop', 'Give a stop, a target or both.'],
    [BOUGHT, 95_03, null, 'stop', 'The stop must be a multiple of ₹0.05, got ₹95.03.'],
    [BOUGHT, 0, null, 'stop', 'No premium falls to ₹0: the stop would never be reached.'],
    [SOLD, null, 0, 'target', 'No premium falls to ₹0: the target would never be reached.'],
    [BOUGHT, 100_00, null, 'stop', /^The stop of ₹100 is not below the last price of ₹100: it would close the trade at once\./],
    [BOUGHT, null, 99_00, 'target', /^The target of ₹99 is not above the last price of ₹100/],
    [SOLD, 99_00, null, 'stop', /^The stop of ₹99 is not above the last price of ₹100/],
    [{ ...BOUGHT, last: null }, 120_00, null, 'stop', 'The stop of ₹120 is not below the target of ₹118.'],
    [{ ...BOUGHT, last: null }, null, 80_00, 'target', 'The stop of ₹88 is not below the target of ₹80.'],
    [{ ...BOUGHT, trails: true }, 80_00, null, 'stop', 'This stop trails: you can raise it, not lower it. It is at ₹88 now.'],
  ] as const)('are refused with the numbers compared (%#)', (leg, stop, target, level, text) => {
    expect(refusal(leg, stop, target)).toEqual({ level, text: typeof text === 'string' ? text : expect.stringMatching(text) })
  })

  it('that are taken never close the leg at its last price, whatever they are', () => {
    const price = fc.integer({ min: 1, max: 40_000 }).map((steps) => paise(steps * 5))
    const level = fc.option(price)
    fc.assert(
      fc.property(fc.constantFrom('BUY', 'SELL'), price, level, level, fc.boolean(), (side, last, stop, target, trails) => {
        const leg: LeveledLeg = { side, stop: null, target: null, trails, tick: paise(5), last }
        if (judgeLevels(leg, { stop, target })) return
        const sign = side === 'BUY' ? 1 : -1
        if (stop !== null) expect(sign * (last - stop)).toBeGreaterThan(0)
        if (target !== null) expect(sign * (target - last)).toBeGreaterThan(0)
      }),
    )
  })
})
