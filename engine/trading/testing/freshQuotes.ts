import type { OrderDispatchParts } from '../orders/OrderDispatch.ts'

/** Every quote is fresh enough for an exit. For tests. */
export const FRESH_QUOTES: OrderDispatchParts['exitQuotes'] = { isFresh: () => true, onTime: () => undefined, onQuote: () => undefined }
