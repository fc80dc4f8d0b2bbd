import type { AgentStanding } from '../../../schema/graphql/agentStanding.ts'
import type { AgentTradeKind } from '../../../schema/trading/agent.ts'
import { describeStanding, standingOf } from '../../../schema/trading/agentStanding.ts'

/** What the gates of an analysis say of its record, by itself or of a trade that it led to, as the API shows it; null: no key speaks for its lookback. */
export function toStanding(record: Parameters<typeof standingOf>[0], trade: AgentTradeKind | null = null): AgentStanding | null {
  const standing = standingOf(record)
  return standing && { ...standing, text: describeStanding(standing, trade === 'EXPLORATORY') }
}
