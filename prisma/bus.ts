import pg from 'pg'
import type { SakhaEvent } from '../schema/events.ts'
import { arrayLiteral } from './arrayLiteral.ts'
import type { Statements } from './inTransaction.ts'

const CHANNEL = 'sakha'
/** PostgreSQL refuses payloads of 8,000 bytes and more. */
const MAX_PAYLOAD = 7_900
const RECONNECT_MS = [100, 250, 500, 1_000, 2_000, 5_000]

/**
 * Tells every listener of some events, in one statement. Inside a transaction they leave with the commit, or not at all.
 * Throws when an event is too large for one notification.
 */
export async function publish(db: Statements, ...events: readonly SakhaEvent[]): Promise<void> {
  if (events.length === 0) return
  await db.$executeRaw`SELECT pg_notify(${CHANNEL}, payload) FROM unnest(${arrayLiteral(packed(events))}::text[]) AS payload`
}

/** As few notifications as hold the events, in their order: each is a JSON array. One signal makes ten thousand events at once. */
function packed(events: readonly SakhaEvent[]): string[] {
  const payloads: string[] = []
  let waiting: string[] = []
  let bytes = 0
  const pack = () => {
    payloads.push(`[${waiting.join(',')}]`)
    waiting = []
    bytes = 0
  }
  for (const event of events) {
    const text = JSON.stringify(event)
    // With the comma or bracket after it.
    const size = Buffer.byteLength(text) + 1
    if (size + 1 > MAX_PAYLOAD) throw new RangeError(`event ${event.type} is larger than ${MAX_PAYLOAD} bytes`)
    if (bytes + size + 1 > MAX_PAYLOAD) pack()
    waiting.push(text)
    bytes += size
  }
  pack()
  return payloads
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
      const events = parseEvents(message.payload ?? '')
      if (events) for (const event of events) onEvent(event)
      else process.emitWarning(`A notification on the channel "${CHANNEL}" holds no events and was passed over.`)
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
function parseEvents(payload: string): readonly SakhaEvent[] | null {
  try {
    const values: unknown = JSON.parse(payload)
    return Array.isArray(values) && values.every(isEvent) ? values : null
  } catch {
    return null
  }
}

function isEvent(value: unknown): value is SakhaEvent {
  return typeof value === 'object' && value !== null && 'type' in value
}
