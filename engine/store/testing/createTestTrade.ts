import { randomUUID } from 'node:crypto'
import type { Database } from '../../../prisma/client.ts'
import { paise } from '../../../schema/money.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { MINUTE, type Instant } from '../../../schema/time.ts'
import type { OptionContract } from '../../broker/port.ts'
import { clientOrderIdOf } from '../../trading/orders/orders.ts'
import { chargesOf } from '../../trading/positions/legs.ts'
import type { TestSubscription } from './createTestSubscription.ts'

export interface TestTradePlan {
  readonly market: string
  readonly contract: OptionContract
  readonly quantity: number
  /** Of the entry, in paise. */
  readonly premium: number
  readonly entryTime: Instant
  readonly windowEndsAt: Instant
}

/** A running trade of one bought option with its history: signal, filled entry order, fill, leg. For tests only. */
export async function createTestTrade(db: Database, subscription: TestSubscription, plan: TestTradePlan): Promise<{ readonly id: string }> {
  const { market, contract, quantity, premium, entryTime, windowEndsAt } = plan
  const { userId, subscriptionId, strategyId } = subscription
  const value = paise(premium * quantity)
  const chargesPaise = BigInt(chargesOf(SHIPPED_MARKET_RULES, contract.exchange, [{ side: 'BUY', value, at: entryTime }]))
  const terms = {
    ...{ takeProfit: { unit: 'PERCENT', value: 18 }, stopLoss: { unit: 'PERCENT', value: 12 }, trailingStopPercent: null },
    ...{ windowEndsAt, position: null },
  }
  const time = new Date(entryTime)
  const signal = await db.signal.create({
    data: {
      ...{ strategyId, market, symbol: contract.index, interval: '1min', candleTime: new Date(entryTime - MINUTE), side: 'LONG' },
      pricePaise: BigInt(contract.strike),
    },
  })
  const [id, legId] = [randomUUID(), randomUUID()]
  const orderId = randomUUID()
  const clientOrderId = clientOrderIdOf('ENTRY', orderId)
  await db.order.create({
    data: {
      ...{
        id: orderId,
        clientOrderId,
        userId,
        subscriptionId,
        signalId: signal.id,
        tradeId: id,
        legId,
        mode: 'PAPER',
        purpose: 'ENTRY',
        side: 'BUY',
      },
      ...{ status: 'FILLED', contract: { ...contract }, quantity, filledQuantity: quantity, filledValuePaise: BigInt(value), terms },
      intendedAt: time,
      fills: { create: { id: `${clientOrderId}-0`, quantity, pricePaise: BigInt(premium), chargesPaise, filledAt: time } },
    },
  })
  const both = {
    ...{ option: contract.tradingSymbol, lots: quantity / contract.lotSize, quantity, terms },
    ...{ entryPricePaise: BigInt(premium), chargesPaise, entryTime: time },
    targetPaise: BigInt(Math.round(premium * 1.18)),
    stopPaise: BigInt(Math.round(premium * 0.88)),
  }
  await db.trade.create({
    data: {
      ...{ ...both, id, userId, subscriptionId, strategyId, market, mode: 'PAPER', index: contract.index, signal: 'LONG' },
      ...{ fundUsedPaise: BigInt(value), blockedPaise: BigInt(value) },
      legs: { create: { ...both, id: legId, side: 'BUY', contract: { ...contract }, entryValuePaise: BigInt(value) } },
    },
  })
  return { id }
}
