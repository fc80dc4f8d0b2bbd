import type { LastingEvent } from '../../schema/events/SakhaEvent.ts'

/** The channel that messages travel on. */
export const EVENT_CHANNEL = 'sakha'
/** PostgreSQL refuses notifications of 8,000 bytes and more; so much is left for events beside a message's number. */
export const MAX_EVENT_BYTES = 7_900

/** Events that travel together. */
export interface Message {
  /** Of the last event; those before it have the numbers before. */
  readonly number: number
  readonly events: readonly LastingEvent[]
}

/** A message as it is notified and kept; `payload` is its events as JSON, parted by commas. */
export function printMessage(number: number, payload: string): string {
  return `{"number":${number},"events":[${payload}]}`
}

/** Null when somebody else wrote to the channel. */
export function parseMessage(text: string): Message | null {
  try {
    const value: unknown = JSON.parse(text)
    return isMessage(value) ? value : null
  } catch {
    return null
  }
}

function isMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null || !('number' in value) || !('events' in value)) return false
  return Number.isSafeInteger(value.number) && Array.isArray(value.events) && value.events.every(isEvent)
}

function isEvent(value: unknown): value is LastingEvent {
  return typeof value === 'object' && value !== null && 'type' in value
}
