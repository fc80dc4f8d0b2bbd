import type { AgentTradeKind } from '../../../schema/trading/agent.ts'
import type { SignalSide } from '../../../schema/trading/SignalSide.ts'

/** Why the AI trading agent opened a trade, in the place of a rule. */
export function agentRule(kind: AgentTradeKind, side: SignalSide): string {
  const option = side === 'LONG' ? 'call' : 'put'
  return kind === 'PROVEN'
    ? `The agent's analysis led to a ${option} and its gate was open`
    : `UNPROVEN: the agent's analysis leaned to a ${option}`
}
