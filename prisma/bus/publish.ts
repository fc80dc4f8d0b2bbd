import type { HeardEvent, LastingEvent } from '../../schema/events/SakhaEvent.ts'
import { arrayLiteral } from '../arrayLiteral.ts'
import { joinUpTo } from './joinUpTo.ts'
import { MAX_EVENT_BYTES } from './message.ts'
import { markPublished } from '../nudges.ts'
import { causedBy } from '../requestIds.ts'
import type { Statements } from '../inTransaction.ts'

/**
 * Publishes events to every listener. Inside a transaction they are published after the commit, or not at all. Events of transactions
 * that wait for each other keep the order of the commits, when each publishes after it has waited. What nobody was there to hear reaches
 * the next listener. Throws when an event is too large for one notification.
 * Raw SQL: one statement for a batch, in order (unnest).
 */
export async function publish(db: Statements, ...events: readonly LastingEvent[]): Promise<void> {
  if (events.length === 0) return
  markPublished(db)
  // One signal makes ten thousand events at once: a row holds as many as a notification does.
  const rows = joinUpTo(MAX_EVENT_BYTES, events.map(printed))
  const payloads = arrayLiteral(rows.map(({ payload }) => payload))
  const counts = arrayLiteral(rows.map((row) => row.events))
  await db.$executeRaw`
    INSERT INTO "Outbox" (payload, events)
    SELECT payload, events FROM unnest(${payloads}::text[], ${counts}::int[]) WITH ORDINALITY AS row(payload, events, place) ORDER BY place`
}

function printed(event: LastingEvent) {
  const payload = JSON.stringify({ ...event, ...causedBy() } satisfies HeardEvent)
  if (Buffer.byteLength(payload) > MAX_EVENT_BYTES) throw new RangeError(`event ${event.type} is larger than ${MAX_EVENT_BYTES} bytes`)
  return { payload, events: 1 }
}
