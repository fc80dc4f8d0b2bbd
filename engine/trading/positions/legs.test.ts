import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { OPTION_TICK, paise } from '../../../schema/money.ts'
import { istInstant } from '../../../schema/time.ts'
import type { ExitLevel } from '../../../schema/trading/ExitLevel.ts'
import { openLossAt } from './openLossAt.ts'
import { openLegOf, TERMS } from '../testing/legs.ts'
import { levelsFor } from '../../../schema/trading/levelsFor.ts'
import { chargesOf, entryPriceOf, isOpen, levelReached, outcomeOf, trailedStop } from './legs.ts'
import { openQuantityOf } from '../orders/openQuantityOf.ts'

const AT = istInstant('2026-07-01', 600)
const price = fc.integer({ min: 1, max: 200_000 }).map((steps) => paise(steps * OPTION_TICK))
const percent = (value: number): ExitLevel => ({ unit: 'PERCENT', value })
const rupees = (value: number): ExitLevel => ({ unit: 'RUPEES', value: paise(value * 100) })
const level = fc.oneof(
  fc.double({ min: 0.1, max: 200, noNaN: true }).map(percent),
  fc.integer({ min: 1, max: 1_000_000 }).map((amount) => rupees(amount)),
)

describe('the levels of a leg', () => {
  it('in per cent are of the entry premium, on the price steps', () => {
    expect(levelsFor('BUY', paise(100_00), 65, OPTION_TICK, TERMS)).toEqual({ target: 118_00, stop: 88_00 })
    expect(levelsFor('BUY', paise(33_35), 65, OPTION_TICK, TERMS)).toEqual({ target: 39_35, stop: 29_35 })
  })

  it('in rupees are of the whole leg, shared by its units', () => {
    const terms = { ...TERMS, takeProfit: rupees(1_300), stopLoss: rupees(650) }
    expect(levelsFor('BUY', paise(100_00), 65, OPTION_TICK, terms)).toEqual({ target: 120_00, stop: 90_00 })
    expect(levelsFor('BUY', paise(100_00), 130, OPTION_TICK, terms)).toEqual({ target: 110_00, stop: 95_00 })
  })

  it('in per cent are the same for one lot and for fifty', () => {
    expect(levelsFor('BUY', paise(100_00), 50 * 65, OPTION_TICK, TERMS)).toEqual(levelsFor('BUY', paise(100_00), 65, OPTION_TICK, TERMS))
  })

  it('have no stop below nothing', () => {
    expect(levelsFor('BUY', paise(100_00), 65, OPTION_TICK, { ...TERMS, stopLoss: rupees(10_000) }).stop).toBe(0)
  })

  it('stay on the price steps when the average price paid is between them', () => {
    const near = { takeProfit: percent(0.01), stopLoss: percent(0.01) }
    expect(levelsFor('BUY', paise(100_03), 65, OPTION_TICK, near)).toEqual({ target: 100_10, stop: 99_95 })
  })

  it('are always at least one step away, so no leg ends where it began', () => {
    const average = fc.integer({ min: 5, max: 1_000_000 }).map(paise)
    fc.assert(
      fc.property(average, fc.integer({ min: 1, max: 2_800 }), level, level, (entry, quantity, takeProfit, stopLoss) => {
        const { target, stop } = levelsFor('BUY', entry, quantity, OPTION_TICK, { takeProfit, stopLoss })
        expect(target).toBeGreaterThanOrEqual(entry + OPTION_TICK)
        expect(stop).toBeLessThanOrEqual(entry - OPTION_TICK)
        expect(stop).toBeGreaterThanOrEqual(0)
        expect([target! % OPTION_TICK, stop! % OPTION_TICK]).toEqual([0, 0])
        expect(levelReached(openLegOf({ target, stop }), entry)).toBeNull()
      }),
    )
  })

  it('are reached at the very price', () => {
    const leg = openLegOf()
    expect([118_00, 117_95, 88_05, 88_00, 1_00].map((last) => levelReached(leg, paise(last)))).toEqual([
      ...['TARGET', null, null, 'STOP', 'STOP'],
    ])
  })
})

describe('a trailing stop', () => {
  const terms = { ...TERMS, trailingStopPercent: 10 }

  it('follows the last price at its distance, rounded away from it', () => {
    const leg = openLegOf({ terms })
    expect([97_75, 97_80, 100_00, 110_00, 110_03].map((last) => trailedStop(leg, paise(last)))).toEqual([
      ...[88_00, 88_00, 90_00, 99_00, 99_00],
    ])
  })

  it('stays where it is without terms that trail it', () => {
    expect(trailedStop(openLegOf(), paise(117_00))).toBe(88_00)
  })

  it('never falls, and is never at or above the price that moved it', () => {
    fc.assert(
      fc.property(fc.array(price, { minLength: 1, maxLength: 30 }), fc.double({ min: 0.1, max: 99, noNaN: true }), (prices, distance) => {
        let leg = openLegOf({ terms: { ...terms, trailingStopPercent: distance } })
        for (const last of prices) {
          const stop = trailedStop(leg, last)
          expect(stop).toBeGreaterThanOrEqual(leg.stop!)
          if (stop! > leg.stop!) expect(stop).toBeLessThan(last)
          leg = { ...leg, stop }
        }
      }),
    )
  })

  it('is the reason once it has been raised; before, the stop is', () => {
    const leg = openLegOf({ terms })
    expect(levelReached(leg, paise(88_00))).toBe('STOP')
    expect(levelReached({ ...leg, stop: paise(99_00) }, paise(99_00))).toBe('TRAILING_STOP')
    expect(levelReached({ ...leg, stop: paise(99_00) }, paise(99_05))).toBeNull()
  })
})

describe('a leg that was sold', () => {
  const sold = openLegOf({ side: 'SELL' })

  it('has its target below the entry and its stop above, at the same distances', () => {
    expect(levelsFor('SELL', paise(100_00), 65, OPTION_TICK, TERMS)).toEqual({ target: 82_00, stop: 112_00 })
    const terms = { takeProfit: rupees(1_300), stopLoss: rupees(650) }
    expect(levelsFor('SELL', paise(100_00), 65, OPTION_TICK, terms)).toEqual({ target: 80_00, stop: 110_00 })
    expect(levelsFor('SELL', paise(100_00), 65, OPTION_TICK, { takeProfit: rupees(10_000), stopLoss: null })).toEqual({
      target: 0,
      stop: null,
    })
  })

  it('is closed when the premium rises to its stop or falls to its target', () => {
    expect([82_00, 82_05, 111_95, 112_00, 500_00].map((last) => levelReached(sold, paise(last)))).toEqual([
      ...['TARGET', null, null, 'STOP', 'STOP'],
    ])
  })

  it('that has no levels of its own is closed by no price', () => {
    const free = openLegOf({ side: 'SELL', target: null, stop: null })
    expect([0, 5, 1_00_000_00].map((last) => levelReached(free, paise(last)))).toEqual([null, null, null])
  })

  it('has earned nothing, and not minus nothing, when it is closed where it was opened', () => {
    const leg = openLegOf({ side: 'SELL' })
    expect(outcomeOf({ ...leg, exitQuantity: leg.quantity, exitValue: leg.entryValue }).gross).toBe(0)
  })

  it('is reached, loses and earns what the same leg bought does, the other way round', () => {
    fc.assert(
      fc.property(price, price, price, fc.integer({ min: 1, max: 20 }), fc.nat(20), (entry, exit, last, lots, closedLots) => {
        const quantity = 65 * lots
        const exitQuantity = 65 * Math.min(closedLots, lots)
        const fills = { quantity, exitQuantity, entryValue: paise(entry * quantity), exitValue: paise(exit * exitQuantity) }
        const [low, high] = [paise(Math.min(entry, exit)), paise(Math.max(entry, exit) + OPTION_TICK)]
        const bought = openLegOf({ ...fills, side: 'BUY', stop: low, target: high })
        const other = openLegOf({ ...fills, side: 'SELL', stop: high, target: low })
        const swapped = { TARGET: 'STOP', STOP: 'TARGET', none: null } as const
        const reached = levelReached(bought, last)
        expect(levelReached(other, last)).toBe(swapped[reached === 'TARGET' || reached === 'STOP' ? reached : 'none'])
        // Whatever one gains the other loses; what closing them at this price costs comes on top.
        const [lost, gained] = [other, bought].map((leg) => openLossAt(leg, last, AT, SHIPPED_MARKET_RULES))
        if (lots <= closedLots) expect(lost! + gained!).toBe(other.charges + bought.charges)
        else expect(lost! + gained!).toBeGreaterThan(other.charges + bought.charges)
        const [gain, loss] = [bought, other].map((leg) => outcomeOf({ ...leg, exitQuantity: quantity, exitValue: paise(exit * quantity) }))
        expect(loss!.gross + gain!.gross).toBe(0)
        expect(loss).toMatchObject({ net: loss!.gross - other.charges, exitPrice: exit })
      }),
    )
  })
})

describe('a position', () => {
  it('has the average price of what was bought, to the paisa', () => {
    expect(entryPriceOf({ entryValue: paise(100_00 * 65 + 101_00 * 130), quantity: 195 })).toBe(100_67)
  })

  it('is open until a closing says how it ended, with what is left to sell', () => {
    const leg = openLegOf({ quantity: 195, exitQuantity: 65 })
    expect([isOpen(leg), openQuantityOf(leg)]).toEqual([true, 130])
    expect(isOpen({ ...leg, closing: { status: 'COMPLETED', exitReason: 'MANUAL', exitTime: AT } })).toBe(false)
  })
})

describe('the outcome of a leg', () => {
  const chargesFor = (bought: number, sold: number) =>
    chargesOf(SHIPPED_MARKET_RULES, 'NFO', [
      { side: 'BUY', value: paise(bought), at: AT },
      { side: 'SELL', value: paise(sold), at: AT },
    ])
  const soldWhole = (bought: number, sold: number, quantity: number) =>
    outcomeOf({
      ...openLegOf({ quantity }),
      ...{ entryValue: paise(bought * quantity), exitValue: paise(sold * quantity), exitQuantity: quantity },
      charges: chargesFor(bought * quantity, sold * quantity),
    })

  // The worked example of charges.test.ts: 65 bought at 100 and sold at 110 rupees.
  it('of the worked example is 585.87 rupees net', () => {
    expect(soldWhole(100_00, 110_00, 65)).toEqual({ gross: 650_00, charges: 64_13, net: 585_87, exitPrice: 110_00 })
  })

  it('is the change of cash: sold minus bought minus charges, to the paisa, in whole paise', () => {
    fc.assert(
      fc.property(price, price, fc.integer({ min: 1, max: 1_800 }), (bought, sold, quantity) => {
        const { gross, charges, net, exitPrice } = soldWhole(bought, sold, quantity)
        expect(net).toBe(sold * quantity - bought * quantity - charges)
        expect(gross - charges).toBe(net)
        expect(Number.isSafeInteger(net)).toBe(true)
        expect(exitPrice).toBe(sold)
        expect(charges).toBeGreaterThan(chargesOf(SHIPPED_MARKET_RULES, 'NFO', [{ side: 'BUY', value: paise(bought * quantity), at: AT }]))
      }),
    )
  })

  it('is charged by the rates of the day each order was first filled on', () => {
    const sale = (date: string) =>
      chargesOf(SHIPPED_MARKET_RULES, 'NFO', [{ side: 'SELL', value: paise(10_000_00), at: istInstant(date, 600) }])
    // STT on a sale: 0.1 per cent of 10,000 rupees until March 2026, 0.15 per cent from April on.
    expect(sale('2026-04-01') - sale('2026-03-31')).toBe(5_00)
  })
})
