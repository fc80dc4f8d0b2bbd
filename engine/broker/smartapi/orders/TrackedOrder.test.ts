import { expect, it } from 'vitest'
import { paise } from '../../../../schema/money.ts'
import type { OrderPricing } from '../../port.ts'
import { orderRequestOf } from '../../testing/orderRequestOf.ts'
import { areSame, trackSent, urgencyOfChange } from './TrackedOrder.ts'

const stop = (trigger: number): OrderPricing => ({ kind: 'STOPLOSS_LIMIT', trigger: paise(trigger), limit: paise(trigger - 3_00) })
const limit = (price: number): OrderPricing => ({ kind: 'LIMIT', limit: paise(price) })

it('a stop that waits for its trigger leaves the exits’ share to exits when it is moved, and not when it is made smaller', () => {
  const order = trackSent(orderRequestOf({ purpose: 'EXIT', side: 'SELL', quantity: 130, pricing: stop(88_00) }))
  const asked = (quantity: number) => urgencyOfChange(order, { pricing: stop(90_00), quantity })
  for (const state of ['PENDING', 'TRIGGER_PENDING'] as const) {
    order.state = state
    expect([asked(130), asked(195), asked(65)]).toEqual(['ENTRY', 'ENTRY', 'EXIT'])
  }
  order.state = 'OPEN'
  expect(asked(130)).toBe('EXIT')
})

it('an exit that follows the market is as urgent as an exit, and an entry as an entry', () => {
  const exit = trackSent(orderRequestOf({ purpose: 'EXIT', quantity: 65, pricing: limit(100_00) }))
  const entry = trackSent(orderRequestOf({ purpose: 'ENTRY', quantity: 65, pricing: limit(100_00) }))
  const change = { pricing: limit(99_00), quantity: 65 }
  expect([urgencyOfChange(exit, change), urgencyOfChange(entry, change)]).toEqual(['EXIT', 'ENTRY'])
})

it('changes are the same with the same units, limit and trigger', () => {
  const change = { pricing: stop(90_00), quantity: 65 }
  expect(areSame(change, { pricing: stop(90_00), quantity: 65 })).toBe(true)
  expect(areSame(change, { ...change, quantity: 130 })).toBe(false)
  expect(areSame(change, { ...change, pricing: limit(87_00) })).toBe(false)
  expect(areSame(change, { ...change, pricing: { ...stop(90_00), limit: paise(80_00) } })).toBe(false)
})
