import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CONTRACT, UnitExchange } from '../testing/UnitExchange.ts'
import { openQuantityOf } from './openQuantityOf.ts'
import { oppositeOf, signOf } from '../../../schema/trading/OrderSide.ts'

const LOT = CONTRACT.lotSize
const side = fc.constantFrom('BUY' as const, 'SELL' as const)
const lots = fc.integer({ min: 1, max: 3 })
const which = fc.nat({ max: 4 })

const event = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('open' as const), side, lots, isBooked: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('exit' as const), which, lots, isShown: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('fill' as const), which, lots }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('book' as const), which }) },
  fc.record({ do: fc.constant('end' as const), which }),
  fc.record({ do: fc.constant('show' as const), which }),
  fc.record({
    do: fc.constant('trade by hand' as const),
    side,
    lots,
    product: fc.constantFrom('INTRADAY' as const, 'CARRYFORWARD' as const),
  }),
  fc.record({ do: fc.constant('rest by hand' as const), side, lots }),
)

/** Sends an exit as far as the ledger lets it, and holds that against the truth. */
function exit(exchange: UnitExchange, place: number, most: number, isShown = true): void {
  const leg = exchange.legs[place % Math.max(1, exchange.legs.length)]
  if (!leg) return
  const wanted = exchange.exitOf(leg, most)
  const units = exchange.ledger().closable(wanted)
  expect(units % LOT).toBe(0)
  expect(units).toBe(exchange.ledger({ withHand: false }).closable(wanted))
  if (units === 0) return
  expect(units).toBeLessThanOrEqual(openQuantityOf(leg) - exchange.waitingOf(({ legId }) => legId === leg.id))
  // What is left when all of ours has traded that may: at least what our legs of the other side leave.
  const others = exchange.openOf(oppositeOf(leg.side))
  const unbooked = exchange.openOf(leg.side) - exchange.openOf(leg.side, { booked: true })
  const held = signOf(leg.side) * exchange.net + others - unbooked
  expect(units).toBeLessThanOrEqual(held - exchange.waitingOf(({ side: closes }) => closes === wanted.side))
  exchange.send({ ...wanted, quantity: units }, isShown)
}

function happen(exchange: UnitExchange, each: typeof event extends fc.Arbitrary<infer Event> ? Event : never): void {
  const of = (place: number) => exchange.sent[place % Math.max(1, exchange.sent.length)]
  if (each.do === 'open') {
    const entry = exchange.open(each.side, each.lots)
    if (each.isBooked) exchange.book(entry)
  } else if (each.do === 'exit') exit(exchange, each.which, each.lots, each.isShown)
  else if (each.do === 'trade by hand') exchange.hand[each.product] += signOf(each.side) * each.lots * LOT
  else if (each.do === 'rest by hand') exchange.rest(each.side, each.lots)
  else {
    const sent = of(each.which)
    if (!sent) return
    if (each.do === 'fill') exchange.fill(sent, each.lots)
    else if (each.do === 'book') exchange.book(sent)
    else if (each.do === 'show') sent.isShown = true
    // Only of what the book shows is it known that it is over.
    else sent.isOver = sent.isOver || sent.isShown
  }
}

it('whatever is opened, closed, lost, booked late and traded by hand: nothing is closed that is not held, and no order by hand holds an exit up', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(side, lots), { maxLength: 3 }), fc.array(event, { maxLength: 20 }), (legs, events) => {
      const exchange = new UnitExchange()
      for (const [of, count] of legs) exchange.book(exchange.open(of, count))
      for (const each of events) happen(exchange, each)
    }),
    { numRuns: 4_000 },
  )
})

it('legs of both sides of one option are closed in any order, at once or one after the other, and leave what their owner has', () => {
  const step = fc.record({ which, fills: fc.boolean(), books: fc.boolean() })
  fc.assert(
    fc.property(fc.array(fc.tuple(side, lots), { minLength: 1, maxLength: 5 }), fc.array(step), (legs, steps) => {
      const exchange = new UnitExchange()
      for (const [of, count] of legs) exchange.book(exchange.open(of, count))
      exchange.rest('SELL', 3)
      exchange.rest('BUY', 3)
      const settle = (fills: boolean, books: boolean) => {
        for (const sent of exchange.sent) {
          if (fills) exchange.fill(sent, 1_000)
          if (books) exchange.book(sent)
        }
      }
      for (const each of steps) {
        exit(exchange, each.which, 1_000)
        settle(each.fills, each.books)
      }
      for (let i = 0; i < exchange.legs.length; i++) exit(exchange, i, 1_000)
      settle(true, true)
      expect([exchange.net, ...exchange.legs.map(openQuantityOf)]).toEqual([0, ...exchange.legs.map(() => 0)])
    }),
  )
})

it('exits that go together close each leg whole, and no more than what its owner has left of one side', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(side, lots), { minLength: 1, maxLength: 5 }), fc.integer({ min: -6, max: 6 }), (legs, byHand) => {
      const exchange = new UnitExchange()
      for (const [of, count] of legs) exchange.book(exchange.open(of, count))
      exchange.hand.INTRADAY = byHand * LOT
      let ledger = exchange.ledger()
      const given = { BUY: 0, SELL: 0 }
      for (const leg of exchange.legs) {
        const wanted = exchange.exitOf(leg)
        const units = ledger.closable(wanted)
        given[leg.side] += units
        ledger = ledger.before({ ...wanted, quantity: units, booked: 0 })
      }
      const [bought, sold] = [exchange.openOf('BUY'), exchange.openOf('SELL')]
      expect(given).toEqual({
        BUY: Math.max(0, bought + Math.min(0, byHand * LOT)),
        SELL: Math.max(0, sold - Math.max(0, byHand * LOT)),
      })
    }),
  )
})
