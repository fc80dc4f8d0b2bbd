import { useQuery } from '@apollo/client/react'
import { useOnline } from '../lib/useOnline.ts'
import { MarketStatusDocument } from './generated/graphql.ts'
import { useSocketStore } from './useSocketStore.ts'

/**
 * Why trading cannot be changed from this screen at present, as a sentence; null when it can. An emergency stop is never
 * held back by it. Asks nobody: many buttons may use it, and the shell keeps the market's status current.
 */
export function useTradingBlock(): string | null {
  const online = useOnline()
  const lost = useSocketStore(({ phase }) => phase === 'lost')
  const { data } = useQuery(MarketStatusDocument, { fetchPolicy: 'cache-only' })
  if (!online) return 'You are offline: this works again when the network is back.'
  if (lost) return 'The connection is lost: this works again when it is back.'
  return data?.marketStatus.engineRunning === false ? 'The engine does not respond: this works again when it does.' : null
}
