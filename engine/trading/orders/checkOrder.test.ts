import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import { istInstant } from '../../../schema/time.ts'
import { checkOrder, describeOrderFault } from './checkOrder.ts'
import type { OrderSide } from '../../../schema/trading/OrderSide.ts'
import { priceRangeOf, protectedLimit } from './protectedLimit.ts'
import { contractOf, quoteOf } from '../testing/contracts.ts'

const NOW = istInstant('2026-07-01', 10 * 60)
const contract = contractOf('NIFTY', 24_500, 'CE')
const protection = SHIPPED_MARKET_RULES.priceProtectionOf('NFO', '2026-07-01')
const limit = (side: OrderSide, lastPrice: number, more = {}) =>
  protectedLimit({ side, contract }, { ...quoteOf(contract, NOW, lastPrice), ...more }, SHIPPED_MARKET_RULES, protection)

describe('a protected limit', () => {
  it('is half a per cent beyond the touch, on the contract’s steps and inside of the band', () => {
    // Of 200.05 rupees 1.00025; of 199.95 rupees 0.99975.
    expect([limit('BUY', 200_00), limit('SELL', 200_00)]).toEqual([201_05, 199_00])
  })

  it('is two steps beyond the touch of a premium of which half a per cent is less', () => {
    expect([limit('BUY', 10_00), limit('SELL', 10_00)]).toEqual([10_15, 9_85])
  })

  it('of a sale is never below one step', () => {
    expect(limit('SELL', 10)).toBe(5)
  })

  it('is made of the last price where the other side is empty', () => {
    expect(limit('SELL', 10_00, { bid: null, bidQuantity: 0 })).toBe(9_90)
  })

  it('keeps inside of what the exchange takes around the last price', () => {
    expect([limit('BUY', 100_00, { ask: paise(150_00) }), limit('SELL', 100_00, { bid: paise(40_00) })]).toEqual([140_00, 60_00])
    expect([limit('BUY', 50_00, { ask: paise(90_00) }), limit('SELL', 50_00, { bid: paise(20_00) })]).toEqual([70_00, 30_00])
    expect(priceRangeOf(contract, SHIPPED_MARKET_RULES.priceProtectionOf('BFO', '2026-07-01'), paise(100_00))).toBeNull()
  })

  it('passes the checks for any quote, and trades with the quote it was made of', () => {
    const steps = fc.integer({ min: 1, max: 40_000 }).map((n) => n * 5)
    fc.assert(
      fc.property(fc.constantFrom('BUY' as const, 'SELL' as const), steps, fc.integer({ min: 1, max: 20 }), (side, lastPrice, spread) => {
        const bid = lastPrice > 5 * spread ? paise(lastPrice - 5 * spread) : null
        const made = limit(side, lastPrice, { bid, ask: paise(lastPrice + 5 * spread) })
        expect(
          checkOrder(
            { contract, quantity: 65, limit: made },
            { freeze: 1_800, range: priceRangeOf(contract, protection, paise(lastPrice)) },
          ),
        ).toBeNull()
        const inReach = 5 * spread <= (lastPrice <= 50_00 ? 20_00 : 0.4 * lastPrice)
        if (side === 'BUY' && inReach) expect(made).toBeGreaterThanOrEqual(lastPrice + 5 * spread)
        if (side === 'SELL' && bid !== null && inReach) expect(made).toBeLessThanOrEqual(bid)
      }),
    )
  })
})

describe('an order is not sent', () => {
  const bounds = { freeze: 1_800, range: { low: paise(60_00), high: paise(140_00) } }
  const check = (quantity: number, price: number) => checkOrder({ contract, quantity, limit: paise(price) }, bounds)

  it.each([
    [65, 100_03, 'WRONG_TICK', { limit: 100_03, tick: 5 }, 'its limit of ₹100.03 is not on the contract’s steps of ₹0.05'],
    [65, 0, 'WRONG_TICK', { limit: 0, tick: 5 }, 'its limit of ₹0 is not on the contract’s steps of ₹0.05'],
    [64, 100_00, 'WRONG_LOT', { quantity: 64, lotSize: 65 }, '64 units are not whole lots of 65'],
    [0, 100_00, 'WRONG_LOT', { quantity: 0, lotSize: 65 }, '0 units are not whole lots of 65'],
    [
      1_820,
      100_00,
      'ABOVE_FREEZE',
      { quantity: 1_820, freeze: 1_800 },
      '1820 units are more than the 1800 that the exchange takes in one order',
    ],
    [
      65,
      140_05,
      'OUTSIDE_BAND',
      { limit: 140_05, low: 60_00, high: 140_00 },
      'its limit of ₹140.05 is outside of ₹60 to ₹140, where the exchange takes orders',
    ],
    [
      65,
      59_95,
      'OUTSIDE_BAND',
      { limit: 59_95, low: 60_00, high: 140_00 },
      'its limit of ₹59.95 is outside of ₹60 to ₹140, where the exchange takes orders',
    ],
  ])('%i units at %i paise: %s', (quantity, price, reason, numbers, text) => {
    const fault = check(quantity, price)
    expect(fault).toEqual({ reason, numbers })
    expect(fault && describeOrderFault(fault)).toBe(text)
  })

  it('unless it is within all of them', () => {
    expect([check(65, 60_00), check(1_755, 140_00)]).toEqual([null, null])
  })
})
