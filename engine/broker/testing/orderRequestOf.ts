import { paise } from '../../../schema/money.ts'
import { contractOf } from '../../trading/testing/contracts.ts'
import type { OrderRequest } from '../port.ts'

/**
 * One lot of a Nifty call as sent, by default an entry that buys, an exit when it sells, with a limit that no test quote is worse than. For
 * tests.
 */
export function orderRequestOf(rest: Partial<OrderRequest> = {}): OrderRequest {
  const { side = 'BUY', purpose = side === 'BUY' ? 'ENTRY' : 'EXIT' } = rest
  return {
    account: { userId: 'u', mode: 'PAPER' },
    ...{ clientOrderId: 'E1', contract: contractOf('NIFTY', 24_500, 'CE'), side, purpose, quantity: 65, filledQuantity: 0 },
    pricing: { kind: 'LIMIT', limit: side === 'BUY' ? paise(1_000_00) : paise(5) },
    ...{ product: 'INTRADAY', validity: 'DAY', algoId: null },
    ...rest,
  }
}
