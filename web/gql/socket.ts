import { createClient } from 'graphql-ws'
import { refreshSession } from '../lib/session/refreshSession.ts'
import { tokenStorage } from '../lib/session/tokenStorage.ts'
import { useSocketStore } from './useSocketStore.ts'

/** The gateway closes with this when a token is refused or has run out. */
const FORBIDDEN = 4403
/** Ours: a ping was not answered. */
const SILENT = 4408
const PING_EVERY_MS = 10_000
const PONG_WITHIN_MS = 5_000
const LONGEST_WAIT_MS = 10_000

let refusedToken: string | null = null
let usedToken: string | null = null
let pongDeadline: number | undefined
let link: WebSocket | null = null

async function freshToken(): Promise<{ token: string | null }> {
  if (refusedToken !== null) await refreshSession(refusedToken)
  refusedToken = null
  usedToken = tokenStorage.access()
  return { token: usedToken }
}

/** Waits, but no longer than until the network is back. */
function waitOrOnline(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      window.clearTimeout(timer)
      window.removeEventListener('online', end)
      resolve()
    }
    const timer = window.setTimeout(end, ms)
    window.addEventListener('online', end)
  })
}

// Connections from before a network change may be dead silently: a new one shows, and missed data is refetched.
window.addEventListener('online', () => link?.close(SILENT, 'The network was away'))

/**
 * The one socket of all subscriptions: opened by the first, closed after the last. It reconnects with growing waits, refreshes the session
 * when the gateway refuses the token, and treats a silent connection as lost.
 */
export const socket = createClient({
  url: `${window.location.protocol === 'https:' ? 'wss' : 'ws'}://${window.location.host}/graphql`,
  connectionParams: freshToken,
  keepAlive: PING_EVERY_MS,
  retryAttempts: Infinity,
  shouldRetry: () => tokenStorage.access() !== null,
  retryWait: (attempt) => {
    useSocketStore.setState({ phase: 'lost', attempts: attempt + 1 })
    const wait = Math.min(LONGEST_WAIT_MS, 250 * 2 ** attempt)
    // Spread, so that all browsers do not come back to a restarted gateway in the same instant.
    return waitOrOnline(wait * (0.5 + Math.random() / 2))
  },
  on: {
    opened: (opened) => {
      link = opened instanceof WebSocket ? opened : null
    },
    connected: () => useSocketStore.setState({ phase: 'connected', attempts: 0 }),
    ping: (received) => {
      if (!received) pongDeadline = window.setTimeout(() => link?.close(SILENT, 'No answer to a ping'), PONG_WITHIN_MS)
    },
    pong: (received) => {
      if (received) window.clearTimeout(pongDeadline)
    },
    closed: (event) => {
      window.clearTimeout(pongDeadline)
      const code = event instanceof CloseEvent ? event.code : 0
      if (code === FORBIDDEN) refusedToken = usedToken
      useSocketStore.setState({ phase: code === 1000 ? 'idle' : 'lost' })
    },
  },
})
