import { useQuery } from '@apollo/client/react'
import type { TradeMode } from '../../schema/TradeMode.ts'
import { TradingModeDocument } from './generated/graphql.ts'

/** LIVE while anything of the user's is live, from the cache that the market strip fills; null while unknown. */
export function useTradingMode(): TradeMode | null {
  return useQuery(TradingModeDocument, { fetchPolicy: 'cache-only' }).data?.tradingMode ?? null
}

/** What is started or stopped when all of the user's strategies are: while the mode is unknown, both. */
export const modesOf = (mode: TradeMode | null): string => (mode === 'PAPER' ? 'PAPER' : 'PAPER and LIVE')
