import { z } from 'zod'
import { stoppedTogether } from '../../../prisma/agent/stoppedTogether.ts'
import type { Database, Transaction } from '../../../prisma/client.ts'
import type { Prisma } from '../../../prisma/generated/client.ts'
import { liftKill, pullKill, type KillTarget } from '../../../prisma/killSwitches.ts'
import { RUNNING } from '../../../prisma/runningTrades.ts'
import { UserFacingError } from '../../../schema/errors.ts'
import type { EmergencyStop, SquareOffOfUser, SquareOffResults, Stop } from '../../../schema/graphql/stops.ts'
import { SECOND } from '../../../schema/time.ts'
import type { EventWaits } from '../../kit/EventWaits.ts'
import type { Principal } from '../../kit/Principal.ts'
import type { Letters } from '../mail/Letters.ts'
import type { Postbox } from '../mail/Postbox.ts'
import { requireAdmin } from '../../security/requireAdmin.ts'
import { STOP_VERDICTS } from '../../security/lossVerdicts.ts'
import { requireRecentPassword, requireRecentPasswordToLoosen } from '../../security/requireRecentPassword.ts'
import type { Effects } from '../../kit/Effects.ts'
import { parseInput } from '../../kit/parseInput.ts'
import { letAccountTrade, stopAccount, type OthersAccount } from './accountStops.ts'
import { emergencyStopInput, stopIdInput, stopTargetInput } from './input.ts'
import { squareOffByUser } from './squareOffByUser.ts'
import { squareOffResults } from './squareOffResults.ts'

/** How long an emergency stop waits for its trades to close. */
const SQUARE_OFF_WAIT_MS = 10 * SECOND
/** Shown for a stop without a reason. */
export const NO_REASON = 'Emergency stop'
type StopRow = Prisma.KillSwitchGetPayload<object>
type Target = z.output<typeof stopTargetInput>

export interface StopParts {
  readonly db: Database
  readonly effects: Effects
  readonly waits: EventWaits
  readonly postbox: Postbox
  readonly letters: Letters
}

/** Emergency stops: a user's own, and for admins those of another account, of a strategy or of everyone. */
export class StopService {
  readonly #db: Database
  readonly #parts: StopParts
  constructor(parts: StopParts) {
    this.#db = parts.db
    this.#parts = parts
  }

  /**
   * Stops in force that concern the user: all of them for an admin, else the own one, those of subscribed strategies, and the one of
   * everyone.
   */
  async inForce(userId: string): Promise<Stop[]> {
    const user = await accountOf(this.#db, userId)
    const mine: Prisma.KillSwitchWhereInput[] = [{ scope: 'GLOBAL' }, { scope: 'USER', scopeId: userId }]
    if (user.role === 'admin') mine.push({ scope: 'STRATEGY' })
    else {
      const subscriptions = await this.#db.subscription.findMany({ where: { userId, endedAt: null }, select: { strategyId: true } })
      mine.push({ scope: 'STRATEGY', scopeId: { in: subscriptions.map((subscription) => subscription.strategyId) } })
    }
    const rows = await this.#db.killSwitch.findMany({ where: { liftedAt: null, OR: mine }, orderBy: { createdAt: 'asc' } })
    return rows.map((row) => toStop(row, { userId, role: user.role }))
  }

  /**
   * Stops entries at once, and with `squareOff` closes open trades: waits up to ten seconds for them and returns the outcome of each.
   * Idempotent. Somebody else's account is stopped for a reason, with a recent password; its owner is told by mail and on every screen, and
   * cannot lift it. Throws BAD_USER_INPUT without the typed confirmation, FORBIDDEN, NOT_FOUND for an unknown strategy or account.
   */
  async stop(caller: Principal, input: unknown, key: string | null): Promise<EmergencyStop> {
    const { userId } = caller
    const order = parseInput(emergencyStopInput, input)
    const { squareOff, reason } = order
    const call = { userId, key, request: { stop: order }, answer: z.string() }
    const stopId = await this.#parts.effects.once(call, async (tx) => {
      await allowed(tx, caller, order)
      const target = targetOf(userId, order)
      const other = await othersAccount(tx, caller, order)
      if (other) {
        await stopAccount(tx, other, squareOff)
        await this.#tell(tx, other, squareOff ? 'SQUARED_OFF' : 'STOPPED')
      } else await pullKill(tx, { ...target, squareOff, reason: reason || NO_REASON, by: userId })
      return (await tx.killSwitch.findFirstOrThrow({ where: { ...target, liftedAt: null }, select: { id: true } })).id
    })
    const stop = await this.#db.killSwitch.findUniqueOrThrow({ where: { id: stopId } })
    if (!squareOff) return { stop: toStop(stop, caller), results: { closed: 0, open: 0, trades: [] } }
    await this.#untilClosed(stop)
    return { stop: toStop(stop, caller), results: await squareOffResults(this.#db, stop) }
  }

  /** The outcome for the trades of a stop. Throws NOT_FOUND when there is none the user may see. */
  async results(userId: string, input: unknown): Promise<SquareOffResults> {
    const { stopId } = parseInput(stopIdInput, input)
    const { role } = await accountOf(this.#db, userId)
    const mine = role === 'admin' ? {} : { scope: 'USER' as const, scopeId: userId }
    const stop = await this.#db.killSwitch.findFirst({ where: { id: stopId, ...mine } })
    if (!stop) throw noSuchStop()
    return squareOffResults(this.#db, stop)
  }

  /** The outcome of any stop, user by user. Throws FORBIDDEN to all but admins, BAD_USER_INPUT, NOT_FOUND. */
  async resultsByUser(caller: Principal, input: unknown): Promise<SquareOffOfUser[]> {
    requireAdmin(caller)
    const { stopId } = parseInput(stopIdInput, input)
    const stop = await this.#db.killSwitch.findUnique({ where: { id: stopId } })
    if (!stop) throw noSuchStop()
    return squareOffByUser(this.#db, stop)
  }

  /**
   * Allows entries again. An account that somebody else than its owner has stopped is the admins' to lift, and what its owner has stopped
   * as well stays stopped. Throws FORBIDDEN, REAUTHENTICATION_REQUIRED, CONFLICT when nothing was stopped.
   */
  async lift(caller: Principal, input: unknown, key: string | null): Promise<void> {
    const { userId } = caller
    const asked = parseInput(stopTargetInput, input)
    await this.#parts.effects.once({ userId, key, request: { lift: asked }, answer: z.literal(true) }, async (tx) => {
      await allowed(tx, caller, asked)
      requireRecentPasswordToLoosen(caller, STOP_VERDICTS, { inForce: true }, { inForce: false })
      const other = await othersAccount(tx, caller, asked)
      if (other) {
        await letAccountTrade(tx, other)
        await this.#tell(tx, other, 'LIFTED')
        return true
      }
      if (asked.scope === 'USER') await refuseOthersStop(tx, userId)
      if (!(await liftKill(tx, targetOf(userId, asked)))) throw new UserFacingError('CONFLICT', 'No such emergency stop is in force.')
      return true
    })
  }

  async #tell(tx: Transaction, { accountId, reason }: OthersAccount, did: Parameters<Letters['accountStopped']>[1]): Promise<void> {
    const owner = await tx.user.findUniqueOrThrow({ where: { id: accountId }, select: { id: true, name: true, email: true } })
    await this.#parts.postbox.post(tx, this.#parts.letters.accountStopped(owner, did, reason))
  }

  async #untilClosed(stop: StopRow): Promise<void> {
    const inScope = await tradesIn(this.#db, stop)
    const heard = new Set<string>()
    let open: Set<string> | null = null
    await this.#parts.waits.until({
      hears: (event) => {
        if (event.type !== 'trade.closed') return false
        heard.add(event.tradeId)
        return open !== null && open.delete(event.tradeId) && open.size === 0
      },
      look: async () => {
        const running = await this.#db.trade.findMany({ where: { ...inScope, ...RUNNING }, select: { id: true } })
        open = new Set(running.map((trade) => trade.id).filter((id) => !heard.has(id)))
        return open.size === 0
      },
      timeoutMs: SQUARE_OFF_WAIT_MS,
    })
  }
}

/** The trades in a stop's scope, whatever their state. */
async function tradesIn(db: Database, { scope, scopeId }: StopRow): Promise<Prisma.TradeWhereInput> {
  if (scopeId === null) return {}
  return scope === 'USER' ? { userId: scopeId } : { strategyId: { in: await stoppedTogether(db, scopeId) } }
}

/** The account of somebody else that an admin stops or lets trade again; null: it is about the caller's own, a strategy or everyone. */
async function othersAccount(tx: Transaction, caller: Principal, { userId, reason }: Target): Promise<OthersAccount | null> {
  if (userId == null || userId === caller.userId) return null
  requireRecentPassword(caller)
  if (!reason) throw new UserFacingError('BAD_USER_INPUT', 'A reason is required', { reason: 'A reason is required' })
  if ((await tx.user.count({ where: { id: userId, deletedAt: null } })) === 0)
    throw new UserFacingError('NOT_FOUND', 'There is no such account.')
  return { accountId: userId, actor: { adminId: caller.userId }, reason }
}

async function refuseOthersStop(tx: Transaction, userId: string): Promise<void> {
  const inForce = await tx.killSwitch.findFirst({ where: { scope: 'USER', scopeId: userId, liftedAt: null } })
  if (inForce && inForce.by !== userId)
    throw new UserFacingError(
      'FORBIDDEN',
      `An admin has stopped your trading, and only an admin can lift that. The reason: ${inForce.reason}`,
    )
}

async function accountOf(db: Database | Transaction, userId: string) {
  const user = await db.user.findUnique({ where: { id: userId }, select: { role: true } })
  if (!user) throw new UserFacingError('UNAUTHENTICATED', 'This account no longer exists.')
  return user
}

/** Who may stop and lift: users themselves, admins all. */
async function allowed(tx: Transaction, caller: Principal, { scope, strategyId, userId }: Target): Promise<void> {
  if (scope !== 'USER' || (userId != null && userId !== caller.userId)) requireAdmin(caller)
  await accountOf(tx, caller.userId)
  if (strategyId != null && (await tx.strategy.count({ where: { id: strategyId } })) === 0)
    throw new UserFacingError('NOT_FOUND', 'There is no such strategy.')
}

function targetOf(callerId: string, { scope, strategyId, userId }: Target): KillTarget {
  if (scope === 'USER') return { scope, scopeId: userId ?? callerId }
  return strategyId == null ? { scope: 'GLOBAL', scopeId: null } : { scope: 'STRATEGY', scopeId: strategyId }
}

function toStop(
  { id, scope, scopeId, squareOff, reason, by, createdAt }: StopRow,
  { userId, role }: Pick<Principal, 'userId' | 'role'>,
): Stop {
  const liftable = scope === 'USER' && scopeId === userId ? by === userId : role === 'admin'
  return { id, scope, strategyId: scope === 'STRATEGY' ? scopeId : null, squareOff, reason, since: createdAt, liftable }
}

const noSuchStop = () => new UserFacingError('NOT_FOUND', 'There is no such emergency stop.')
