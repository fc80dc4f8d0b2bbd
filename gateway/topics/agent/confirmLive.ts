import type { Transaction } from '../../../prisma/client.ts'
import { unmetAgentGates } from '../../../prisma/liveGates/unmetAgentGates.ts'
import type { AgentSettings as AgentRow } from '../../../prisma/generated/client.ts'
import type { AllowLive } from '../../../schema/allowLive.ts'
import { UserFacingError } from '../../../schema/errors.ts'
import { shownIndex, type IndexSymbol } from '../../../schema/market/indices.ts'
import { agentWord } from '../../../schema/trading/agentGates.ts'
import { toGate } from './LiveIndices.ts'

/** What is confirmed, and where. */
interface Confirming {
  readonly symbol: IndexSymbol
  readonly typed: string
  readonly market: string
  readonly allowed: AllowLive
}

/** What was confirmed, for the audit log. */
export interface ConfirmedIndex {
  readonly index: string
  readonly lots: number
  readonly version: number
}

/**
 * Stores that a user's agent may trade an index live with the lots of its settings, by the version of the model that runs. `agent` is locked.
 * Throws BAD_USER_INPUT when the index is not in the mandate or something else was typed, FORBIDDEN on paper and with every other gate that
 * is unmet.
 */
export async function confirmLive(
  tx: Transaction,
  agent: AgentRow,
  { symbol, typed, market, allowed }: Confirming,
): Promise<ConfirmedIndex> {
  const { userId, symbols, quantityLots: lots } = agent
  const index = shownIndex(symbol)
  if (!symbols.includes(symbol))
    throw new UserFacingError('BAD_USER_INPUT', `${index} is not among the indices of your agent.`, { index: 'unknown' })
  if (agent.paperTrade)
    throw new UserFacingError('FORBIDDEN', 'Live trading by the agent is off. Switch Paper Trading Mode off in its settings first.')
  const word = agentWord(index, lots)
  if (typed !== word) throw new UserFacingError('BAD_USER_INPUT', `Type ${word} to confirm it.`, { typed: `Type ${word}` })
  const version = (await tx.agentService.findUnique({ where: { market }, select: { version: true } }))?.version ?? 0
  const confirmed = { lots, version, confirmedAt: new Date() }
  await tx.agentConfirmation.upsert({
    where: { userId_symbol: { userId, symbol } },
    create: { userId, symbol, ...confirmed },
    update: confirmed,
  })
  const unmet = (await unmetAgentGates(tx, [userId], { market, allowed, now: Date.now() })).get(userId)?.get(symbol) ?? []
  if (unmet.length > 0) {
    const lacks = unmet.map((gate) => `${toGate(gate).name}: ${toGate(gate).todo}`)
    throw new UserFacingError('FORBIDDEN', ['Live trading by the agent is off.', ...lacks].join(' '))
  }
  return { index, lots, version }
}
