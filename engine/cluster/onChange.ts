import type { Logger } from 'pino'
import { listen } from '../../prisma/bus/listen.ts'
import type { BusSubscription } from '../../prisma/bus/port.ts'
import type { LastingEvent } from '../../schema/events/SakhaEvent.ts'
import { beginSpan } from '../../schema/tracing/spans.ts'

/** By type of event; called with it, or without one when events may have been missed. */
export type ChangeListeners = { readonly [Type in LastingEvent['type']]?: (event?: Extract<LastingEvent, { readonly type: Type }>) => void }

/**
 * Calls the functions of an event's type whenever it comes, with a line in the log and a span when a request caused it, and all of them when
 * the connection was lost for so long that missed events are unknown; in their order. Rejects when the database cannot be reached at first.
 */
export async function onChange(databaseUrl: string, all: readonly ChangeListeners[], log: Pick<Logger, 'info'>): Promise<BusSubscription> {
  return listen(
    databaseUrl,
    (event, requestId) => {
      const isHeard = all.some((changed) => changed[event.type] !== undefined)
      const endSpan = beginSpan()
      if (isHeard && requestId !== undefined) log.info({ requestId, event }, 'a request has changed something')
      for (const changed of all) tell(changed, event)
      if (isHeard && requestId !== undefined)
        endSpan?.({ name: `event ${event.type}`, requestId, kind: 'caused', attributes: { 'sakha.event': event.type } })
    },
    () => {
      for (const changed of all) for (const call of Object.values(changed)) call()
    },
  )
}

function tell<Type extends LastingEvent['type']>(changed: ChangeListeners, event: Extract<LastingEvent, { readonly type: Type }>): void {
  changed[event.type]?.(event)
}
