import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OPTION_TICK, paise } from '../../schema/money.ts'
import { istInstant } from '../../schema/time.ts'
import { entryCharges, levelReached, levelsFor, outcomeOf, statusAfter } from './trades.ts'

const AT = istInstant('2026-07-01', 600)
const price = fc.integer({ min: 1, max: 200_000 }).map((ticks) => paise(ticks * OPTION_TICK))

describe('the levels of a trade', () => {
  it('are the percentages of the entry premium on the price steps', () => {
    expect(levelsFor(paise(100_00), OPTION_TICK, 18, 12)).toEqual({ target: 118_00, stop: 88_00 })
    expect(levelsFor(paise(33_35), OPTION_TICK, 18, 12)).toEqual({ target: 39_35, stop: 29_35 })
  })

  it('are always at least one step away, so no trade ends where it began', () => {
    fc.assert(
      fc.property(
        price,
        fc.double({ min: 0.1, max: 200, noNaN: true }),
        fc.double({ min: 0.1, max: 100, noNaN: true }),
        (entry, takeProfit, stopLoss) => {
          const levels = levelsFor(entry, OPTION_TICK, takeProfit, stopLoss)
          expect(levels.target).toBeGreaterThanOrEqual(entry + OPTION_TICK)
          expect(levels.stop).toBeLessThanOrEqual(entry - OPTION_TICK)
          expect(levels.stop).toBeGreaterThanOrEqual(0)
          expect([levels.target % OPTION_TICK, levels.stop % OPTION_TICK]).toEqual([0, 0])
          expect(levelReached(levels, entry)).toBeNull()
        },
      ),
    )
  })

  it('are reached at the very price', () => {
    const levels = { target: paise(118_00), stop: paise(88_00) }
    expect([118_00, 117_95, 88_05, 88_00].map((last) => levelReached(levels, paise(last)))).toEqual(['TARGET', null, null, 'STOP'])
  })

  it('decide how a closed trade is shown', () => {
    expect((['TARGET', 'STOP', 'WINDOW_END', 'SESSION_END', 'MARKET_CHANGED'] as const).map(statusAfter)).toEqual([
      ...['TARGET_HIT', 'STOPLOSS_HIT', 'COMPLETED', 'COMPLETED', 'COMPLETED'],
    ])
  })
})

describe('the outcome of a trade', () => {
  it('of the worked example is 585.87 rupees net', () => {
    expect(outcomeOf('NFO', 65, { price: paise(100_00), at: AT }, { price: paise(110_00), at: AT })).toEqual({
      gross: 650_00,
      charges: 64_13,
      net: 585_87,
    })
  })

  it('is the change of cash: sold minus bought minus charges, to the paisa, in whole paise', () => {
    fc.assert(
      fc.property(price, price, fc.integer({ min: 1, max: 1_800 }), (bought, sold, quantity) => {
        const { gross, charges, net } = outcomeOf('NFO', quantity, { price: bought, at: AT }, { price: sold, at: AT })
        expect(net).toBe(sold * quantity - bought * quantity - charges)
        expect(gross - charges).toBe(net)
        expect(Number.isSafeInteger(net)).toBe(true)
        expect(charges).toBeGreaterThan(entryCharges('NFO', quantity, { price: bought, at: AT }))
      }),
    )
  })
})
