import type { HeardEvent, LastingEvent } from '../../schema/events/SakhaEvent.ts'
import type { BusSubscription } from './port.ts'
import { PostgresBus } from './PostgresBus.ts'

/** Bus.listen (port.ts) of a database's own bus, without the numbers. `causedBy`: the id of the request that caused the event, if one did. */
export async function listen(
  databaseUrl: string,
  onEvent: (event: LastingEvent, causedBy?: string) => void,
  onReconnect: () => void,
): Promise<BusSubscription> {
  const bus = new PostgresBus(databaseUrl)
  const hearing = { onEvent: ({ causedBy, ...event }: HeardEvent) => onEvent(event, causedBy), onReconnect }
  const subscription = await bus.listen(hearing).catch(async (error: unknown) => {
    await bus.close()
    throw error
  })
  return {
    async close() {
      await subscription.close()
      await bus.close()
    },
  }
}
