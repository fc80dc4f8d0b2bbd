import { MINUTE, SECOND, type Instant } from '../../../schema/time.ts'
import { withUnit } from '../../lib/withUnit.ts'
import type { WarmingUpPartsFragment } from '../../gql/generated/graphql.ts'

/** `Warming up: 61 of 207 sessions of history, ready in about 3 min`. `now`: real time. */
export function warmingUpText({ sessions, sessionsNeeded, readyAt }: WarmingUpPartsFragment, now: Instant): string {
  return `Warming up: ${sessions} of ${sessionsNeeded} sessions of history, ${readyText(readyAt === null ? null : Date.parse(readyAt) - now)}`
}

function readyText(ms: number | null): string {
  if (ms === null) return 'the rest comes with each trading day'
  if (ms < 10 * SECOND) return 'ready in a moment'
  return ms < 90 * SECOND
    ? `ready in about ${withUnit(Math.round(ms / SECOND), 's')}`
    : `ready in about ${withUnit(Math.round(ms / MINUTE), 'min')}`
}
