import { EventReader } from '../EventReader.ts'
import { keepListening } from '../keepListening.ts'
import { EVENT_CHANNEL } from '../message.ts'
import type { BusSubscription, Hearing } from '../port.ts'

/** Listens, and leaves it to others to relay. For tests only. */
export function listenWithoutRelay(databaseUrl: string, hearing: Hearing): Promise<BusSubscription> {
  const reader = new EventReader(hearing)
  return keepListening(databaseUrl, {
    channel: EVENT_CHANNEL,
    onPayload: (text) => reader.take(text),
    look: (client) => reader.catchUp(client),
  })
}
