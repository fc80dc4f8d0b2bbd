import { askToClose } from '../../../prisma/closingOrders.ts'
import type { Database } from '../../../prisma/client.ts'
import { UserFacingError } from '../../../schema/errors.ts'
import type { ClosingOrder } from '../../../schema/graphql/liveOrders.ts'
import { OPEN_CLOSINGS } from '../../../schema/trading/closingOrders.ts'
import type { Device } from '../../kit/Device.ts'
import { engineAway } from '../../kit/engineAway.ts'
import type { EventWaits } from '../../kit/EventWaits.ts'
import { parseInput } from '../../kit/parseInput.ts'
import type { Principal } from '../../kit/Principal.ts'
import { DECISION_MS } from '../../kit/waitingQuestions.ts'
import { recordAudit } from '../audit/recordAudit.ts'
import type { EngineStates } from '../market/EngineStates.ts'
import { closeExcessInput } from './input.ts'
import { toClosing } from './toClosing.ts'

interface Parts {
  readonly db: Database
  readonly engine: EngineStates
  readonly waits: EventWaits
}

/** What owners press to close a short position that is their sale's and our order's. */
export class Closings {
  readonly #parts: Parts
  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The latest order of each contract of a user's, by the subject of its incident. */
  async latest(userId: string, subjects: readonly string[]): Promise<ReadonlyMap<string, ClosingOrder>> {
    if (subjects.length === 0) return new Map()
    const rows = await this.#parts.db.closingOrder.findMany({
      where: { userId, subject: { in: [...subjects] } },
      orderBy: [{ subject: 'asc' }, { askedAt: 'desc' }],
      distinct: ['subject'],
    })
    return new Map(rows.map((row) => [row.subject, toClosing(row)]))
  }

  /**
   * Has the engine buy back what the user's account is short of by an incident. Resolves when the order has ended, or after two seconds with how
   * far it is. A press while one is under way is the same order. Throws NOT_FOUND when no such incident of the user's stands, UNAVAILABLE when
   * the engine does not answer.
   */
  async close({ userId, sessionId }: Principal, input: unknown, device: Device): Promise<ClosingOrder> {
    const { db, engine, waits } = this.#parts
    const { incidentId } = parseInput(closeExcessInput, input)
    const [kind, subject] = [incidentId.split(':', 1)[0], incidentId.slice(incidentId.indexOf(':') + 1)]
    const engineRuns = (await engine.read())?.running === true
    const { id } = await db.$transaction(async (tx) => {
      const asked = kind === 'OVERFILLED' ? await askToClose(tx, userId, subject) : null
      if (!asked) throw new UserFacingError('NOT_FOUND', 'Your account is not short by an order of Sakha any more. Nothing was sent.')
      if (!engineRuns) throw engineAway()
      const details = { option: asked.option, quantity: asked.quantity }
      if (asked.isNew) await recordAudit(tx, { accountId: userId, action: 'EXCESS_CLOSED', device, sessionId, details })
      return asked
    })
    const read = () => db.closingOrder.findUniqueOrThrow({ where: { id, userId } })
    await waits.until({
      hears: (event) => event.type === 'incidents.changed' && event.userId === userId,
      look: async () => {
        const { state } = await read()
        return !OPEN_CLOSINGS.some((open) => open === state)
      },
      timeoutMs: DECISION_MS,
    })
    return toClosing(await read())
  }
}
