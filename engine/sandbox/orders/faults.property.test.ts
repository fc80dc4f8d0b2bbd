import fc from 'fast-check'
import { expect, it } from 'vitest'
import { paise } from '../../../schema/money.ts'
import { istInstant } from '../../../schema/time.ts'
import type { FaultInput } from '../faults/Fault.ts'
import { CLIENT, DATE, openExchange, option, termsOf } from '../testing/openExchange.ts'
import { convertPosition } from './convertPosition.ts'
import { DayBook } from './DayBook.ts'
import { isFinal, type OrderTerms, type Product, type Side } from './Order.ts'
import { netUnits } from './positions.ts'

const CONTRACTS = [option(24_500), option(24_800)] as const

/** Every fault that reaches the exchange; the others spoil answers and frames alone. */
const FAULTS: readonly FaultInput[] = [
  { name: 'instant' },
  { name: 'rejectAfterAck', share: 0.3 },
  { name: 'refusedChange', share: 0.3 },
  { name: 'cappedChanges', most: 1 },
  { name: 'partialFills', share: 0.7 },
  { name: 'vanishedStop', share: 0.3 },
  { name: 'squareOff', from: '10:10' },
  { name: 'squareOff', from: '10:00', text: '', lasts: 60_000 },
  { name: 'selfTrade' },
  { name: 'halt' },
  { name: 'halt', tokens: [CONTRACTS[0].token], orders: 'refused' },
  { name: 'halt', lasts: 20_000 },
  { name: 'stopsTakeMargin' },
  { name: 'priceProtection' },
]

const side = fc.constantFrom<Side>('BUY', 'SELL')
const product = fc.constantFrom<Product>('INTRADAY', 'CARRYFORWARD')
const contract = fc.constantFrom(...CONTRACTS)
const away = fc.integer({ min: -60, max: 60 })
const orderType = fc.constantFrom('LIMIT' as const, 'STOPLOSS_LIMIT' as const)
const step = fc.oneof(
  fc.record({
    ...{
      do: fc.constant('place' as const),
      side,
      product,
      contract,
      orderType,
      away,
      via: fc.constantFrom('api' as const, 'app' as const),
    },
    lots: fc.integer({ min: 1, max: 5 }),
  }),
  fc.record({ do: fc.constant('modify' as const), which: fc.nat(4), orderType, away }),
  fc.record({ do: fc.constant('cancel' as const), which: fc.nat(4) }),
  fc.record({ do: fc.constant('convert' as const), side, from: product, contract, lots: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ do: fc.constant('pass' as const), milliseconds: fc.integer({ min: 1, max: 60_000 }) }),
  fc.record({ do: fc.constant('switch' as const), fault: fc.constantFrom(...FAULTS), on: fc.boolean(), seed: fc.nat(99) }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never
type Desk = ReturnType<typeof openExchange>

function take(desk: Desk, one: Step): void {
  const { now } = desk.time
  const nth = (which: number) => desk.book.ordersAt(CLIENT, now)[which]
  if (one.do === 'pass') desk.pass(one.milliseconds)
  else if (one.do === 'cancel') desk.exchange.cancel(nth(one.which)?.orderId ?? 'none', now)
  else if (one.do === 'switch') {
    if (one.on) desk.faults.set({ ...one.fault, seed: one.seed })
    else desk.faults.clear(one.fault.name)
  } else if (one.do === 'convert') {
    const { exchange, token } = one.contract
    const to = one.from === 'INTRADAY' ? 'CARRYFORWARD' : 'INTRADAY'
    const wish = { clientCode: CLIENT, exchange, token, side: one.side, from: one.from, to, units: 65 * one.lots } as const
    convertPosition(desk.exchange.records, wish, now)
  } else if (one.do === 'place') {
    const terms = { ...termsOf(one.contract), ...pricesOf(desk, one.contract, one), side: one.side, product: one.product }
    desk.exchange.place(CLIENT, { ...terms, orderType: one.orderType, quantity: 65 * one.lots }, one.via, now)
  } else {
    const order = nth(one.which)
    const traded = CONTRACTS.find(({ token }) => token === order?.token)
    if (!order || !traded) return
    const change = { ...pricesOf(desk, traded, one), orderType: one.orderType, quantity: order.quantity }
    desk.exchange.modify(order.orderId, change, now)
  }
}

function pricesOf(desk: Desk, of: (typeof CONTRACTS)[number], { away, orderType }: { away: number; orderType: OrderTerms['orderType'] }) {
  const price = paise(desk.market.touchAt(of, desk.time.now).last + 5 * away)
  return { price, triggerPrice: orderType === 'LIMIT' ? paise(0) : price }
}

/** Units by contract and product, as the ledger's fills and conversions have them. */
function unitsOf(desk: Desk): Map<string, number> {
  const units = new Map<string, number>()
  const add = (key: string, more: number) => units.set(key, (units.get(key) ?? 0) + more)
  for (const entry of desk.ledger.entries) {
    if (entry.kind === 'fill') add(`${entry.fill.token} ${entry.fill.product}`, (entry.fill.side === 'BUY' ? 1 : -1) * entry.fill.units)
    if (entry.kind !== 'conversion') continue
    const { token, from, to, side: long } = entry.conversion
    const moved = (long === 'BUY' ? 1 : -1) * entry.conversion.units
    add(`${token} ${from}`, -moved)
    add(`${token} ${to}`, moved)
  }
  return units
}

it('whatever faults are on, fills and conversions are the positions by product, nothing trades beyond its quantity, no margin is negative', () => {
  let conversions = 0
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 60 }), (steps) => {
      const desk = openExchange()
      for (const one of steps) {
        const halted = desk.faults.halt(CLIENT, CONTRACTS[0]) !== null
        const fills = () => desk.book.fills(CLIENT).filter(({ token }) => token === CONTRACTS[0].token).length
        const before = fills()
        take(desk, one)
        if (halted && desk.faults.halt(CLIENT, CONTRACTS[0]) !== null) expect(fills()).toBe(before)
        const { span, exposure, blocked } = desk.funds()
        for (const amount of [span, exposure, blocked]) expect(amount).toBeGreaterThanOrEqual(0)
        for (const position of desk.book.positions(CLIENT))
          expect(netUnits(position)).toBe(unitsOf(desk).get(`${position.token} ${position.product}`))
      }
      desk.until(istInstant(DATE, 15 * 60 + 30))
      const ended = new Set<string>()
      for (const entry of desk.ledger.entries) {
        if (entry.kind === 'conversion') conversions++
        if (entry.kind !== 'order') continue
        const { orderId, filled, cancelled, quantity } = entry.order
        expect(ended.has(orderId)).toBe(false)
        expect(filled + cancelled).toBeLessThanOrEqual(quantity)
        if (isFinal(entry.order)) ended.add(orderId)
        const traded = desk.ledger.entries.filter(
          ({ seq, ...each }) => each.kind === 'fill' && each.fill.orderId === orderId && seq < entry.seq,
        )
        expect(traded.reduce((sum, each) => sum + (each.kind === 'fill' ? each.fill.units : 0), 0)).toBe(filled)
      }
      expect(desk.book.live()).toEqual([])
      for (const position of desk.book.positions(CLIENT)) if (position.product === 'INTRADAY') expect(netUnits(position)).toBe(0)
      const replayed = new DayBook()
      for (const entry of desk.ledger.entries) replayed.apply(entry)
      expect(replayed.positions(CLIENT)).toEqual(desk.book.positions(CLIENT))
    }),
    { numRuns: 100 },
  )
  expect(conversions).toBeGreaterThan(0)
}, 120_000)
