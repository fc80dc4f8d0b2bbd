import { useSyncExternalStore } from 'react'
import { SECOND } from '../../schema/time.ts'
import { SESSION_LIMITS } from '../../schema/limits.ts'
import { useNow } from '../lib/useNow.ts'
import { livePrices } from './livePrices.ts'
import { useMarket } from './useMarket.ts'
import { useSocketStore } from './useSocketStore.ts'

/** How far the prices on screen can be trusted. */
export interface Connection {
  readonly kind: 'live' | 'connecting' | 'closed' | 'delayed' | 'lost' | 'engine-down' | 'offline'
  readonly text: string
}

/** The state of the whole line from the market to this screen, the worst fault first; renewed every second. */
export function useConnection(): Connection {
  const online = useSyncExternalStore(watchOnline, () => navigator.onLine)
  const socket = useSocketStore()
  const market = useMarket()
  const now = useNow(SECOND)

  if (!online) return { kind: 'offline', text: 'Offline' }
  if (socket.phase === 'lost') return { kind: 'lost', text: `Reconnecting (${Math.max(1, socket.attempts)})` }
  if (market && !market.engineRunning) return { kind: 'engine-down', text: 'Engine not responding' }
  if (market && !market.isOpenAt(now)) return { kind: 'closed', text: 'Market closed' }
  if (!market || livePrices.receivedAt === null) return { kind: 'connecting', text: 'Connecting' }
  const age = now - livePrices.receivedAt
  if (age > SESSION_LIMITS.staleFeedMs) return { kind: 'delayed', text: `Delayed ${Math.floor(age / SECOND)} s` }
  return { kind: 'live', text: 'Live' }
}

function watchOnline(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
