import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import { istInstant, MINUTE } from '../../../schema/time.ts'
import { PaperBroker } from '../../broker/paper/PaperBroker.ts'
import type { OrderSide } from '../../../schema/trading/OrderSide.ts'
import type { OptionContract, OrderUpdate } from '../../broker/port.ts'
import { orderRequestOf } from '../../broker/testing/orderRequestOf.ts'
import { ExpirySettlement } from './ExpirySettlement.ts'
import { contractOf } from '../testing/contracts.ts'

const EXPIRY = '2026-07-07'
const CLOSE = istInstant(EXPIRY, 15 * 60 + 30)
const NEXT_OPEN = istInstant('2026-07-08', 9 * 60 + 15)
const LEFT_AT = istInstant('2026-07-06', 11 * 60)

/** A paper broker with one order each, and an index that closed its expiry day at 24,610.35. */
function openWith(...orders: readonly (readonly [side: OrderSide, contract: OptionContract])[]) {
  const broker = new PaperBroker(() => SHIPPED_MARKET_RULES, LEFT_AT, MINUTE)
  const fills: OrderUpdate[] = []
  broker.onUpdate((update) => {
    if (update.type === 'filled') fills.push(update)
  })
  for (const [i, [side, contract]] of orders.entries())
    void broker.place(orderRequestOf({ clientOrderId: `O${i}`, contract, side, quantity: contract.lotSize }))
  const history = { there: true, asked: [] as (readonly [string, number, number])[] }
  const price = paise(24_610_35)
  const settlement = new ExpirySettlement({
    rules: () => SHIPPED_MARKET_RULES,
    waiting: (expiredBy) => broker.expired(expiredBy),
    settle: (contract, value) => broker.settle(contract, value),
    candles: async (index, from, to) => {
      history.asked.push([index, from, to])
      if (!history.there) throw new Error('the market is away')
      return [{ time: CLOSE - MINUTE, open: price, high: price, low: price, close: price, volume: 0 }]
    },
    log: pino({ level: 'silent' }),
  })
  return { settlement, fills, history }
}

describe('the settlement of expired contracts', () => {
  it.each([
    ['CE', 24_500, 110_35],
    ['CE', 24_650, 0],
    ['PE', 24_650, 39_65],
    ['PE', 24_600, 0],
  ] as const)(
    'fills a waiting sale of a %s of strike %i at its intrinsic value, at the close of its expiry day',
    async (type, strike, value) => {
      const { settlement, fills, history } = openWith(['SELL', contractOf('NIFTY', strike, type, EXPIRY)])
      await settlement.onTime(NEXT_OPEN)
      expect(fills).toEqual([{ type: 'filled', clientOrderId: 'O0', at: CLOSE, fillId: 'O0-0', quantity: 65, price: value }])
      expect(history.asked.map(([index, , to]) => [index, to])).toEqual([['NIFTY', CLOSE]])
      await settlement.onTime(NEXT_OPEN + MINUTE)
      expect([fills.length, history.asked.length]).toEqual([1, 1])
    },
  )

  it('leaves alone what still lives, and what is bought', async () => {
    const alive = contractOf('NIFTY', 24_500, 'CE', '2026-07-14')
    const { settlement, fills, history } = openWith(['SELL', alive], ['BUY', contractOf('NIFTY', 24_500, 'CE', EXPIRY)])
    await settlement.onTime(NEXT_OPEN)
    expect([fills, history.asked]).toEqual([[], []])
  })

  it('waits until the day’s last candles can be in the history', async () => {
    const { settlement, fills } = openWith(['SELL', contractOf('NIFTY', 24_500, 'CE', EXPIRY)])
    await settlement.onTime(CLOSE + 14 * MINUTE)
    expect(fills).toEqual([])
    await settlement.onTime(CLOSE + 15 * MINUTE)
    expect(fills).toHaveLength(1)
  })

  it('tries again after a reading that failed', async () => {
    const { settlement, fills, history } = openWith(['SELL', contractOf('NIFTY', 24_500, 'CE', EXPIRY)])
    history.there = false
    await settlement.onTime(NEXT_OPEN)
    expect(fills).toEqual([])
    history.there = true
    await settlement.onTime(NEXT_OPEN + MINUTE)
    expect(fills).toHaveLength(1)
  })
})
