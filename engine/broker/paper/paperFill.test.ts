import { describe, expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import { istInstant, MINUTE, SECOND } from '../../../schema/time.ts'
import { contractOf, quoteOf } from '../../trading/testing/contracts.ts'
import type { Tick } from '../port.ts'
import { paperFill } from './paperFill.ts'

const OPEN = istInstant('2026-07-01', 9 * 60 + 15)
const contract = contractOf('NIFTY', 24_500, 'CE')
const quote = (afterOpen: number, lastPrice = 100_00) => quoteOf(contract, OPEN + afterOpen, lastPrice)
const withoutDepth = (tick: Tick): Tick => ({ ...tick, bid: null, ask: null, bidQuantity: 0, askQuantity: 0 })
const buy = (tick: Tick, left = 65) => paperFill({ side: 'BUY', contract }, left, tick, SHIPPED_MARKET_RULES)
const sell = (tick: Tick, left = 65) => paperFill({ side: 'SELL', contract }, left, tick, SHIPPED_MARKET_RULES)

describe('a quote with depth fills', () => {
  it('at the best price of the other side, on the contract’s steps', () => {
    expect([buy(quote(60 * MINUTE))?.price, sell(quote(60 * MINUTE))?.price]).toEqual([100_05, 99_95])
    expect(buy({ ...quote(60 * MINUTE), ask: paise(100_03) })?.price).toBe(100_05)
    expect(sell({ ...quote(60 * MINUTE), bid: paise(99_98) })?.price).toBe(99_95)
  })

  it('as many whole lots as are offered there, and no more than are left', () => {
    const offered = (quantity: number) => ({ ...quote(60 * MINUTE), askQuantity: quantity, bidQuantity: quantity })
    expect([65, 129, 130, 260].map((quantity) => buy(offered(quantity), 195)?.quantity)).toEqual([65, 65, 130, 195])
    expect([65, 129, 130, 260].map((quantity) => sell(offered(quantity), 195)?.quantity)).toEqual([65, 65, 130, 195])
    expect([buy(offered(64), 195), sell(offered(64), 195), buy(offered(0), 195)]).toEqual([null, null, null])
  })

  it('nothing where its other side is empty', () => {
    expect(buy({ ...quote(60 * MINUTE), ask: null, askQuantity: 0 })).toBeNull()
    expect(sell({ ...quote(60 * MINUTE), bid: null, bidQuantity: 0 })).toBeNull()
  })
})

describe('a quote without depth fills all that is left', () => {
  // 0.24 per cent of 100 rupees is 24 paise; on steps of 5 paise the spread is 25, half of it on either side.
  it('half a modelled spread away from the last price, against the trader', () => {
    expect([buy(withoutDepth(quote(60 * MINUTE)), 195), sell(withoutDepth(quote(60 * MINUTE)), 195)]).toEqual([
      { quantity: 195, price: 100_15 },
      { quantity: 195, price: 99_85 },
    ])
  })

  it.each([
    ['eight times as wide in the first 15 seconds', [0, 15 * SECOND - 1], 100_95, 99_05],
    ['five times as wide in the first minute', [15 * SECOND, MINUTE - 1], 100_60, 99_40],
    ['three times as wide in the first three minutes', [MINUTE, 3 * MINUTE - 1], 100_35, 99_65],
    ['as usual from then on, to the close', [3 * MINUTE, 375 * MINUTE - 1], 100_15, 99_85],
  ])('%s', (_what, times, bought, sold) => {
    for (const time of times)
      expect([buy(withoutDepth(quote(time)))?.price, sell(withoutDepth(quote(time)))?.price]).toEqual([bought, sold])
  })

  it('at a wider spread in the last hour of its expiry day, and wider still in the last quarter', () => {
    const expiring = { ...contract, expiry: '2026-07-01' }
    const prices = [315 * MINUTE - 1, 315 * MINUTE, 360 * MINUTE - 1, 360 * MINUTE, 375 * MINUTE - 1].map(
      (time) => paperFill({ side: 'BUY', contract: expiring }, 65, withoutDepth(quote(time)), SHIPPED_MARKET_RULES)?.price,
    )
    expect(prices).toEqual([100_15, 100_25, 100_25, 100_35, 100_35])
  })

  it('never below one step', () => {
    expect(sell(withoutDepth(quote(6 * SECOND, 5)))?.price).toBe(5)
  })
})
