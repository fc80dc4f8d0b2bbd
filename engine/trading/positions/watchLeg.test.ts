import { describe, expect, it } from 'vitest'
import { totalCharges } from '../../../schema/market/charges.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import { istDate, istInstant } from '../../../schema/time.ts'
import { openLossAt } from './openLossAt.ts'
import { openLegOf, TERMS } from '../testing/legs.ts'
import { watchLeg } from './watchLeg.ts'

const AT = istInstant('2026-07-01', 600)

describe('a last price', () => {
  const leg = openLegOf()

  it('closes a leg at its levels, and between them leaves the very same leg', () => {
    expect(watchLeg(leg, paise(118_00))).toBe('TARGET')
    expect(watchLeg(leg, paise(88_00))).toBe('STOP')
    expect(watchLeg(leg, paise(100_00))).toBe(leg)
  })

  it('raises a stop that trails, and never lowers it', () => {
    const trailing = openLegOf({ terms: { ...TERMS, trailingStopPercent: 5 } })
    const raised = watchLeg(trailing, paise(110_00))
    expect(raised).toEqual({ ...trailing, stop: 104_50 })
    if (typeof raised === 'string') throw new Error(raised)
    expect(watchLeg(raised, paise(105_00))).toBe(raised)
    expect(watchLeg(raised, paise(104_50))).toBe('TRAILING_STOP')
  })

  it('makes a loss of what was paid with the charges of both sides, less what was sold and what is left', () => {
    const even = openLegOf({ quantity: 2 * leg.quantity })
    const lossAt = (of: typeof leg, price: number) => openLossAt(of, paise(price), AT, SHIPPED_MARKET_RULES)
    const sold = (units: number, price: number) =>
      totalCharges(SHIPPED_MARKET_RULES.chargesFor({ side: 'SELL', exchange: 'NFO', value: paise(units * price), date: istDate(AT) }))
    expect(lossAt(even, 99_00)).toBe(1_00 * even.quantity + even.charges + sold(even.quantity, 99_00))
    expect(lossAt({ ...even, exitQuantity: leg.quantity, exitValue: paise(90_00 * leg.quantity) }, 100_00)).toBe(
      10_00 * leg.quantity + even.charges + sold(leg.quantity, 100_00),
    )
  })
})
