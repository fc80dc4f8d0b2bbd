import fc from 'fast-check'
import { expect, it } from 'vitest'
import { entryOrder, exitOrder } from '../testing/bookables.ts'
import type { Order } from '../orders/orders.ts'
import { OrdersUnderWay } from './OrdersUnderWay.ts'

it('whatever comes, fills and ends, a leg is answered for as if all orders were searched', () => {
  const step = fc.record({
    id: fc.constantFrom('1', '2', '3', '4', '5'),
    legId: fc.constantFrom('a', 'b'),
    isExit: fc.boolean(),
    filledQuantity: fc.nat({ max: 65 }),
    ends: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const orders = new OrdersUnderWay()
      const all = new Map<string, Order>()
      for (const { id, legId, isExit, filledQuantity, ends } of steps) {
        const known = all.get(id)
        const order: Order = known ? { ...known, filledQuantity } : made(id, legId, isExit)
        if (ends) expect(orders.delete(order)).toBe(all.delete(id))
        else {
          orders.set(order)
          all.set(id, order)
        }
      }
      expect([[...orders.values()], orders.size]).toEqual([[...all.values()], all.size])
      for (const leg of ['a', 'b', 'c']) {
        const ofLeg = [...all.values()].filter(({ legId }) => legId === leg)
        expect(orders.isOpening(leg)).toBe(ofLeg.some(({ purpose }) => purpose === 'ENTRY'))
      }
    }),
  )
})

function made(id: string, legId: string, isExit: boolean): Order {
  return isExit ? { ...exitOrder(id, id, { quantity: 65 }), legId } : entryOrder({ id, legId, quantity: 65 })
}
