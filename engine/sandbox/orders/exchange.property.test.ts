import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SeededRandom } from '../../../schema/SeededRandom.ts'
import { paise } from '../../../schema/money.ts'
import { istInstant } from '../../../schema/time.ts'
import { CLIENT, DATE, openExchange } from '../testing/openExchange.ts'
import { DayBook, FIRST_DEPOSIT } from './DayBook.ts'
import { isFinal } from './Order.ts'
import { netUnits } from './positions.ts'

const step = fc.oneof(
  fc.record({
    do: fc.constant('place' as const),
    side: fc.constantFrom('BUY' as const, 'SELL' as const),
    lots: fc.integer({ min: 1, max: 5 }),
    away: fc.integer({ min: -40, max: 40 }),
  }),
  fc.record({ do: fc.constant('modify' as const), which: fc.nat(9), away: fc.integer({ min: -40, max: 40 }) }),
  fc.record({ do: fc.constant('cancel' as const), which: fc.nat(9) }),
  fc.record({ do: fc.constant('pass' as const), milliseconds: fc.integer({ min: 1, max: 60_000 }) }),
)

it('whatever is asked of it, no order trades more than it wanted, an end is an end, and positions are the fills', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), fc.integer(), (steps, seed) => {
      const random = new SeededRandom(String(seed))
      const desk = openExchange({ partialShare: () => random.uniform() })
      const { last } = desk.touch()
      const nth = (which: number) => desk.book.ordersAt(CLIENT, desk.time.now)[which]?.orderId ?? 'none'
      for (const one of steps) {
        if (one.do === 'place') desk.place({ side: one.side, quantity: 65 * one.lots, price: paise(last + 5 * one.away) })
        else if (one.do === 'cancel') desk.exchange.cancel(nth(one.which), desk.time.now)
        else if (one.do === 'pass') desk.pass(one.milliseconds)
        else {
          const change = { orderType: 'LIMIT', price: paise(last + 5 * one.away), triggerPrice: paise(0), quantity: 130 } as const
          desk.exchange.modify(nth(one.which), change, desk.time.now)
        }
      }
      desk.until(istInstant(DATE, 15 * 60 + 30))
      const ended = new Set<string>()
      for (const entry of desk.ledger.entries) {
        if (entry.kind !== 'order') continue
        expect(ended.has(entry.order.orderId)).toBe(false)
        expect(entry.order.filled).toBeLessThanOrEqual(entry.order.quantity)
        if (isFinal(entry.order)) ended.add(entry.order.orderId)
      }
      expect(desk.book.live()).toEqual([])
      const fills = desk.book.fills(CLIENT)
      const net = fills.reduce((sum, { side, units }) => sum + (side === 'BUY' ? units : -units), 0)
      expect(desk.book.positions(CLIENT).reduce((sum, position) => sum + netUnits(position), 0)).toBe(net)
      const flow = fills.reduce((sum, { side, units, price }) => sum + (side === 'BUY' ? -1 : 1) * units * price, 0)
      expect(desk.book.cash(CLIENT)).toBe(FIRST_DEPOSIT + flow)
      const replayed = new DayBook()
      for (const entry of desk.ledger.entries) replayed.apply(entry)
      expect(replayed.ordersAt(CLIENT, desk.time.now)).toEqual(desk.book.ordersAt(CLIENT, desk.time.now))
    }),
    { numRuns: 60 },
  )
}, 60_000)
