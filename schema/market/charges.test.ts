import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paise, type Paise } from '../money.ts'
import { totalCharges, type ChargedLeg } from './charges.ts'
import { SHIPPED_MARKET_RULES } from './MarketRules.ts'

const chargesFor = (leg: ChargedLeg) => SHIPPED_MARKET_RULES.chargesFor(leg)

function leg(side: ChargedLeg['side'], price: number, quantity: number, rest: Partial<ChargedLeg> = {}): ChargedLeg {
  return { side, exchange: 'NFO', value: paise(price * quantity), date: '2026-07-01', ...rest }
}

function roundTrip(buyAt: number, sellAt: number, quantity: number, rest: Partial<ChargedLeg> = {}): Paise {
  return totalCharges(chargesFor(leg('BUY', buyAt, quantity, rest)), chargesFor(leg('SELL', sellAt, quantity, rest)))
}

describe('charges', () => {
  // Worked by hand from the circulars in force in April 2026: NSE 31 Mar 2026 (STT), FA73061 (transaction charge), SEBI's Rs 10 a crore.
  it('of 65 bought at 100 and sold at 110 are 64.13 rupees', () => {
    expect(roundTrip(100_00, 110_00, 65)).toBe(64_13)
  })

  it('round once: line by line, as no contract note says it is done, they would be 64.14 rupees', () => {
    const buy = chargesFor(leg('BUY', 100_00, 65))
    const sell = chargesFor(leg('SELL', 110_00, 65))
    const lines = ['brokerage', 'transaction', 'sebi', 'gst', 'stampDuty', 'stt'] as const
    expect(lines.reduce((sum, line) => sum + Math.round(buy[line] + sell[line]), 0)).toBe(64_14)
  })

  it('have the lines of the worked example', () => {
    const buy = chargesFor(leg('BUY', 100_00, 65))
    const sell = chargesFor(leg('SELL', 110_00, 65))
    expect(buy.brokerage + sell.brokerage).toBe(40_00)
    expect(buy.transaction + sell.transaction).toBeCloseTo(485.0, 1)
    expect(buy.sebi + sell.sebi).toBeCloseTo(1.365, 3)
    expect(buy.gst + sell.gst).toBeCloseTo(807.5, 1)
    expect(buy.stampDuty).toBeCloseTo(19.5, 6)
    expect(sell.stampDuty).toBe(0)
    expect(buy.stt).toBe(0)
    expect(sell.stt).toBe(11_00)
  })

  it.each([
    [65, 20_00, 50_33],
    [65, 100_00, 62_86],
    [65, 200_00, 78_52],
    [325, 100_00, 124_50],
    [1300, 100_00, 355_41],
  ])('of %i units bought and sold at the same price match the published table', (quantity, price, expected) => {
    expect(roundTrip(price, price, quantity)).toBe(expected)
  })

  it.each([
    ['2023-03-31', 5_00],
    ['2023-04-01', 6_00],
    ['2024-09-30', 6_00],
    ['2024-10-01', 10_00],
    ['2026-03-31', 10_00],
    ['2026-04-01', 15_00],
  ])('levy on %s the STT in force that day', (date, stt) => {
    expect(chargesFor(leg('SELL', 100_00, 100, { date })).stt).toBe(stt)
  })

  it('of an exercise are 0.15 per cent of the intrinsic value in whole rupees, 0.125 before April 2026, and the brokerage with its GST', () => {
    const exercised = (date: string) => chargesFor(leg('EXERCISE', 212_35, 65, { date }))
    // 212.35 × 65 = 13,802.75 rupees.
    expect(exercised('2026-04-01')).toEqual({ brokerage: 20_00, transaction: 0, sebi: 0, gst: 3_60, stampDuty: 0, stt: 21_00 })
    expect(exercised('2026-03-31').stt).toBe(17_00)
  })

  it('of an assignment are the brokerage with its GST alone: whoever sold pays no STT', () => {
    expect(totalCharges(chargesFor(leg('ASSIGNMENT', 212_35, 65)))).toBe(23_60)
  })

  it('are none of what expires worthless', () => {
    for (const side of ['EXERCISE', 'ASSIGNMENT'] as const) expect(totalCharges(chargesFor(leg(side, 0, 65)))).toBe(0)
  })

  it('of the BSE use its own transaction rate', () => {
    expect(chargesFor(leg('BUY', 100_00, 100, { exchange: 'BFO' })).transaction).toBeCloseTo(325, 6)
    expect(chargesFor(leg('BUY', 100_00, 100, { exchange: 'BFO', date: '2024-09-30' })).transaction).toBeCloseTo(50, 6)
  })

  it('booked leg by leg add up to the round trip, for every price and size', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 5, max: 500_000 }),
        fc.integer({ min: 5, max: 500_000 }),
        fc.integer({ min: 1, max: 1_800 }),
        (buyAt, sellAt, quantity) => {
          const entry = chargesFor(leg('BUY', buyAt, quantity))
          const exit = chargesFor(leg('SELL', sellAt, quantity))
          const booked = totalCharges(entry)
          const exitBooked = totalCharges(entry, exit) - booked
          expect(booked + exitBooked).toBe(totalCharges(entry, exit))
          expect(Number.isSafeInteger(exitBooked)).toBe(true)
          expect(exitBooked).toBeGreaterThan(0)
        },
      ),
    )
  })
})
