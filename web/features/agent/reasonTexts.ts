import type { AgentReason } from '../../../schema/trading/agent.ts'

/** Why an analysis came to no trade, in a few words. */
export const REASON_TEXTS: Readonly<Record<AgentReason, string>> = {
  TOO_EARLY: 'Too early in the day',
  TOO_LATE: 'Too late in the day',
  HISTORY_SHORT: 'Too little history',
  DATA_GAP: 'Minutes missing',
  FLAT: 'No movement',
  FEW_ANALOGUES: 'Too few similar moments',
  NOT_SIMILAR: 'Not similar enough',
  BELOW_COSTS: 'Not enough after costs',
  UNPROVEN: 'Not proven',
  NO_QUOTE: 'No quote',
}
