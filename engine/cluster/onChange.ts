import { listen, type BusSubscription } from '../../prisma/bus.ts'
import type { SakhaEventType } from '../../schema/events.ts'

/**
 * Calls the function of an event's type whenever it comes, and all of them when the connection was lost for a while: what was missed
 * is unknown. Rejects when the database cannot be reached at first.
 */
export async function onChange(databaseUrl: string, changed: Partial<Record<SakhaEventType, () => void>>): Promise<BusSubscription> {
  return listen(
    databaseUrl,
    ({ type }) => changed[type]?.(),
    () => {
      for (const call of Object.values(changed)) call()
    },
  )
}
