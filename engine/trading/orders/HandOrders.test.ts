import { expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import { istInstant } from '../../../schema/time.ts'
import type { OrderSide } from '../../../schema/trading/OrderSide.ts'
import type { OrderPricing, Product, WaitingByHand } from '../../broker/port.ts'
import { quoteOf } from '../testing/contracts.ts'
import { openLegOf } from '../testing/legs.ts'
import { HandOrders } from './HandOrders.ts'
import { OrderPrices } from './OrderPrices.ts'
import { PRODUCT, tagOf } from './orders.ts'

const NOW = istInstant('2026-11-20', 600)
const { contract, userId } = openLegOf({ mode: 'LIVE' })
const exit = { userId, mode: 'LIVE', contract, side: 'SELL' } as const

function open(byHand: Partial<WaitingByHand>, last: number | null = 100_00) {
  const order: WaitingByHand = {
    ...{ brokerOrderId: 'h', clientOrderId: '', contract, side: 'SELL', product: PRODUCT, units: 65 },
    ...{ pricing: { kind: 'LIMIT', limit: paise(90_00) }, ...byHand },
  }
  const prices = new OrderPrices(() => SHIPPED_MARKET_RULES, NOW)
  if (last !== null) prices.onTick(quoteOf(contract, NOW, last))
  return new HandOrders({ waitingByHand: () => [order] }, prices)
}

const limit = (price: number): OrderPricing => ({ kind: 'LIMIT', limit: paise(price) })

it.each<[string, OrderSide, OrderPricing, number]>([
  ['a sale below the bid', 'SELL', limit(90_00), 65],
  ['a sale at the market, which has no limit in the books', 'SELL', limit(0), 65],
  ['a sale above the market', 'SELL', limit(120_00), 0],
  ['a stop of his own', 'SELL', { kind: 'STOPLOSS_LIMIT', trigger: paise(90_00), limit: paise(80_00) }, 0],
  ['a purchase above the ask', 'BUY', limit(120_00), 65],
  ['a purchase below the market', 'BUY', limit(90_00), 0],
])('%s closes so many units now', (_, side, pricing, units) => {
  expect(open({ side, pricing }).units({ ...exit, side })).toBe(units)
})

it('while nothing is quoted any limit may be reached', () => {
  expect(open({ pricing: limit(120_00) }, null).units(exit)).toBe(65)
})

it.each<[string, Partial<WaitingByHand>]>([
  ['of the other side', { side: 'BUY' }],
  ['of another contract', { contract: { exchange: 'NFO', token: 'another' } }],
  ['of another product', { product: 'CARRYFORWARD' satisfies Product }],
  ['that an earlier engine has sent', { clientOrderId: tagOf('X', '0197c0f0-0000-7000-8000-000000000001') }],
])('an order %s is not against an exit', (_, more) => {
  expect(open(more).against(exit)).toEqual([])
})
