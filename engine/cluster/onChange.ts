import type { Logger } from 'pino'
import { listen } from '../../prisma/bus/listen.ts'
import type { BusSubscription } from '../../prisma/bus/port.ts'
import type { LastingEvent } from '../../schema/events/SakhaEvent.ts'

/**
 * Calls the function of an event's type whenever it comes, with a line in the log when a request caused it, and all of them when the connection was lost for so long that what
 * was missed is unknown. Rejects when the database cannot be reached at first.
 */
export async function onChange(
  databaseUrl: string,
  changed: Partial<Record<LastingEvent['type'], () => void>>,
  log: Pick<Logger, 'info'>,
): Promise<BusSubscription> {
  return listen(
    databaseUrl,
    (event, requestId) => {
      const call = changed[event.type]
      if (call && requestId !== undefined) log.info({ requestId, event }, 'a request has changed something')
      call?.()
    },
    () => {
      for (const call of Object.values(changed)) call()
    },
  )
}
