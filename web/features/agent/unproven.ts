import type { AgentTradeKind } from '../../../schema/trading/agent.ts'

/** What a figure says about itself when it is of exploratory trades. */
export const unproven = (kind: AgentTradeKind | null): string => (kind === 'EXPLORATORY' ? ', UNPROVEN' : '')
