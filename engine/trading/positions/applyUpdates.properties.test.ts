import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { istInstant, SECOND } from '../../../schema/time.ts'
import type { OrderUpdate } from '../../broker/port.ts'
import { applyUpdates, type Bookable, type LegUpdate } from './applyUpdates.ts'
import { CLOSED_ORDERS } from '../orders/orderStates.ts'
import { afterUpdate, bookableOf, entryOrder, exitOrder, fillOf } from '../testing/bookables.ts'
import { TERMS } from '../testing/legs.ts'
import { chargesOf, outcomeOf } from './legs.ts'

const NOW = istInstant('2026-07-01', 600)
const LOT = 65
const TRAILING = { ...TERMS, trailingStopPercent: 10 }
/** An entry of three lots, an exit of three and one of one, all of them sent. */
const SENT = bookableOf([entryOrder({ terms: TRAILING }), exitOrder('o2', 'X1'), exitOrder('o3', 'X2', { quantity: LOT })], TRAILING)
const ORDERS = ['E1', 'X1', 'X2'] as const

const price = fc.integer({ min: 1, max: 4_000 }).map((steps) => steps * 5)
const order = fc.constantFrom(...ORDERS)
/** Any broker message, sense or nonsense; the fill id is derived from it, so that a repeated message is the same fill. */
const saying: fc.Arbitrary<OrderUpdate> = fc.oneof(
  { weight: 1, arbitrary: order.map((clientOrderId): OrderUpdate => ({ type: 'accepted', clientOrderId, at: NOW })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(order, fc.constantFrom('rejected' as const, 'cancelled' as const))
      .map(([clientOrderId, type]): OrderUpdate => ({ type, clientOrderId, at: NOW, reason: 'of a test' })),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(order, fc.constantFrom(LOT, LOT, 2 * LOT, 3 * LOT, 64, 4 * LOT), price, fc.integer({ min: 0, max: 3 }))
      .map(([to, quantity, at, again]) => fillOf(to, `${to}-${quantity}-${at}-${again}`, quantity, at)),
  },
)
const sayings = fc.array(saying, { maxLength: 25 })

const bookAll = (updates: readonly OrderUpdate[]) => applyUpdates(SHIPPED_MARKET_RULES, SENT, updates, new Set())

/** Booked in runs of one or more updates, each stored before the next. */
function bookInRuns(runs: readonly (readonly OrderUpdate[])[]) {
  let bookable: Bookable = SENT
  const steps: { readonly before: Bookable; readonly legUpdate: LegUpdate }[] = []
  const known = new Set<string>()
  for (const run of runs) {
    const legUpdate = applyUpdates(SHIPPED_MARKET_RULES, bookable, run, known)
    steps.push({ before: bookable, legUpdate })
    bookable = afterUpdate(bookable, legUpdate)
    for (const { id } of legUpdate.fills) known.add(id)
  }
  const fills = steps.flatMap(({ legUpdate }) => legUpdate.fills)
  return { bookable, steps, fills, alarms: steps.flatMap(({ legUpdate }) => legUpdate.alarms) }
}

it('whatever a broker says, no order fills beyond its quantity, no sale beyond the position, and the sums are those of the fills', () => {
  fc.assert(
    fc.property(sayings, (updates) => {
      const { fills, leg } = bookAll(updates)
      const { orders } = afterUpdate(SENT, bookAll(updates))
      const sides = { ENTRY: { quantity: 0, value: 0 }, EXIT: { quantity: 0, value: 0 } }
      for (const each of orders) {
        const own = fills.filter(({ orderId }) => orderId === each.id)
        const quantity = own.reduce((sum, fill) => sum + fill.quantity, 0)
        const value = own.reduce((sum, fill) => sum + fill.quantity * fill.price, 0)
        expect([each.filledQuantity, each.filledValue]).toEqual([quantity, value])
        expect(quantity).toBeLessThanOrEqual(each.quantity)
        expect(each.status === 'FILLED').toBe(quantity === each.quantity)
        sides[each.purpose].quantity += quantity
        sides[each.purpose].value += value
      }
      expect(new Set(fills.map(({ id }) => id)).size).toBe(fills.length)
      expect(leg === null).toBe(sides.ENTRY.quantity === 0)
      if (!leg) return
      expect([leg.quantity, leg.entryValue]).toEqual([sides.ENTRY.quantity, sides.ENTRY.value])
      expect([leg.exitQuantity, leg.exitValue]).toEqual([sides.EXIT.quantity, sides.EXIT.value])
      expect(leg.exitQuantity).toBeLessThanOrEqual(leg.quantity)
      expect(leg.exitQuantity % LOT).toBe(0)
      expect(leg.closing !== null).toBe(leg.exitQuantity === leg.quantity)
      if (leg.closing) expect(outcomeOf(leg).gross).toBe(sides.EXIT.value - sides.ENTRY.value)
    }),
  )
})

it('the charges of the fills are none of them negative and add up to those of the orders', () => {
  fc.assert(
    fc.property(sayings, (updates) => {
      const legUpdate = bookAll(updates)
      if (!legUpdate.leg) return
      const legs = afterUpdate(SENT, legUpdate).orders.flatMap(({ purpose, filledValue, firstFillAt }) =>
        firstFillAt === null
          ? []
          : [{ side: purpose === 'ENTRY' ? ('BUY' as const) : ('SELL' as const), value: filledValue, at: firstFillAt }],
      )
      expect(legUpdate.leg.charges).toBe(chargesOf(SHIPPED_MARKET_RULES, 'NFO', legs))
      expect(legUpdate.fills.reduce((sum, { charges }) => sum + charges, 0)).toBe(legUpdate.leg.charges)
      expect(legUpdate.fills.every(({ charges }) => charges >= 0)).toBe(true)
    }),
  )
})

it('updates booked in one run leave what they leave one by one, with the same alarms', () => {
  fc.assert(
    fc.property(sayings, (updates) => {
      const atOnce = bookAll(updates)
      const oneByOne = bookInRuns(updates.map((update) => [update]))
      expect(oneByOne.bookable).toEqual(afterUpdate(SENT, atOnce))
      expect([oneByOne.fills, oneByOne.alarms]).toEqual([atOnce.fills, atOnce.alarms])
    }),
  )
})

it('what was booked, said again at any later time, changes nothing', () => {
  fc.assert(
    fc.property(sayings, fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 10 }), (updates, again) => {
      const once = bookAll(updates)
      const booked = updates.filter(
        (update) => update.type === 'accepted' || (update.type === 'filled' && once.fills.some(({ id }) => id === update.fillId)),
      )
      const repeated = [...updates]
      const saidBy = (update: OrderUpdate) => (update.type === 'filled' ? update.fillId : `${update.type} ${update.clientOrderId}`)
      for (const [which, where] of again) {
        const update = booked[which % Math.max(1, booked.length)]
        if (!update) break
        const next = repeated.findLastIndex((each) => saidBy(each) === saidBy(update)) + 1
        repeated.splice(next + (where % (repeated.length - next + 1)), 0, update)
      }
      expect(bookAll(repeated)).toMatchObject({ orders: once.orders, fills: once.fills, leg: once.leg })
    }),
  )
})

it('the fills of an order may come in any order: the sums and the average price are the same', () => {
  const pieces = [1, 2, 3].map((i) => fillOf('E1', `E1-${i}`, LOT, 100_00 + 35 * i))
  const first = bookAll(pieces)
  fc.assert(
    fc.property(fc.shuffledSubarray(pieces, { minLength: 3 }), (shuffled) => {
      const legUpdate = bookAll(shuffled)
      expect(legUpdate.orders).toEqual(first.orders)
      const { quantity, entryValue, charges, target } = legUpdate.leg ?? {}
      expect(first.leg).toMatchObject({ quantity, entryValue, charges, target })
    }),
  )
})

it('however messages overtake each other, an order ends in the same state, as long as no answer comes before its request', () => {
  const at = NOW
  const clientOrderId = 'E1'
  const ack = fc.constantFrom('unknown' as const, 'accepted' as const).map((type): OrderUpdate[] => [{ type, clientOrderId, at }])
  const request = fc
    .tuple(fc.constantFrom('modifyPending' as const, 'cancelPending' as const), fc.constantFrom('modified' as const, 'unchanged' as const))
    .map(([asked, answered]): OrderUpdate[] => [
      { type: asked, clientOrderId, at },
      { type: answered, clientOrderId, at },
    ])
  const fills = fc.nat({ max: 3 }).map((count) => Array.from({ length: count }, (_, i) => [fillOf('E1', `E1-${i}`, LOT, 100_00)]))
  const end = fc
    .constantFrom('cancelled' as const, 'rejected' as const, 'expired' as const)
    .map((type): OrderUpdate[] => [{ type, clientOrderId, at, reason: 'of a test' }])
  const accepted: OrderUpdate[] = [{ type: 'accepted', clientOrderId, at }]
  /** Runs of messages, each in its order: an acknowledgement, requests with their answers, fills one by one, at most one end. */
  const life = fc
    .tuple(fc.array(ack, { maxLength: 2 }), fc.array(request, { maxLength: 2 }), fills, fc.array(end, { maxLength: 1 }))
    .map(([acks, requests, filled, ends]) => [accepted, ...acks, ...requests, ...filled, ...ends])
  fc.assert(
    fc.property(life, fc.array(fc.nat(), { minLength: 24, maxLength: 24 }), (runs, draws) => {
      const left = runs.map((run) => [...run])
      const mixed: OrderUpdate[] = []
      for (const draw of draws) {
        const some = left.filter((run) => run.length > 0)
        mixed.push(...(some[draw % Math.max(1, some.length)]?.splice(0, 1) ?? []))
      }
      expect(mixed).toHaveLength(runs.flat().length)
      const stateAfter = (updates: readonly OrderUpdate[]) => {
        const order = afterUpdate(SENT, bookAll(updates)).orders.find((each) => each.clientOrderId === clientOrderId)
        return [order?.status, order?.filledQuantity]
      }
      expect(stateAfter(mixed)).toEqual(stateAfter(runs.flat()))
    }),
  )
})

it('an order that has ended changes by a late fill only, which raises an alarm', () => {
  fc.assert(
    fc.property(sayings, (updates) => {
      const { steps } = bookInRuns(updates.map((update) => [update]))
      for (const [i, { before, legUpdate }] of steps.entries())
        for (const { id, status, filledQuantity } of legUpdate.orders) {
          const was = before.orders.find((each) => each.id === id)
          if (!was || !CLOSED_ORDERS.includes(was.status)) continue
          expect([was.status === 'FILLED', updates[i]?.type, filledQuantity > was.filledQuantity]).toEqual([false, 'filled', true])
          expect(legUpdate.alarms).toContainEqual(expect.objectContaining({ kind: 'LATE_FILL' }))
          expect([was.status, 'FILLED']).toContain(status)
        }
    }),
  )
})

it('a stop that trails never falls while units are bought', () => {
  fc.assert(
    fc.property(fc.array(price, { minLength: 3, maxLength: 3 }), (prices) => {
      const { steps } = bookInRuns(prices.map((each, i) => [fillOf('E1', `E1-${i}`, LOT, each, NOW + i * SECOND)]))
      const stops = steps.map(({ legUpdate }) => legUpdate.leg?.stop ?? 0)
      expect(stops).toEqual(stops.toSorted((a, b) => a - b))
    }),
  )
})
