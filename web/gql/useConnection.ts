import { SECOND } from '../../schema/time.ts'
import { SESSION_LIMITS } from '../../schema/limits.ts'
import { useNow } from '../lib/useNow.ts'
import { useOnline } from '../lib/useOnline.ts'
import { useLivePrices } from './useLivePrices.ts'
import { useMarket } from './useMarket.ts'
import { useSocketStore } from './useSocketStore.ts'

/** How far the prices on screen can be trusted. Never in the word “live”, which means real money. */
export interface Connection {
  readonly kind: 'live' | 'connecting' | 'closed' | 'delayed' | 'lost' | 'engine-down' | 'offline'
  readonly text: string
  /** Whether the prices on screen may be out of date. */
  readonly stale: boolean
  /** How many seconds ago the last prices came, once that is too long; else null. */
  readonly age: number | null
}

/** The state of the whole line from the market to this screen, the worst fault first; renewed every second. */
export function useConnection(): Connection {
  const livePrices = useLivePrices()
  const online = useOnline()
  const socket = useSocketStore()
  const market = useMarket()
  const now = useNow(SECOND)

  const open = market === null || market.isOpenAt(now)
  const ageMs = livePrices.receivedAt === null ? 0 : now - livePrices.receivedAt
  const age = open && ageMs > SESSION_LIMITS.staleFeedMs ? Math.floor(ageMs / SECOND) : null
  const stale = age !== null

  if (!online) return { kind: 'offline', text: 'Offline', stale: true, age }
  if (socket.phase === 'lost') return { kind: 'lost', text: `Reconnecting (${Math.max(1, socket.attempts)})`, stale, age }
  if (market && !market.engineRunning) return { kind: 'engine-down', text: 'Engine not responding', stale: true, age }
  if (!open) return { kind: 'closed', text: 'Market closed', stale, age }
  if (!market || livePrices.receivedAt === null) return { kind: 'connecting', text: 'Connecting', stale, age }
  return stale ? { kind: 'delayed', text: 'Delayed', stale, age } : { kind: 'live', text: 'Prices on time', stale, age }
}
