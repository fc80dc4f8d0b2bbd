import { describe, expect, it } from 'vitest'
import { paise } from '../../schema/money.ts'
import { openLossAt } from './openLossAt.ts'
import { openTradeOf, TERMS } from './testTrades.ts'
import { watchTrade } from './watchTrade.ts'

describe('a last price', () => {
  const trade = openTradeOf()

  it('closes a trade at its levels, and between them leaves the very same trade', () => {
    expect(watchTrade(trade, trade.target)).toBe('TARGET')
    expect(watchTrade(trade, trade.stop)).toBe('STOP')
    expect(watchTrade(trade, paise(100_00))).toBe(trade)
  })

  it('raises a stop that trails, and never lowers it', () => {
    const trailing = openTradeOf({ terms: { ...TERMS, trailingStopPercent: 5 } })
    const raised = watchTrade(trailing, paise(110_00))
    expect(raised).toEqual({ ...trailing, stop: 104_50 })
    if (typeof raised === 'string') throw new Error(raised)
    expect(watchTrade(raised, paise(105_00))).toBe(raised)
    expect(watchTrade(raised, paise(104_50))).toBe('TRAILING_STOP')
  })

  it('makes a loss of what was paid with its charges, less what was sold and what is left', () => {
    const even = openTradeOf({ quantity: 2 * trade.quantity })
    expect(openLossAt(even, paise(99_00))).toBe(1_00 * even.quantity + even.charges)
    expect(openLossAt({ ...even, exitQuantity: trade.quantity, exitValue: paise(90_00 * trade.quantity) }, paise(100_00))).toBe(
      10_00 * trade.quantity + even.charges,
    )
  })
})
