import type pg from 'pg'
import type { BusSubscription } from './port.ts'
import { connect } from '../connect.ts'

const RECONNECT_MS = [100, 250, 500, 1_000, 2_000, 5_000]
/** A connection that nobody has ended may be dead all the same. */
const LOOK_MS = 5_000

export interface Listener {
  readonly channel: string
  onPayload(payload: string): void
  /** Runs on each connection as soon as it listens, and every few seconds; one on which it rejects is given up. */
  look(client: pg.Client): Promise<void>
}

/**
 * Listens on a connection of its own and comes back after a loss. Resolves when the first connection listens and has been looked at;
 * rejects when that one cannot be made.
 * Raw SQL: LISTEN.
 */
export async function keepListening(databaseUrl: string, { channel, onPayload, look }: Listener): Promise<BusSubscription> {
  let closed = false
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined

  async function open(): Promise<void> {
    const next = await connect(databaseUrl, `listener of ${channel}`)
    next.on('notification', ({ payload }) => onPayload(payload ?? ''))
    try {
      await next.query(`LISTEN ${channel}`)
      await look(next)
      if (closed) throw new Error('closed')
    } catch (error) {
      await next.end().catch(() => undefined)
      throw error
    }
    client = next
    let looks = false
    const looking = setInterval(() => {
      // pg takes one statement at a time.
      if (looks) return
      looks = true
      void look(next)
        .catch(() => next.end().catch(() => undefined))
        .finally(() => (looks = false))
    }, LOOK_MS)
    next.on('end', () => {
      clearInterval(looking)
      if (client === next) client = null
      retry(0)
    })
  }

  function retry(attempt: number): void {
    if (closed) return
    const wait = RECONNECT_MS[Math.min(attempt, RECONNECT_MS.length - 1)]
    timer = setTimeout(() => void open().catch(() => retry(attempt + 1)), wait)
  }

  await open()
  return {
    async close() {
      closed = true
      clearTimeout(timer)
      await client?.end()
    },
  }
}
