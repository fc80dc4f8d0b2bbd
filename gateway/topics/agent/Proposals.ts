import { publish } from '../../../prisma/bus/publish.ts'
import type { Database, Transaction } from '../../../prisma/client.ts'
import { UserFacingError } from '../../../schema/errors.ts'
import type { AgentProposal } from '../../../schema/graphql/agentProposal.ts'
import type { AgentAnswer } from '../../../schema/trading/agent.ts'
import type { Device } from '../../kit/Device.ts'
import { engineAway } from '../../kit/engineAway.ts'
import type { EventWaits } from '../../kit/EventWaits.ts'
import { parseInput } from '../../kit/parseInput.ts'
import { refuseAnswered, type Answered } from '../../kit/refuseAnswered.ts'
import type { Principal } from '../../kit/Principal.ts'
import { DECISION_MS, waitingQuestions } from '../../kit/waitingQuestions.ts'
import { recordAudit } from '../audit/recordAudit.ts'
import type { EngineStates } from '../market/EngineStates.ts'
import { answerInput } from './input.ts'
import { toProposal } from './toProposal.ts'

const include = { analysis: true, denial: true } as const

interface Parts {
  readonly db: Database
  readonly engine: EngineStates
  readonly waits: EventWaits
}

/** The trades that users' agents ask them about, and what they answer. */
export class Proposals {
  readonly #parts: Parts
  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** What waits for the word of each user, or for the engine after it, the newest first, by user. */
  async waiting(userIds: readonly string[]): Promise<Map<string, AgentProposal[]>> {
    const now = Date.now()
    const rows = await this.#parts.db.agentProposal.findMany({
      where: { userId: { in: [...userIds] }, OR: waitingQuestions(now) },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      include,
    })
    const waiting = new Map<string, AgentProposal[]>()
    for (const row of rows) waiting.set(row.userId, [...(waiting.get(row.userId) ?? []), toProposal(row, now)])
    return waiting
  }

  /**
   * The user's yes or no. After a yes it resolves when the engine has traded it or refused it, or after two seconds: then it is undecided
   * yet. The same answer again changes nothing and resolves with what came of the first. Throws NOT_FOUND when it is not the user's,
   * CONFLICT when it was answered otherwise or is over, UNAVAILABLE when the engine does not answer.
   */
  async answer({ userId, sessionId }: Principal, input: unknown, device: Device): Promise<AgentProposal> {
    const { db, engine, waits } = this.#parts
    const { id, approve } = parseInput(answerInput, input)
    const engineRuns = (await engine.read())?.running === true
    const answer: AgentAnswer = approve ? 'APPROVED' : 'DECLINED'
    await db.$transaction(async (tx) => {
      const before = await lockProposal(tx, userId, id)
      if (before.answer === answer) return
      refuseAnswered(before, { replaced: 'A newer proposal has replaced this one.', thing: 'proposal', undone: 'bought' })
      if (approve && !engineRuns) throw engineAway()
      await tx.agentProposal.update({ where: { id }, data: { answer, answeredAt: new Date() } })
      await publish(tx, { type: approve ? 'proposal.approved' : 'proposal.ended', proposalId: id, userId })
      const action = approve ? 'AGENT_PROPOSAL_APPROVED' : 'AGENT_PROPOSAL_DECLINED'
      await recordAudit(tx, { accountId: userId, action, device, sessionId })
    })
    const read = () => db.agentProposal.findUniqueOrThrow({ where: { id, userId }, include })
    if (approve)
      await waits.until({
        hears: (event) => event.type === 'proposal.ended' && event.proposalId === id,
        look: async () => (await read()).decidedAt !== null,
        timeoutMs: DECISION_MS,
      })
    return toProposal(await read(), Date.now())
  }
}

/** A user's proposal, and nobody else's to answer until the transaction ends. Throws NOT_FOUND. Raw SQL: it locks the row. */
async function lockProposal(tx: Transaction, userId: string, id: string): Promise<Answered> {
  const [found] = await tx.$queryRaw<Answered[]>`
    SELECT answer::text AS answer, "expiresAt" FROM "AgentProposal" WHERE id = ${id}::uuid AND "userId" = ${userId}::uuid FOR UPDATE`
  if (!found) throw new UserFacingError('NOT_FOUND', 'Your agent has no such proposal.')
  return found
}
