import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { BilledOrder } from '../../../schema/market/charges.ts'
import { ifClosedAt, openBooksOf } from '../../../schema/market/ifClosedAt.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { largestOrder, slicesOf } from '../../../schema/market/orderSlices.ts'
import { paise, type Paise } from '../../../schema/money.ts'
import { istDate, istInstant, MINUTE } from '../../../schema/time.ts'
import { contractOf } from '../testing/contracts.ts'
import { openLegOf } from '../testing/legs.ts'
import { chargesOf, outcomeOf, type Leg } from './legs.ts'

const OPENED = istInstant('2026-03-31', 600)
const rules = SHIPPED_MARKET_RULES
const contracts = [contractOf('NIFTY', 24_500, 'CE'), contractOf('SENSEX', 80_400, 'PE')] as const
const price = fc.integer({ min: 1, max: 20_000 }).map((ticks) => paise(ticks * 5))

const held = fc.record({
  contract: fc.constantFrom(...contracts),
  side: fc.constantFrom('BUY' as const, 'SELL' as const),
  /** Of each order that opened it. */
  entries: fc.array(fc.record({ lots: fc.integer({ min: 1, max: 30 }), price }), { minLength: 1, maxLength: 4 }),
  /** Lots that an earlier order has closed. */
  closed: fc.record({ lots: fc.nat(20), price }),
  last: price,
  /** Days it is held: rates change on 1 April. */
  days: fc.nat(2),
})

it('the net of an open leg at a price is what is left when it has been filled at that price, to the paisa', () => {
  fc.assert(
    fc.property(held, ({ contract, side, entries, closed, last, days }) => {
      const closingSide = side === 'BUY' ? 'SELL' : 'BUY'
      const at = OPENED + days * 24 * 60 * MINUTE
      const order = (of: 'BUY' | 'SELL', units: number, each: Paise, when: number): BilledOrder => {
        return { side: of, value: paise(units * each), at: when }
      }
      const quantity = entries.reduce((sum, { lots }) => sum + lots, 0) * contract.lotSize
      const exitQuantity = Math.min(closed.lots * contract.lotSize, quantity - contract.lotSize)
      const orders = entries.map(({ lots, price: paid }) => order(side, lots * contract.lotSize, paid, OPENED))
      const entryValue = paise(orders.reduce((sum, { value }) => sum + value, 0))
      const exits = exitQuantity === 0 ? [] : [order(closingSide, exitQuantity, closed.price, OPENED)]
      const exitValue = paise(exits.reduce((sum, { value }) => sum + value, 0))
      const leg: Leg = openLegOf({ contract, side, quantity, entryValue, exitQuantity, exitValue })

      const largest = largestOrder(rules.freezeFor(contract.index, istDate(at)), contract.lotSize)
      const books = openBooksOf({ ...leg, charged: rules.unroundedBill(contract.exchange, [...orders, ...exits]) }, largest)
      const open = ifClosedAt(books, last, rules.orderRates(contract.exchange, istDate(at)))

      const closing = slicesOf(quantity - exitQuantity, largest).map((units) => order(closingSide, units, last, at))
      const after = outcomeOf({
        ...leg,
        exitQuantity: quantity,
        exitValue: paise(closing.reduce((sum, { value }) => sum + value, exitValue as number)),
        charges: chargesOf(rules, contract.exchange, [...orders, ...exits, ...closing]),
      })
      expect(open.net - after.net).toBe(0)
      expect(open).toEqual({ gross: after.gross, charges: after.charges, net: after.net })
    }),
    { numRuns: 2_000 },
  )
})
