import pg from 'pg'
import type { SakhaEvent } from '../schema/events.ts'
import { arrayLiteral } from './arrayLiteral.ts'
import type { Database, Transaction } from './client.ts'

const CHANNEL = 'sakha'
/** PostgreSQL refuses payloads of 8,000 bytes and more. */
const MAX_PAYLOAD = 7_900
const RECONNECT_MS = [100, 250, 500, 1_000, 2_000, 5_000]

/**
 * Tells every listener of some events, in one statement. Inside a transaction they leave with the commit, or not at all.
 * Throws when an event is too large for one notification.
 */
export async function publish(db: Database | Transaction, ...events: readonly SakhaEvent[]): Promise<void> {
  if (events.length === 0) return
  const payloads = events.map((event) => JSON.stringify(event))
  const tooLarge = payloads.findIndex((payload) => Buffer.byteLength(payload) > MAX_PAYLOAD)
  if (tooLarge >= 0) throw new RangeError(`event ${events[tooLarge]?.type} is larger than ${MAX_PAYLOAD} bytes`)
  await db.$executeRaw`SELECT pg_notify(${CHANNEL}, payload) FROM unnest(${arrayLiteral(payloads)}::text[]) AS payload`
}

export interface BusSubscription {
  close(): Promise<void>
}

/**
 * Listens on a connection of its own and comes back after a loss.
 * `onReconnect` runs after every reconnection: events may have been missed, so read again what matters.
 * Resolves when the first connection listens; rejects when that one cannot be made.
 */
export async function listen(url: string, onEvent: (event: SakhaEvent) => void, onReconnect: () => void): Promise<BusSubscription> {
  let closed = false
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | null = null

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: url, keepAlive: true })
    next.on('notification', (message) => {
      const event = parseEvent(message.payload ?? '')
      if (event) onEvent(event)
      else process.emitWarning(`A notification on the channel "${CHANNEL}" is no event and was passed over.`)
    })
    // Before it listens, a failure is the rejection of this function; the events say the same.
    const onLoss = () => {
      if (client !== next) return
      client = null
      retry(0)
    }
    next.on('error', onLoss)
    next.on('end', onLoss)
    try {
      await next.connect()
      await next.query(`LISTEN ${CHANNEL}`)
      if (!closed) client = next
    } finally {
      if (client !== next) await next.end().catch(() => undefined)
    }
  }

  function retry(attempt: number): void {
    if (closed) return
    const wait = RECONNECT_MS[Math.min(attempt, RECONNECT_MS.length - 1)]
    timer = setTimeout(() => void connect().then(onReconnect, () => retry(attempt + 1)), wait)
  }

  await connect()
  return {
    async close() {
      closed = true
      if (timer) clearTimeout(timer)
      await client?.end()
    },
  }
}

/** Null when somebody else wrote to the channel. */
function parseEvent(payload: string): SakhaEvent | null {
  try {
    const value: unknown = JSON.parse(payload)
    return typeof value === 'object' && value !== null && 'type' in value ? (value as SakhaEvent) : null
  } catch {
    return null
  }
}
