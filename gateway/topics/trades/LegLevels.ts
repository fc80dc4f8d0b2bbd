import { z } from 'zod'
import type { Database, Transaction } from '../../../prisma/client.ts'
import { askForLevels } from '../../../prisma/levelChanges.ts'
import { UserFacingError } from '../../../schema/errors.ts'
import type { LevelChange } from '../../../schema/graphql/legLevels.ts'
import { LIMITS } from '../../../schema/limits.ts'
import { paise, type Paise } from '../../../schema/money.ts'
import { judgeLevels, type LeveledLeg } from '../../../schema/trading/judgeLevels.ts'
import type { Levels } from '../../../schema/trading/levelsFor.ts'
import type { OrderSide } from '../../../schema/trading/OrderSide.ts'
import type { Effects } from '../../kit/Effects.ts'
import { parseInput } from '../../kit/parseInput.ts'
import type { Principal } from '../../kit/Principal.ts'
import { rupees } from '../../kit/rupees.ts'
import { LEVEL_VERDICTS, type OwnLevels } from '../../security/lossVerdicts.ts'
import { requireRecentPasswordToLoosen } from '../../security/requireRecentPassword.ts'
import type { PriceBoard } from '../market/PriceBoard.ts'
import { legLevelsInput, tradeIdInput } from './input.ts'

interface LegLevelsParts {
  readonly db: Database
  readonly effects: Effects
  readonly prices: PriceBoard
}

/** What decides whether levels of a leg may be set. */
interface LegRow {
  readonly tradeId: string
  readonly isOpen: boolean
  readonly isClosing: boolean
  readonly isLetGo: boolean
  readonly option: string
  readonly side: OrderSide
  readonly entryPrice: bigint
  readonly stop: bigint | null
  readonly target: bigint | null
  readonly trails: boolean
  readonly tick: number
}

/** Stop and target of open legs, as their owners set them. */
export class LegLevels {
  readonly #db: Database
  readonly #effects: Effects
  readonly #prices: PriceBoard
  constructor({ db, effects, prices }: LegLevelsParts) {
    this.#db = db
    this.#effects = effects
    this.#prices = prices
  }

  /**
   * Asks the engine to set a leg's stop, its target or both; `tradeChanged` reports it. Returns the id of its trade. A stop at which more is
   * lost takes a recent password. Throws NOT_FOUND when the leg is not the caller's, CONFLICT when it is closed, closing or let go, and
   * BAD_USER_INPUT with the numbers compared.
   */
  async change(caller: Principal, input: unknown, key: string | null): Promise<string> {
    const { legId, ...asked } = parseInput(legLevelsInput, input)
    const { userId } = caller
    return this.#effects.once({ userId, key, request: { legId, ...asked }, answer: z.string() }, async (tx) => {
      const row = await ownLeg(tx, userId, legId)
      const leg = leveled(row, this.#prices.last(row.option)?.price ?? null)
      const refusal = judgeLevels(leg, asked)
      if (refusal) throw new UserFacingError('BAD_USER_INPUT', refusal.text, { [refusal.level]: refusal.text })
      const after = { stop: asked.stop ?? leg.stop, target: asked.target ?? leg.target }
      requireRecentPasswordToLoosen(caller, LEVEL_VERDICTS, lossesAt(row, leg), lossesAt(row, after))
      await askForLevels(tx, { legId, ...asked })
      return row.tradeId
    })
  }

  /** What a user has asked for on the legs of one of his trades, the latest first. Empty when the trade is not his. */
  async of(userId: string, input: unknown): Promise<LevelChange[]> {
    const { id } = parseInput(tradeIdInput, input)
    const changes = await this.#db.levelChange.findMany({
      where: { leg: { trade: { id, userId } } },
      orderBy: [{ requestedAt: 'desc' }, { id: 'desc' }],
      take: LIMITS.levelChanges.max,
    })
    return changes.map(({ stopPaise, targetPaise, stopBeforePaise, targetBeforePaise, ...change }) => ({
      ...{ id: change.id, legId: change.legId, requestedAt: change.requestedAt, setAt: change.setAt },
      ...{ stop: inRupees(stopPaise), target: inRupees(targetPaise) },
      ...{ stopBefore: inRupees(stopBeforePaise), targetBefore: inRupees(targetBeforePaise) },
    }))
  }
}

/** Raw SQL: it locks the trade, as closing it does. */
async function ownLeg(tx: Transaction, userId: string, legId: string): Promise<LegRow> {
  const [row] = await tx.$queryRaw<LegRow[]>`
    SELECT trade.id AS "tradeId", leg.status = 'RUNNING' AS "isOpen", trade."letGoAt" IS NOT NULL AS "isLetGo", leg.option, leg.side,
      EXISTS (SELECT FROM "ExitRequest" WHERE "tradeId" = trade.id) AND trade."exitHandedOverAt" IS NULL AS "isClosing",
      leg."entryPricePaise" AS "entryPrice", leg."stopPaise" AS stop, leg."targetPaise" AS target,
      coalesce(leg.terms->'trailingStopPercent' <> 'null', false) AS trails, (leg.contract->>'tick')::int AS tick
    FROM "Leg" leg JOIN "Trade" trade ON trade.id = leg."tradeId"
    WHERE leg.id = ${legId}::uuid AND trade."userId" = ${userId}::uuid FOR UPDATE OF trade`
  if (!row) throw new UserFacingError('NOT_FOUND', 'You have no such trade.')
  if (!row.isOpen) throw new UserFacingError('CONFLICT', 'This trade is already closed.')
  if (row.isClosing) throw new UserFacingError('CONFLICT', 'This trade is already being closed.')
  if (row.isLetGo)
    throw new UserFacingError('CONFLICT', 'This trade was left to you at your broker: Sakha watches no stop or target of it any more.')
  return row
}

function leveled({ side, stop, target, trails, tick }: LegRow, last: Paise | null): LeveledLeg {
  return {
    side,
    stop: stop === null ? null : inPaise(stop),
    target: target === null ? null : inPaise(target),
    trails,
    tick: paise(tick),
    last,
  }
}

/** Levels as they are compared by what may be lost. */
function lossesAt({ side, entryPrice }: LegRow, { stop, target }: Levels): OwnLevels {
  const loss = stop === null ? null : side === 'BUY' ? inPaise(entryPrice) - stop : stop - inPaise(entryPrice)
  return { stop: loss, target }
}

const inPaise = (stored: bigint): Paise => paise(Number(stored))
const inRupees = (stored: bigint | null) => (stored === null ? null : rupees(stored))
