import { err, type Result } from '../../../schema/errors.ts'
import { PROPOSAL_MOVE_PERCENT } from '../../../schema/trading/agent.ts'
import type { Denial } from '../../../schema/trading/denials.ts'
import type { Account, EntryPlan } from '../../trading/risk/assess.ts'
import type { ApprovedProposal } from './AgentTradeRecords.ts'
import { assessAgent, type AgentCandidate, type AgentMoment } from './assessAgent.ts'

/**
 * Whether a user gets what he has approved: everything that `assessAgent` asks, of him and the market as they are now. Never more lots than
 * he read, and not at a price that is far from the one he read. `moment`: with the option that was proposed.
 */
export function assessProposal(
  { lots, premium: proposed }: ApprovedProposal,
  candidate: AgentCandidate,
  account: Account,
  moment: AgentMoment,
): Result<EntryPlan, Denial> {
  if (candidate.bar !== null) return err({ reason: 'AGENT_BARRED', numbers: { bar: candidate.bar } })
  const settings = { ...candidate.settings, lots: Math.min(lots, candidate.settings.lots) }
  const assessed = assessAgent({ ...candidate, settings }, account, moment)
  const { premium } = moment
  if (!assessed.ok || premium === null) return assessed
  const movedPercent = (100 * Math.abs(premium - proposed)) / proposed
  return movedPercent > PROPOSAL_MOVE_PERCENT
    ? err({ reason: 'PRICE_MOVED', numbers: { proposed, premium, limitPercent: PROPOSAL_MOVE_PERCENT } })
    : assessed
}
