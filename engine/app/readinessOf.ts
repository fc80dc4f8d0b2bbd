import { SESSION_LIMITS } from '../../schema/limits.ts'
import { SECOND } from '../../schema/time.ts'
import type { FeedState } from '../broker/port.ts'
import type { Readiness } from '../runtime/HealthServer.ts'

export interface ReadinessParts {
  /** Why the database takes nothing; null: it does. */
  readonly databaseProblem: string | null
  readonly broker: FeedState
  /** Since an index last ticked, Infinity when none ever did; null: none is to tick now. */
  readonly silentMs: number | null
}

/** Whether an engine has what it needs to trade, and why what is missing is missing. */
export function readinessOf({ databaseProblem, broker, silentMs }: ReadinessParts): Readiness {
  const feed = silentMs === null || silentMs <= SESSION_LIMITS.staleFeedMs
  const why = [
    ...(databaseProblem === null ? [] : [databaseProblem]),
    ...(broker.kind === 'connected' ? [] : [`the broker’s feed is ${describeFeed(broker)}`]),
    ...(feed ? [] : [`no index has ticked ${silentMs === Infinity ? 'yet' : `for ${Math.round(silentMs / SECOND)} s`} in a session`]),
  ]
  return { database: databaseProblem === null, broker: broker.kind === 'connected', feed, why }
}

function describeFeed(state: Exclude<FeedState, { readonly kind: 'connected' }>): string {
  return state.kind === 'closed' ? 'closed' : `lost, attempt ${state.attempt} to connect is under way: ${state.reason}`
}
