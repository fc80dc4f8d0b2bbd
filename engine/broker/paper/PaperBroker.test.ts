import { describe, expect, it } from 'vitest'
import { OPTION_TICK, paise } from '../../../schema/money.ts'
import { istInstant, MINUTE, SECOND } from '../../../schema/time.ts'
import { contractOf, quoteOf } from '../../trading/testContracts.ts'
import type { OrderUpdate } from '../port.ts'
import { PaperBroker } from './PaperBroker.ts'
import { paperFillPrice } from './paperFillPrice.ts'

const NOW = istInstant('2026-07-01', 10 * 60)
const PATIENCE = 30 * SECOND
const contract = contractOf('NIFTY', 24_500, 'CE')
const order = { clientOrderId: 'E1', contract, side: 'BUY' as const, quantity: 65 }

function open(): { broker: PaperBroker; updates: OrderUpdate[] } {
  const broker = new PaperBroker(NOW, PATIENCE)
  const updates: OrderUpdate[] = []
  broker.onUpdate((update) => updates.push(update))
  return { broker, updates }
}

describe('the paper broker', () => {
  it('accepts at once and fills on the first quote at least 300 ms later', () => {
    const { broker, updates } = open()
    broker.place(order)
    expect(updates).toEqual([{ type: 'accepted', clientOrderId: 'E1', at: NOW }])
    broker.onTick(quoteOf(contract, NOW + 299, 100_00))
    broker.onTick(quoteOf(contractOf('NIFTY', 24_550, 'CE'), NOW + 400, 90_00))
    expect(updates).toHaveLength(1)
    broker.onTick(quoteOf(contract, NOW + 300, 101_00))
    broker.onTick(quoteOf(contract, NOW + 600, 102_00))
    expect(updates.slice(1)).toEqual([{ type: 'filled', clientOrderId: 'E1', at: NOW + 300, fillId: 'E1-1', quantity: 65, price: 101_05 }])
  })

  it('sells at the bid', () => {
    const { broker, updates } = open()
    broker.place({ ...order, side: 'SELL' })
    broker.onTick(quoteOf(contract, NOW + SECOND, 100_00))
    expect(updates[1]).toMatchObject({ type: 'filled', price: 99_95 })
  })

  it('does not fill a purchase with a quote that comes too late, even before the clock has said so', () => {
    const { broker, updates } = open()
    broker.place(order)
    broker.place({ ...order, clientOrderId: 'X1', side: 'SELL' })
    broker.onTick(quoteOf(contract, NOW + PATIENCE + 1, 100_00))
    broker.onTime(NOW + PATIENCE + 1, PATIENCE)
    expect(updates.slice(2)).toMatchObject([
      { type: 'filled', clientOrderId: 'X1' },
      { type: 'rejected', clientOrderId: 'E1' },
    ])
  })

  it('rejects a purchase that sees no quote in time, with the reason', () => {
    const { broker, updates } = open()
    broker.place(order)
    broker.onTime(NOW + PATIENCE, PATIENCE)
    expect(updates).toHaveLength(1)
    broker.onTime(NOW + PATIENCE + 1, PATIENCE)
    expect(updates[1]).toEqual({
      type: 'rejected',
      clientOrderId: 'E1',
      at: NOW + PATIENCE + 1,
      reason: `no quote of ${contract.tradingSymbol} for 30 s`,
    })
    broker.onTick(quoteOf(contract, NOW + MINUTE, 100_00))
    expect(updates).toHaveLength(2)
  })

  it('lets a sale wait until there is a quote, be it the next day', () => {
    const { broker, updates } = open()
    broker.place({ ...order, side: 'SELL' })
    const tomorrow = istInstant('2026-07-02', 9 * 60 + 15)
    broker.onTime(tomorrow, PATIENCE)
    broker.onTick(quoteOf(contract, tomorrow, 80_00))
    expect(updates.map(({ type, at }) => [type, at])).toEqual([
      ['accepted', NOW],
      ['filled', tomorrow],
    ])
  })

  it('takes an order twice as one, and gives the same fill id to an order placed again', () => {
    const { broker, updates } = open()
    broker.place(order)
    broker.place(order)
    broker.onTick(quoteOf(contract, NOW + SECOND, 100_00))
    broker.place(order)
    broker.onTick(quoteOf(contract, NOW + 2 * SECOND, 105_00))
    const fills = updates.flatMap((update) => (update.type === 'filled' ? update.fillId : []))
    expect(fills).toEqual(['E1-1', 'E1-1'])
  })
})

describe('the price of a paper fill', () => {
  const quote = (minutes: number, lastPrice: number, depth: boolean) => {
    const tick = quoteOf(contract, istInstant('2026-07-01', 9 * 60 + 15) + minutes * MINUTE, lastPrice)
    return depth ? tick : { ...tick, bid: null, ask: null }
  }

  it('is the touch when there is one, on the contract’s steps', () => {
    expect(paperFillPrice('BUY', contract, { ...quote(60, 100_00, true), ask: paise(100_03) })).toBe(100_05)
    expect(paperFillPrice('SELL', contract, { ...quote(60, 100_00, true), bid: paise(99_98) })).toBe(99_95)
  })

  it('without depth is half the modelled spread away, and wider after the open', () => {
    const buy = (minutes: number) => paperFillPrice('BUY', contract, quote(minutes, 100_00, false))
    const sell = (minutes: number) => paperFillPrice('SELL', contract, quote(minutes, 100_00, false))
    // 0.24 % of 100 rupees is 24 paise; eight, five, three times and once that, on steps of 5 paise.
    expect([0.1, 0.5, 2, 60].map(buy)).toEqual([100_95, 100_60, 100_35, 100_15])
    expect([0.1, 0.5, 2, 60].map(sell)).toEqual([99_05, 99_40, 99_65, 99_85])
  })

  it('is wider late on expiry day', () => {
    const expiring = { expiry: '2026-07-01', tick: OPTION_TICK }
    expect([310, 320, 365].map((minutes) => paperFillPrice('BUY', expiring, quote(minutes, 100_00, false)))).toEqual([
      100_15, 100_25, 100_35,
    ])
  })

  it('is never below one step', () => {
    expect(paperFillPrice('SELL', contract, quote(0.1, 5, false))).toBe(5)
  })
})
