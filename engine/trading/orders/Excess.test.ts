import fc from 'fast-check'
import { expect, it } from 'vitest'
import { paise } from '../../../schema/money.ts'
import { signOf, type OrderSide } from '../../../schema/trading/OrderSide.ts'
import type { BrokerFill, BrokerPosition } from '../../broker/port.ts'
import { openLegOf } from '../testing/legs.ts'
import { excesses, excessOf, oversold, type ExcessFacts } from './Excess.ts'

const leg = openLegOf()
const { contract } = leg
const LOT = contract.lotSize
const tag = (kind: string, n = 1) => `${kind}${String(n).padStart(14, '0')}`
const [ENTRY, EXIT, STOP, CLOSING, HAND] = [tag('E'), tag('X'), tag('S'), tag('C'), '']

/** Fills one after the other: whose, and how many lots, sold where negative. */
const fillsOf = (...each: readonly (readonly [string, number])[]): BrokerFill[] =>
  each.map(([clientOrderId, lots], at) => ({
    ...{ fillId: `f${at}`, clientOrderId, contract, side: lots > 0 ? 'BUY' : 'SELL', product: 'INTRADAY', quantity: Math.abs(lots) * LOT },
    ...{ price: paise(1_00), at },
  }))
const netOf = (fills: readonly BrokerFill[]) => fills.reduce((sum, { side, quantity }) => sum + signOf(side) * quantity, 0)
const facts = (fills: readonly BrokerFill[], changes: Partial<ExcessFacts> = {}): ExcessFacts => {
  const positions: BrokerPosition[] = [{ contract, product: 'INTRADAY', netQuantity: netOf(fills) }]
  return { legs: [], own: [], positions, fills, ...changes }
}

it.each([
  [
    'sold by hand, and then by our stop',
    [
      [ENTRY, 1],
      [HAND, -1],
      [STOP, -1],
    ],
    1,
  ],
  [
    'of two lots, one sold by hand and both by our stop',
    [
      [ENTRY, 2],
      [HAND, -1],
      [STOP, -2],
    ],
    1,
  ],
  [
    'sold by hand, and then by our exit',
    [
      [ENTRY, 1],
      [HAND, -1],
      [EXIT, -1],
    ],
    1,
  ],
  [
    'the same, bought back in part by hand',
    [
      [ENTRY, 2],
      [HAND, -2],
      [STOP, -2],
      [HAND, 1],
    ],
    1,
  ],
  [
    'the same, bought back by a closing order',
    [
      [ENTRY, 1],
      [HAND, -1],
      [STOP, -1],
      [CLOSING, 1],
    ],
    0,
  ],
  [
    'sold by our stop, and by hand a moment later: the two have crossed',
    [
      [ENTRY, 1],
      [STOP, -1],
      [HAND, -1],
    ],
    1,
  ],
  ['sold by hand alone', [[HAND, -1]], 0],
  ['sold by an entry of ours', [[ENTRY, -1]], 0],
  [
    'sold by an entry of ours and closed',
    [
      [ENTRY, -1],
      [STOP, 1],
    ],
    0,
  ],
] as const)('%s: so many lots too many', (_, fills, lots) => {
  expect(oversold(fillsOf(...fills))).toBe(lots * LOT)
})

it('sold by our stop, and by hand more than five seconds later: none too many', () => {
  const [entry, stop, hand] = fillsOf([ENTRY, 1], [STOP, -1], [HAND, -1])
  if (!entry || !stop || !hand) throw new Error('a fill is missing')
  const later = (ms: number) => oversold([entry, stop, { ...hand, at: stop.at + ms }])
  expect([later(5_000), later(5_001)]).toEqual([LOT, 0])
})

const SHORT = fillsOf([ENTRY, 1], [HAND, -1], [STOP, -1])

it('an excess is what fills and positions both show', () => {
  expect([...excesses(facts(SHORT))]).toEqual([[`${contract.exchange}:${contract.token}`, LOT]])
  expect(excessOf(contract, facts(SHORT, { positions: [] }))).toBe(0)
  expect(excessOf(contract, facts([], facts(SHORT)))).toBe(LOT)
  expect(excessOf(contract, { ...facts(SHORT), fills: [] })).toBe(0)
})

it('what a closing order has bought by our books counts, though the broker’s lag', () => {
  expect(excessOf(contract, facts(SHORT), [{ clientOrderId: CLOSING, units: LOT }])).toBe(0)
})

it('a sold leg, and an entry that may be selling, are no excess', () => {
  const sold = openLegOf({ side: 'SELL' })
  expect(excessOf(contract, facts(SHORT, { legs: [sold] }))).toBe(0)
  const own = [
    { clientOrderId: ENTRY, tradeId: 't', legId: 'l', contract, side: 'SELL', purpose: 'ENTRY', quantity: LOT, booked: 0 } as const,
  ]
  expect(excessOf(contract, facts(SHORT, { own }))).toBe(0)
})

const side = fc.constantFrom<OrderSide>('BUY', 'SELL')
const fill = fc.record({ whose: fc.constantFrom(ENTRY, EXIT, STOP, CLOSING, HAND), side, lots: fc.integer({ min: 1, max: 3 }) })

it('whatever was filled, in whatever order and with books that lag: no more is bought than the account is short, and our exits have sold', () => {
  fc.assert(
    fc.property(fc.array(fill, { maxLength: 12 }), fc.nat({ max: 12 }), fc.nat({ max: 3 }), (each, seen, legs) => {
      const fills = fillsOf(...each.map(({ whose, side: of, lots }) => [whose, whose === CLOSING ? lots : signOf(of) * lots] as const))
      const sold = legs * LOT
      const held = legs === 0 ? [] : [openLegOf({ side: 'SELL', quantity: sold, exitQuantity: 0 })]
      // The book of fills is behind the positions.
      const units = excessOf(contract, { ...facts(fills, { legs: held }), fills: fills.slice(0, seen) })
      const exits = fills.filter(({ clientOrderId, side: of }) => of === 'SELL' && (clientOrderId === EXIT || clientOrderId === STOP))
      expect(units).toBeLessThanOrEqual(Math.max(0, -netOf(fills) - (legs === 0 ? 0 : sold)))
      expect(units).toBeLessThanOrEqual(exits.reduce((sum, { quantity }) => sum + quantity, 0))
      expect(units % LOT).toBe(0)
    }),
  )
})
