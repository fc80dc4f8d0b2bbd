import type { PricesMoved } from '../../schema/events/SakhaEvent.ts'
import type { Statements } from '../inTransaction.ts'

/** The channel that prices travel on. */
export const PRICE_CHANNEL = 'sakha_prices'

/** Publishes prices at once: outside of any transaction, whose commit would wait for all others that notify. Raw SQL: NOTIFY. */
export async function tellPrices(db: Statements, { prices, leftAt }: Omit<PricesMoved, 'type'>): Promise<void> {
  await db.$executeRaw`SELECT pg_notify(${PRICE_CHANNEL}, ${JSON.stringify({ type: 'prices.moved', prices, leftAt })})`
}

/** Null when somebody else wrote to the channel. */
export function parsePrices(payload: string): PricesMoved | null {
  try {
    const value: unknown = JSON.parse(payload)
    return isPrices(value) ? value : null
  } catch {
    return null
  }
}

function isPrices(value: unknown): value is PricesMoved {
  return typeof value === 'object' && value !== null && 'prices' in value && Array.isArray(value.prices)
}
