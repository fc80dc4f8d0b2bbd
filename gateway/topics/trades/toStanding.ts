import type { AgentStanding } from '../../../schema/graphql/agentStanding.ts'
import { describeStanding, standingOf } from '../../../schema/trading/agentStanding.ts'

/** What the gates of an analysis say of its record, as the API shows it; null: no key speaks for its lookback. */
export function toStanding(record: Parameters<typeof standingOf>[0]): AgentStanding | null {
  const standing = standingOf(record)
  return standing && { ...standing, text: describeStanding(standing) }
}
