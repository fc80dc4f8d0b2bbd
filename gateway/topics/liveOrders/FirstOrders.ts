import { publish } from '../../../prisma/bus/publish.ts'
import type { Database, Transaction } from '../../../prisma/client.ts'
import { UserFacingError } from '../../../schema/errors.ts'
import type { FirstOrder } from '../../../schema/graphql/liveOrders.ts'
import type { AgentAnswer } from '../../../schema/trading/agent.ts'
import type { Device } from '../../kit/Device.ts'
import { engineAway } from '../../kit/engineAway.ts'
import type { EventWaits } from '../../kit/EventWaits.ts'
import { parseInput } from '../../kit/parseInput.ts'
import type { Principal } from '../../kit/Principal.ts'
import { refuseAnswered, type Answered } from '../../kit/refuseAnswered.ts'
import { DECISION_MS, waitingQuestions } from '../../kit/waitingQuestions.ts'
import { recordAudit } from '../audit/recordAudit.ts'
import type { EngineStates } from '../market/EngineStates.ts'
import { answerInput } from './input.ts'
import { toFirstOrder, withFirstOrder } from './toFirstOrder.ts'

interface Parts {
  readonly db: Database
  readonly engine: EngineStates
  readonly waits: EventWaits
}

/** The first live orders that users are asked about, and what they answer. */
export class FirstOrders {
  readonly #parts: Parts
  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** What waits for a user's word, or for the engine after it, the newest first. */
  async waiting(userId: string): Promise<FirstOrder[]> {
    const now = Date.now()
    const rows = await this.#parts.db.firstOrder.findMany({
      where: { userId, OR: waitingQuestions(now) },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      include: withFirstOrder,
    })
    return rows.map((row) => toFirstOrder(row, now))
  }

  /**
   * The user's yes or no. After a yes it resolves when the engine has sent it or refused it, or after two seconds: then it is undecided yet.
   * The same answer again changes nothing and resolves with what came of the first. Throws NOT_FOUND when it is not the user's, CONFLICT
   * when it was answered otherwise or is over, UNAVAILABLE when the engine does not answer.
   */
  async answer({ userId, sessionId }: Principal, input: unknown, device: Device): Promise<FirstOrder> {
    const { db, engine, waits } = this.#parts
    const { id, approve } = parseInput(answerInput, input)
    const engineRuns = (await engine.read())?.running === true
    const answer: AgentAnswer = approve ? 'APPROVED' : 'DECLINED'
    const read = () => db.firstOrder.findUniqueOrThrow({ where: { id, userId }, include: withFirstOrder })
    await db.$transaction(async (tx) => {
      const before = await lockFirstOrder(tx, userId, id)
      if (before.answer === answer) return
      const replaced = 'A newer signal has replaced this order.'
      refuseAnswered(before, { replaced, thing: 'order', undone: 'sent' })
      if (approve && !engineRuns) throw engineAway()
      const { signal } = await tx.firstOrder.update({
        where: { id },
        data: { answer, answeredAt: new Date() },
        select: { signal: { select: { strategy: { select: { name: true } } } } },
      })
      await publish(tx, { type: approve ? 'firstOrder.approved' : 'firstOrder.ended', firstOrderId: id, userId })
      const action = approve ? 'FIRST_ORDER_APPROVED' : 'FIRST_ORDER_DECLINED'
      await recordAudit(tx, { accountId: userId, action, device, sessionId, details: { strategy: signal.strategy.name } })
    })
    if (approve)
      await waits.until({
        hears: (event) => event.type === 'firstOrder.ended' && event.firstOrderId === id,
        look: async () => (await read()).decidedAt !== null,
        timeoutMs: DECISION_MS,
      })
    return toFirstOrder(await read(), Date.now())
  }
}

/** A user's first order, and nobody else's to answer until the transaction ends. Throws NOT_FOUND. Raw SQL: it locks the row. */
async function lockFirstOrder(tx: Transaction, userId: string, id: string): Promise<Answered> {
  const [found] = await tx.$queryRaw<Answered[]>`
    SELECT answer::text AS answer, "expiresAt" FROM "FirstOrder" WHERE id = ${id}::uuid AND "userId" = ${userId}::uuid FOR UPDATE`
  if (!found) throw new UserFacingError('NOT_FOUND', 'No such order waits for your approval.')
  return found
}
