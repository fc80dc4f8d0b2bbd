import type { OrderRequest } from './port.ts'

/** What an exchange would refuse an order for; null: nothing. */
export function mistakeIn({ contract, quantity, pricing }: Pick<OrderRequest, 'contract' | 'quantity' | 'pricing'>): string | null {
  if (quantity <= 0 || quantity % contract.lotSize !== 0) return `${quantity} units are not whole lots of ${contract.lotSize}`
  const prices = pricing.kind === 'LIMIT' ? [pricing.limit] : [pricing.limit, pricing.trigger]
  const wrong = prices.find((price) => price <= 0 || price % contract.tick !== 0)
  return wrong === undefined ? null : `${wrong} paise are not on the contract’s steps`
}
