import { registerEnumType } from 'type-graphql'
import { AGENT_TRADE_KINDS, type AgentTradeKind } from '../trading/agent.ts'
import { enumOf } from './enumOf.ts'

export const AgentTradeKindEnum = enumOf(AGENT_TRADE_KINDS)
registerEnumType(AgentTradeKindEnum, {
  name: 'AgentTradeKind',
  description: 'On what a trade of the agent rests.',
  valuesConfig: {
    PROVEN: { description: 'Its gate was open.' },
    EXPLORATORY: { description: 'UNPROVEN: on paper only, to watch the agent think. What its record came to stands beside each.' },
  } satisfies Record<AgentTradeKind, { readonly description: string }>,
})
