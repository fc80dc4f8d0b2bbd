import { paise } from '../../../../../schema/money.ts'
import type { OrderRow, TradeRow } from '../bookRows.ts'

const contract = { exchange: 'NFO', token: '1', tradingSymbol: 'NIFTY24NOV2624500CE' } as const

/** A purchase of three lots that rests at the exchange, as a book has it. For tests. */
export function orderRowOf(changes: Partial<OrderRow> = {}): OrderRow {
  return {
    ...{ brokerOrderId: 'B1', exchangeOrderId: '1B1', tag: 'E1', contract, side: 'BUY', product: 'INTRADAY', quantity: 195, filled: 0 },
    averagePrice: paise(0),
    ...{ pricing: { kind: 'LIMIT', limit: paise(100_00) }, state: 'OPEN', news: null, text: '' },
    ...changes,
  }
}

/** A fill of a lot of it. For tests. */
export function tradeRowOf(fillId: string, changes: Partial<TradeRow> = {}): TradeRow {
  const fill = { fillId, brokerOrderId: 'B1', contract, side: 'BUY', product: 'INTRADAY' } as const
  return { ...fill, quantity: 65, price: paise(99_00), at: 1_000, ...changes }
}
