import type { AgentSettings as AgentRow } from '../../../prisma/generated/client.ts'
import type { AgentMandate, AgentSettings } from '../../../schema/graphql/agent.ts'
import { shownIndex } from '../../../schema/market/indices.ts'
import { AGENT_DEFAULTS, AGENT_MANDATE } from '../../../schema/trading/agent.ts'
import { rupees } from '../../kit/rupees.ts'

/** What is stored of a user's agent. */
export type StoredAgent = Omit<AgentRow, 'userId' | 'version' | 'updatedAt'>

const stored = (amount: number | null) => (amount === null ? null : BigInt(amount))

/** The agent of a user who has never changed anything. */
export const UNTOUCHED_AGENT: StoredAgent = {
  enabled: false,
  paperTrade: AGENT_DEFAULTS.paperTrade,
  capitalPaise: BigInt(AGENT_DEFAULTS.capital),
  quantityLots: AGENT_DEFAULTS.quantityLots,
  riskPerTrade: AGENT_DEFAULTS.riskPerTrade,
  analysisIntervalMinutes: AGENT_DEFAULTS.analysisIntervalMinutes,
  maxTradesPerDay: AGENT_DEFAULTS.maxTradesPerDay,
  lookbackPeriod: AGENT_DEFAULTS.lookbackPeriod,
  exploration: AGENT_MANDATE.exploration,
  step: AGENT_MANDATE.step,
  symbols: [...AGENT_MANDATE.symbols],
  softDrawdownPaise: stored(AGENT_MANDATE.softDrawdown),
  hardDrawdownPaise: stored(AGENT_MANDATE.hardDrawdown),
  countedFrom: null,
  haltedAt: null,
  haltReason: null,
  enabledAt: null,
}

/** Its settings as the API shows them, in rupees. */
export function toAgentSettings(agent: StoredAgent): AgentSettings {
  const { quantityLots, riskPerTrade, analysisIntervalMinutes, maxTradesPerDay, lookbackPeriod, paperTrade } = agent
  return {
    capital: rupees(agent.capitalPaise),
    ...{ quantityLots, riskPerTrade, analysisIntervalMinutes, maxTradesPerDay, lookbackPeriod, paperTrade },
  }
}

/** What it may do beside, as the API shows it, in rupees. */
export function toAgentMandate(agent: StoredAgent): AgentMandate {
  const { step, exploration, softDrawdownPaise, hardDrawdownPaise, haltedAt, haltReason } = agent
  return {
    symbols: agent.symbols.map(shownIndex),
    ...{ step, exploration, haltedAt, haltReason },
    softDrawdown: softDrawdownPaise === null ? null : rupees(softDrawdownPaise),
    hardDrawdown: hardDrawdownPaise === null ? null : rupees(hardDrawdownPaise),
  }
}
