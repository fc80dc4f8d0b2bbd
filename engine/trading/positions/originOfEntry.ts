import type { IndexSymbol } from '../../../schema/market/indices.ts'
import type { LegOrigin } from './legs.ts'
import type { SignalSide } from '../../../schema/trading/SignalSide.ts'
import type { EntryOrder } from '../orders/orders.ts'

/** What a leg is of, as the order that opens it and its signal say. Written out, not spread: this is done ten thousand times at once. */
export function originOfEntry(
  entry: EntryOrder,
  { market, index, side }: { readonly market: string; readonly index: IndexSymbol; readonly side: SignalSide },
): LegOrigin {
  return {
    id: entry.legId,
    tradeId: entry.tradeId,
    userId: entry.userId,
    subscriptionId: entry.subscriptionId,
    strategyId: entry.strategyId,
    version: entry.version,
    market,
    mode: entry.mode,
    index,
    signal: side,
    side: entry.side,
    contract: entry.contract,
    terms: entry.terms,
  }
}
