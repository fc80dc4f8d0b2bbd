import { listen } from '../../prisma/bus/listen.ts'
import type { BusSubscription } from '../../prisma/bus/port.ts'
import type { LastingEvent } from '../../schema/events/SakhaEvent.ts'

/**
 * Calls the function of an event's type whenever it comes, and all of them when the connection was lost for so long that what
 * was missed is unknown. Rejects when the database cannot be reached at first.
 */
export async function onChange(databaseUrl: string, changed: Partial<Record<LastingEvent['type'], () => void>>): Promise<BusSubscription> {
  return listen(
    databaseUrl,
    ({ type }) => changed[type]?.(),
    () => {
      for (const call of Object.values(changed)) call()
    },
  )
}
