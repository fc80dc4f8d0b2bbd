import type { LastingEvent } from '../../schema/events/SakhaEvent.ts'
import type { BusSubscription } from './port.ts'
import { PostgresBus } from './PostgresBus.ts'

/** Bus.listen (port.ts) of a database's own bus, without the numbers. */
export async function listen(
  databaseUrl: string,
  onEvent: (event: LastingEvent) => void,
  onReconnect: () => void,
): Promise<BusSubscription> {
  const bus = new PostgresBus(databaseUrl)
  const subscription = await bus.listen({ onEvent, onReconnect }).catch(async (error: unknown) => {
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
