import type { AgentTradeKind } from '../../schema/trading/agent.ts'
import type { Database } from '../client.ts'
import { createStrategy } from '../createStrategy.ts'

const NAMES: Readonly<Record<AgentTradeKind, { readonly slug: string; readonly name: string; readonly description: string }>> = {
  PROVEN: {
    slug: 'ai-trading-agent',
    name: 'AI Trading Agent',
    description: 'Trades of the AI trading agent whose gate was open.',
  },
  EXPLORATORY: {
    slug: 'ai-trading-agent-unproven',
    name: 'AI Trading Agent (UNPROVEN)',
    description: 'Paper trades by which the AI trading agent explores what is not proven.',
  },
}

/**
 * Adds the strategies that the AI trading agent's trades are of, one for each kind, where they are missing. Being strategies, they pass the
 * order gate, kill switches and books like any other. They are archived from the start: nobody is offered them.
 */
export async function createAgentStrategies(db: Database): Promise<void> {
  for (const [agent, { slug, name, description }] of Object.entries(NAMES) as [AgentTradeKind, (typeof NAMES)[AgentTradeKind]][]) {
    if ((await db.strategy.count({ where: { agent } })) > 0) continue
    const identity = { slug, name, description, type: 'agent', category: 'agent', agent, archivedAt: new Date() }
    await createStrategy(db, identity, { rules: {}, instruments: [] })
  }
}
