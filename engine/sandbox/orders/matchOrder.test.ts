import { describe, expect, it } from 'vitest'
import { paise } from '../../../schema/money.ts'
import { matchLimit, touchesTrigger, type Touch } from './matchOrder.ts'

const level = (price: number, quantity: number) => ({ price: paise(price), quantity, orders: 1 })
const touch: Touch = {
  at: 0,
  last: paise(100_00),
  depth: { buys: [level(99_95, 65), level(99_90, 130)], sells: [level(100_05, 65), level(100_10, 130)] },
}

describe('a limit order', () => {
  it('takes the levels within its limit at their prices when it arrives', () => {
    expect(matchLimit('BUY', paise(100_10), 130, touch, true)).toEqual([
      { units: 65, price: 100_05 },
      { units: 65, price: 100_10 },
    ])
    expect(matchLimit('SELL', paise(99_95), 130, touch, true)).toEqual([{ units: 65, price: 99_95 }])
  })

  it('that rested trades at its own limit', () => {
    expect(matchLimit('BUY', paise(100_20), 65, touch, false)).toEqual([{ units: 65, price: 100_20 }])
  })

  it('away from the market trades nothing', () => {
    expect(matchLimit('BUY', paise(100_00), 65, touch, true)).toEqual([])
    expect(matchLimit('SELL', paise(100_00), 65, touch, true)).toEqual([])
  })
})

it('a trigger to sell is touched from above, one to buy from below', () => {
  expect(touchesTrigger({ side: 'SELL', triggerPrice: paise(100_00) }, paise(100_00))).toBe(true)
  expect(touchesTrigger({ side: 'SELL', triggerPrice: paise(100_00) }, paise(100_05))).toBe(false)
  expect(touchesTrigger({ side: 'BUY', triggerPrice: paise(100_00) }, paise(100_00))).toBe(true)
  expect(touchesTrigger({ side: 'BUY', triggerPrice: paise(100_00) }, paise(99_95))).toBe(false)
})
