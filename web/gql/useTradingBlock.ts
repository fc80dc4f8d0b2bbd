import { useOnline } from '../lib/useOnline.ts'
import { useMarket } from './useMarket.ts'
import { useSocketStore } from './useSocketStore.ts'

/**
 * Why trading cannot be changed from this screen at present, as a sentence; null when it can. An emergency stop is never
 * held back by it.
 */
export function useTradingBlock(): string | null {
  const online = useOnline()
  const lost = useSocketStore(({ phase }) => phase === 'lost')
  const market = useMarket()
  if (!online) return 'You are offline: this works again when the network is back.'
  if (lost) return 'The connection is lost: this works again when it is back.'
  return market?.engineRunning === false ? 'The engine does not respond: this works again when it does.' : null
}
