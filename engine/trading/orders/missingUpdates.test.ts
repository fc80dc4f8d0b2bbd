import { describe, expect, it } from 'vitest'
import { paise } from '../../../schema/money.ts'
import { SeededRandom } from '../../../schema/SeededRandom.ts'
import { PRODUCT } from './orders.ts'
import type { BrokerFill, BrokerOrder } from '../../broker/port.ts'
import { newUnitsOf } from './newUnitsOf.ts'
import { missingUpdates, type KnownOrder } from './missingUpdates.ts'

const NOW = 1_000
const contract = { exchange: 'NFO', token: '1' } as const
const orderOf = (state: BrokerOrder['state'], filledQuantity: number): BrokerOrder => ({
  ...{ clientOrderId: 'X1', brokerOrderId: 'b1', exchangeOrderId: 'e1', contract, side: 'SELL', product: PRODUCT, quantity: 195 },
  ...{ filledQuantity, pricing: { kind: 'LIMIT', limit: paise(100_00) }, state, reason: null },
})
/** One lot each; the broker says how many are filled in all. */
const fillsOf = (lots: number): BrokerFill[] =>
  Array.from({ length: lots }, (_, i) => ({
    ...{ fillId: `f${i}`, clientOrderId: 'X1', contract, side: 'SELL', product: PRODUCT, quantity: 65 },
    ...{ price: paise(100_00), filledInAll: 65 * (i + 1), at: NOW },
  }))
const known = (booked: number, isAccepted = true): KnownOrder => ({ clientOrderId: 'X1', booked, isAccepted })
const typesOf = (...asked: Parameters<typeof missingUpdates>) => missingUpdates(...asked).map(({ type }) => type)

describe('what is missing of an order', () => {
  it('is nothing where both sides say the same', () => {
    expect(typesOf(known(0), orderOf('OPEN', 0), [], NOW)).toEqual([])
    expect(typesOf(known(65), orderOf('OPEN', 65), fillsOf(1), NOW)).toEqual([])
    expect(typesOf(known(195), orderOf('FILLED', 195), fillsOf(3), NOW)).toEqual([])
  })

  it('is its acceptance, the fills that are not booked, and its end', () => {
    expect(typesOf(known(0, false), orderOf('OPEN', 0), [], NOW)).toEqual(['accepted'])
    expect(missingUpdates(known(65), orderOf('CANCELLED', 130), fillsOf(2), NOW)).toMatchObject([
      { type: 'filled', fillId: 'f1' },
      { type: 'cancelled' },
    ])
    expect(typesOf(known(0), orderOf('REJECTED', 0), [], NOW)).toEqual(['rejected'])
  })

  it('is not its end while the book of fills is behind', () => {
    expect(typesOf(known(0), orderOf('CANCELLED', 130), fillsOf(1), NOW)).toEqual(['filled'])
    expect(typesOf(known(65), orderOf('EXPIRED', 130), fillsOf(1), NOW)).toEqual([])
  })

  it('leaves our side with the units of the broker’s book, whichever reports were lost, and with no unit twice', () => {
    const random = new SeededRandom('missing updates')
    for (let run = 0; run < 2_000; run++) {
      const lots = random.integer(0, 3)
      const order = orderOf(lots === 3 ? 'FILLED' : (['OPEN', 'CANCELLED', 'EXPIRED'] as const)[random.integer(0, 2)]!, 65 * lots)
      let booked = 65 * random.integer(0, lots)
      for (let look = 0; look < 2; look++)
        for (const update of missingUpdates(known(booked), order, fillsOf(lots), NOW))
          if (update.type === 'filled') booked += newUnitsOf(update, booked)
      expect(booked).toBe(65 * lots)
    }
  })
})
