import type { Paise } from '../../../../schema/money.ts'
import type { BasketOrder, OrderChange, OrderPricing, OrderRequest } from '../../port.ts'
import type { TrackedOrder } from './TrackedOrder.ts'

/** The body of placeOrder (SmartAPI §5.3). */
export function placeBody({ clientOrderId, contract, side, quantity, pricing, product, validity }: OrderRequest) {
  return {
    ...{ ...kindOf(pricing), ...instrument(contract), transactiontype: side, producttype: product, duration: validity },
    ...{ ...pricesOf(pricing), quantity: String(quantity), squareoff: '0', stoploss: '0', ordertag: clientOrderId },
  }
}

/** The body of modifyOrder. */
export function modifyBody({ contract, product }: TrackedOrder, brokerOrderId: string, { pricing, quantity }: OrderChange) {
  return {
    ...{ ...kindOf(pricing), orderid: brokerOrderId, ...instrument(contract), producttype: product, duration: 'DAY' },
    ...{ ...pricesOf(pricing), quantity: String(quantity) },
  }
}

/** The body of cancelOrder. */
export function cancelBody({ pricing }: TrackedOrder, brokerOrderId: string) {
  return { variety: kindOf(pricing).variety, orderid: brokerOrderId }
}

/** The body of the margin calculator, which wants numbers. */
export function marginBody(basket: readonly BasketOrder[]) {
  return {
    positions: basket.map(({ contract, side, quantity, pricing }) => ({
      ...{ exchange: contract.exchange, token: contract.token, tradeType: side, qty: quantity, price: Number(rupeesText(pricing.limit)) },
      ...{ productType: 'INTRADAY', orderType: 'LIMIT' },
    })),
  }
}

/** Rupees with two decimals, without a detour over fractions. */
export function rupeesText(amount: Paise): string {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

function kindOf({ kind }: OrderPricing) {
  return { variety: kind === 'STOPLOSS_LIMIT' ? 'STOPLOSS' : 'NORMAL', ordertype: kind }
}

function pricesOf(pricing: OrderPricing) {
  return { price: rupeesText(pricing.limit), triggerprice: pricing.kind === 'STOPLOSS_LIMIT' ? rupeesText(pricing.trigger) : '0' }
}

function instrument({ exchange, token, tradingSymbol }: TrackedOrder['contract']) {
  return { exchange, symboltoken: token, tradingsymbol: tradingSymbol }
}
