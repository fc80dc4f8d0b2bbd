import type { Database } from '../../../prisma/client.ts'
import { unmetAgentGates } from '../../../prisma/liveGates/unmetAgentGates.ts'
import type { AllowLive } from '../../../schema/allowLive.ts'
import type { AgentLiveGate, AgentLiveIndex } from '../../../schema/graphql/agentLive.ts'
import { shownIndex } from '../../../schema/market/indices.ts'
import { AGENT_CONFIRMATION_TEXT, AGENT_GATES, agentWord, ENTRY_GATE_TEXTS, type EntryGate } from '../../../schema/trading/agentGates.ts'
import type { EngineStates } from '../market/EngineStates.ts'
import type { StoredAgent } from './storedAgent.ts'

interface Parts {
  readonly db: Database
  readonly engine: EngineStates
  /** Who may trade live in this installation. */
  readonly allowLive: AllowLive
}

/** What the agents of users lack to trade their indices live. */
export class LiveIndices {
  readonly #parts: Parts
  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Of agents by user, each index of the mandate in its order; before a user's first change of the agent what the agent lacks by itself. */
  async of(agents: ReadonlyMap<string, StoredAgent>): Promise<Map<string, AgentLiveIndex[]>> {
    const { db, engine, allowLive } = this.#parts
    const userIds = [...agents.keys()]
    const market = (await engine.read())?.market ?? ''
    const [unmet, confirmations] = await Promise.all([
      unmetAgentGates(db, userIds, { market, allowed: allowLive, now: Date.now() }),
      db.agentConfirmation.findMany({ where: { userId: { in: userIds } } }),
    ])
    const confirmedAt = new Map(confirmations.map((each) => [`${each.userId} ${each.symbol}`, each.confirmedAt]))
    return new Map(
      [...agents].map(([userId, { symbols, quantityLots }]) => [
        userId,
        symbols.map((symbol): AgentLiveIndex => {
          const lacks: readonly EntryGate[] = unmet.get(userId)?.get(symbol) ?? AGENT_GATES
          return {
            index: shownIndex(symbol),
            unmetGates: lacks.map(toGate),
            word: agentWord(shownIndex(symbol), quantityLots),
            confirmedAt: lacks.includes('CONFIRMATION') ? null : (confirmedAt.get(`${userId} ${symbol}`) ?? null),
          }
        }),
      ]),
    )
  }
}

/** A gate in words, as the agent's page has them. */
export function toGate(gate: EntryGate): AgentLiveGate {
  const { name, todo, link } = gate === 'CONFIRMATION' ? AGENT_CONFIRMATION_TEXT : ENTRY_GATE_TEXTS[gate]
  return { gate, name, todo, link }
}
