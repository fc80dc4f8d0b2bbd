import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import { istInstant, MINUTE, SECOND } from '../../../schema/time.ts'
import { contractOf, quoteOf } from '../../trading/testing/contracts.ts'
import type { OrderUpdate } from '../port.ts'
import { orderRequestOf } from '../testing/orderRequestOf.ts'
import { PaperBroker } from './PaperBroker.ts'

const NOW = istInstant('2026-07-01', 10 * 60)
const PATIENCE = 30 * SECOND
const contract = contractOf('NIFTY', 24_500, 'CE')
const order = orderRequestOf()
const sale = orderRequestOf({ clientOrderId: 'X1', side: 'SELL' })
const { account } = order

function open(now = NOW) {
  const broker = new PaperBroker(() => SHIPPED_MARKET_RULES, now, PATIENCE)
  const updates: OrderUpdate[] = []
  broker.onUpdate((update) => updates.push(update))
  const fills = () => updates.flatMap((update) => (update.type === 'filled' ? update : []))
  /** A quote with so many units on either side. */
  const offer = (at: number, quantity: number, lastPrice = 100_00) =>
    broker.onTick({ ...quoteOf(contract, at, lastPrice), askQuantity: quantity, bidQuantity: quantity })
  return { broker, updates, fills, offer }
}

describe('the paper broker', () => {
  it('accepts and fills with the first quote at least 300 ms later', () => {
    const { broker, updates } = open()
    void broker.place(order)
    broker.onTick(quoteOf(contract, NOW + 299, 100_00))
    broker.onTick(quoteOf(contractOf('NIFTY', 24_550, 'CE'), NOW + 400, 90_00))
    expect(updates).toEqual([])
    broker.onTick(quoteOf(contract, NOW + 300, 101_00))
    broker.onTick(quoteOf(contract, NOW + 600, 102_00))
    expect(updates).toEqual([
      { type: 'accepted', clientOrderId: 'E1', at: NOW + 300 },
      { type: 'filled', clientOrderId: 'E1', at: NOW + 300, fillId: 'E1-0', quantity: 65, price: 101_05 },
    ])
  })

  it('fills a sale that was sent while the clock was an hour ahead, once the clock is right again', () => {
    const { broker, fills, offer } = open()
    broker.onTime(NOW + 60 * MINUTE, PATIENCE)
    void broker.place(sale)
    broker.onTime(NOW, PATIENCE)
    offer(NOW + SECOND, 65)
    expect(fills()).toHaveLength(1)
  })

  it('accepts an order once, with a quote that has nothing to fill it too', () => {
    const { broker, updates, offer } = open()
    void broker.place(order)
    offer(NOW + SECOND, 0)
    offer(NOW + 2 * SECOND, 0)
    expect(updates).toEqual([{ type: 'accepted', clientOrderId: 'E1', at: NOW + SECOND }])
  })

  it('sells at the bid', () => {
    const { broker, fills } = open()
    void broker.place(sale)
    broker.onTick(quoteOf(contract, NOW + SECOND, 100_00))
    expect(fills()).toMatchObject([{ price: 99_95 }])
  })

  it('fills in whole lots as far as each quote’s depth goes', () => {
    const { broker, fills, offer } = open()
    void broker.place({ ...order, quantity: 195 })
    offer(NOW + SECOND, 64)
    offer(NOW + 2 * SECOND, 100)
    offer(NOW + 3 * SECOND, 650, 101_00)
    offer(NOW + 4 * SECOND, 650)
    expect(fills().map(({ fillId, quantity, price }) => [fillId, quantity, price])).toEqual([
      ['E1-0', 65, 100_05],
      ['E1-65', 130, 101_05],
    ])
  })

  it('takes an order twice as one', () => {
    const { broker, updates } = open()
    void broker.place(order)
    void broker.place(order)
    broker.onTick(quoteOf(contract, NOW + SECOND, 100_00))
    expect(updates.map(({ type }) => type)).toEqual(['accepted', 'filled'])
  })

  it('tells nobody who no longer listens', () => {
    const { broker, updates } = open()
    const heard: OrderUpdate[] = []
    const stop = broker.onUpdate((update) => heard.push(update))
    stop()
    void broker.place(order)
    broker.onTick(quoteOf(contract, NOW + SECOND, 100_00))
    expect([updates.length, heard.length]).toEqual([2, 0])
  })
})

describe('a quote that thousands of orders wait for', () => {
  const MANY = 1_800
  const tags = Array.from({ length: MANY }, (_, i) => `E${i}`)
  const placeAll = ({ broker }: ReturnType<typeof open>, quantity = 65) => {
    for (const clientOrderId of tags) void broker.place({ ...order, clientOrderId, quantity })
  }

  it('fills exits first, whenever they were placed, and leaves the thread to others before it fills the last', async () => {
    const opened = open()
    placeAll(opened)
    void opened.broker.place(sale)
    const filledAtOthersTurn = new Promise<number>((resolve) => setImmediate(() => resolve(opened.fills().length)))
    opened.offer(NOW + SECOND, 65)
    expect(opened.fills()[0]).toMatchObject({ clientOrderId: 'X1' })
    expect(await filledAtOthersTurn).toBeLessThan(MANY / 2)
    await expect.poll(() => opened.fills().length).toBe(MANY + 1)
  })

  it('is through before the next one of the contract fills anything', async () => {
    const opened = open()
    placeAll(opened, 130)
    opened.offer(NOW + SECOND, 65, 100_00)
    opened.offer(NOW + 2 * SECOND, 65, 101_00)
    await expect.poll(() => opened.fills().length).toBe(2 * MANY)
    const prices = opened.fills().map(({ fillId, price }) => `${fillId} ${price}`)
    expect(prices).toEqual([...tags.map((tag) => `${tag}-0 10005`), ...tags.map((tag) => `${tag}-65 10105`)])
  })

  it('fills none that was called back meanwhile', async () => {
    const opened = open()
    placeAll(opened)
    opened.offer(NOW + SECOND, 65)
    void opened.broker.cancel(account, 'E1799', 'of a test')
    await expect.poll(() => opened.fills().length).toBe(MANY - 1)
    expect(opened.updates.filter(({ clientOrderId }) => clientOrderId === 'E1799').map(({ type }) => type)).toEqual(['cancelled'])
  })
})

describe('a limit', () => {
  const limited = (limit: number) => ({ kind: 'LIMIT' as const, limit: paise(limit) })

  it('lets no worse quote fill the order, which waits for a better one and gets its price', () => {
    const { broker, fills, offer, updates } = open()
    void broker.place({ ...order, pricing: limited(100_00) })
    void broker.place({ ...sale, pricing: limited(100_00) })
    offer(NOW + SECOND, 65, 100_00)
    expect(updates.map(({ type }) => type)).toEqual(['accepted', 'accepted'])
    offer(NOW + 2 * SECOND, 65, 99_00)
    offer(NOW + 3 * SECOND, 65, 101_00)
    expect(fills()).toMatchObject([
      { clientOrderId: 'E1', price: 99_05 },
      { clientOrderId: 'X1', price: 100_95 },
    ])
  })

  it('that is changed counts for quotes from 300 ms later, and no longer after the order is done', async () => {
    const { broker, fills, offer } = open()
    void broker.place({ ...sale, pricing: limited(100_00) })
    offer(NOW + SECOND, 65, 90_00)
    const change = { pricing: limited(80_00), quantity: 65 }
    expect(await broker.modify(account, 'X1', change)).toEqual({ kind: 'accepted' })
    offer(NOW + SECOND + 299, 65, 90_00)
    expect(fills()).toEqual([])
    offer(NOW + SECOND + 300, 65, 85_00)
    expect(fills()).toMatchObject([{ price: 84_95 }])
    expect(await broker.modify(account, 'X1', change)).toMatchObject({ kind: 'refused' })
  })

  it('that nothing was offered at ends a purchase after its patience', () => {
    const { broker, updates, offer } = open()
    void broker.place({ ...order, pricing: limited(99_00) })
    offer(NOW + SECOND, 65)
    broker.onTime(NOW + PATIENCE + 1, PATIENCE)
    expect(updates.at(-1)).toMatchObject({ type: 'cancelled', reason: 'nothing offered at ₹99 or less after 30 s' })
  })

  it('of a stop order counts from its trigger on', () => {
    const { broker, updates, offer } = open()
    void broker.place({ ...sale, pricing: { kind: 'STOPLOSS_LIMIT', trigger: paise(90_00), limit: paise(85_00) } })
    offer(NOW + SECOND, 65, 95_00)
    offer(NOW + 2 * SECOND, 65, 89_00)
    expect(updates.map(({ type }) => type)).toEqual(['triggerPending', 'accepted', 'filled'])
  })
})

describe('patience', () => {
  it('ends with a rejection of a purchase that saw no quote, with the reason', () => {
    const { broker, updates } = open()
    void broker.place(order)
    broker.onTime(NOW + PATIENCE, PATIENCE)
    expect(updates).toEqual([])
    broker.onTime(NOW + PATIENCE + 1, PATIENCE)
    expect(updates).toEqual([
      {
        ...{ type: 'rejected', clientOrderId: 'E1', at: NOW + PATIENCE + 1 },
        reason: `no quote of ${contract.tradingSymbol} after 30 s`,
      },
    ])
    broker.onTick(quoteOf(contract, NOW + MINUTE, 100_00))
    expect(updates).toHaveLength(1)
  })

  it('ends with a cancellation of what is left of a purchase that was filled in part', () => {
    const { broker, updates, offer } = open()
    void broker.place({ ...order, quantity: 195 })
    offer(NOW + SECOND, 65)
    broker.onTime(NOW + PATIENCE + 1, PATIENCE)
    expect(updates.slice(2)).toEqual([
      { type: 'cancelled', clientOrderId: 'E1', at: NOW + PATIENCE + 1, reason: '65 of 195 units filled after 30 s' },
    ])
    offer(NOW + MINUTE, 650)
    expect(updates).toHaveLength(3)
  })

  it('ends before a quote that comes too late, even when the clock has not said so', () => {
    const { broker, updates } = open()
    void broker.place(order)
    void broker.place(sale)
    broker.onTick(quoteOf(contract, NOW + PATIENCE + 1, 100_00))
    broker.onTime(NOW + PATIENCE + 1, PATIENCE)
    expect(updates).toMatchObject([
      { type: 'accepted', clientOrderId: 'X1' },
      { type: 'filled', clientOrderId: 'X1' },
      { type: 'rejected', clientOrderId: 'E1' },
    ])
  })

  it('is as long as the clock was last told', () => {
    const { broker, updates } = open()
    void broker.place(order)
    broker.onTime(NOW + PATIENCE + 1, 2 * PATIENCE)
    expect(updates).toEqual([])
    broker.onTime(NOW + PATIENCE + 2, PATIENCE)
    expect(updates).toMatchObject([{ type: 'rejected' }])
  })

  it('of an entry that sells ends as that of one that buys', () => {
    const { broker, updates } = open()
    void broker.place({ ...sale, purpose: 'ENTRY', pricing: { kind: 'LIMIT', limit: paise(100_00) } })
    broker.onTick(quoteOf(contract, NOW + SECOND, 99_00))
    broker.onTime(NOW + PATIENCE + 1, PATIENCE)
    expect(updates.at(-1)).toMatchObject({ type: 'cancelled', reason: 'nothing wanted at ₹100 or more after 30 s' })
  })

  it.each([sale, { ...order, purpose: 'EXIT' as const }])(
    'of an exit has no end: it waits for a quote, be it the next day ($side)',
    (exit) => {
      const { broker, updates } = open()
      void broker.place(exit)
      const tomorrow = istInstant('2026-07-02', 9 * 60 + 15)
      broker.onTime(tomorrow, PATIENCE)
      broker.onTick(quoteOf(contract, tomorrow, 80_00))
      expect(updates.map(({ type, at }) => [type, at])).toEqual([
        ['accepted', tomorrow],
        ['filled', tomorrow],
      ])
    },
  )
})

describe('a cancellation', () => {
  it('ends an order with the reason given, whichever part of it is filled', () => {
    const { broker, updates, offer } = open()
    void broker.place({ ...order, quantity: 195 })
    offer(NOW + SECOND, 65)
    void broker.cancel(account, 'E1', 'of a test')
    void broker.cancel(account, 'E1', 'of a test')
    offer(NOW + 2 * SECOND, 650)
    expect(updates.slice(2)).toEqual([{ type: 'cancelled', clientOrderId: 'E1', at: NOW + SECOND, reason: 'of a test' }])
  })

  it('leaves other orders of the contract alone, and does nothing to an order that is done or unknown', () => {
    const { broker, updates, offer } = open()
    void broker.place(order)
    void broker.place(sale)
    void broker.cancel(account, 'E1', 'of a test')
    void broker.cancel(account, 'E2', 'of a test')
    offer(NOW + SECOND, 650)
    void broker.cancel(account, 'X1', 'of a test')
    expect(updates.map(({ type, clientOrderId }) => [type, clientOrderId])).toEqual([
      ['cancelled', 'E1'],
      ['accepted', 'X1'],
      ['filled', 'X1'],
    ])
  })
})

describe('an order placed again after a restart', () => {
  it('fills what is left, with ids that follow from what was filled before', () => {
    const { broker, fills } = open()
    void broker.place({ ...order, quantity: 195, filledQuantity: 65 })
    broker.onTick(quoteOf(contract, NOW + SECOND, 100_00))
    expect(fills().map(({ fillId, quantity }) => [fillId, quantity])).toEqual([['E1-65', 130]])
  })

  it('that the broker still has goes on from what the books know', () => {
    const { broker, fills, offer } = open()
    void broker.place({ ...order, quantity: 195 })
    void broker.place({ ...order, quantity: 195, filledQuantity: 130 })
    offer(NOW + SECOND, 650)
    expect(fills().map(({ fillId, quantity }) => [fillId, quantity])).toEqual([['E1-130', 65]])
  })

  it('is filled whole and never beyond, wherever the restarts come and whichever fills the books had saved by then', () => {
    const life = fc.record({ offers: fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 4 }), saved: fc.nat({ max: 4 }) })
    fc.assert(
      fc.property(fc.array(life, { maxLength: 6 }), (lives) => {
        const booked = new Map<string, number>()
        const filled = () => [...booked.values()].reduce((sum, quantity) => sum + quantity, 0)
        for (const { offers, saved } of [...lives, { offers: [650], saved: 1 }]) {
          if (filled() === 325) break
          const { broker, fills, offer } = open()
          void broker.place({ ...order, quantity: 325, filledQuantity: filled() })
          for (const quantity of offers) offer(NOW + SECOND, quantity)
          for (const { fillId, quantity } of fills().slice(0, saved)) {
            expect(booked.has(fillId)).toBe(false)
            booked.set(fillId, quantity)
          }
        }
        expect(filled()).toBe(325)
      }),
    )
  })
})

describe('expiry', () => {
  const CLOSE = istInstant(contract.expiry, 15 * 60 + 30)

  it('names the contracts that exits wait for, once each, from the close of their last day on', () => {
    const { broker } = open()
    void broker.place(sale)
    void broker.place({ ...sale, clientOrderId: 'X2' })
    void broker.place({ ...order, contract: contractOf('NIFTY', 24_500, 'PE') })
    void broker.place({ ...sale, clientOrderId: 'X3', contract: contractOf('NIFTY', 24_500, 'CE', '2026-07-14') })
    expect(broker.expired(CLOSE - 1)).toEqual([])
    expect(broker.expired(CLOSE)).toEqual([contract])
  })

  it('settles the exit of what was sold', () => {
    const { broker, fills } = open()
    void broker.place({ ...order, purpose: 'EXIT' })
    expect(broker.expired(CLOSE)).toEqual([contract])
    broker.settle(contract, paise(12_35))
    expect(fills()).toMatchObject([{ clientOrderId: 'E1', at: CLOSE, price: 12_35 }])
  })

  it('settles what is left of the exits, at the close, and no entry', () => {
    const { broker, fills, offer } = open()
    void broker.place({ ...sale, quantity: 195 })
    offer(NOW + SECOND, 65)
    void broker.place(order)
    broker.settle(contract, paise(12_35))
    expect(fills().slice(1)).toEqual([{ type: 'filled', clientOrderId: 'X1', at: CLOSE, fillId: 'X1-65', quantity: 130, price: 12_35 }])
    expect(broker.expired(CLOSE)).toEqual([])
  })
})
