import type { TradePartsFragment } from '../../gql/generated/graphql.ts'
import { usePrice } from '../../gql/usePrice.ts'
import { TradeCard } from '../../ui/TradeCard.tsx'
import { tradeView } from './tradeView.ts'

/** A running trade's card, moving with its option's price. */
export function LiveTradeCard({ trade }: { trade: TradePartsFragment }) {
  const live = usePrice(trade.option)
  return <TradeCard trade={tradeView(trade, live?.price ?? trade.ltp)} />
}
