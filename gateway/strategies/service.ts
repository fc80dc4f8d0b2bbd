import { publish } from '../../prisma/bus.ts'
import type { Database, Transaction } from '../../prisma/client.ts'
import type { Prisma } from '../../prisma/generated/client.ts'
import { UserFacingError } from '../../schema/errors.ts'
import type { Strategy, UserStrategy } from '../../schema/graphql/strategies.ts'
import type { StrategyPage } from '../../schema/graphql/strategyPage.ts'
import { LIMITS } from '../../schema/limits.ts'
import { fromRupees } from '../../schema/money.ts'
import type { Principal } from '../security/Authenticator.ts'
import { parseInput } from '../server/parseInput.ts'
import { closedPerformance, NO_TRADES } from './closedPerformance.ts'
import { moveInput, settingsInput, strategyIdInput, subscriptionIdInput } from './input.ts'
import { noLiveTrading } from './noLiveTrading.ts'
import { readStrategyPage } from './readStrategyPage.ts'
import { toStrategy, withNewest } from './toStrategy.ts'
import { subscriptionRelations, toUserStrategy } from './toUserStrategy.ts'

/** The marketplace: what can be subscribed to, and what the user has subscribed to. */
export class StrategyService {
  readonly #db: Database
  constructor(db: Database) {
    this.#db = db
  }

  /** Public strategies that are being run, by name; performance is over all users. */
  async available(userId: string): Promise<Strategy[]> {
    const [strategies, subscriptions, performance] = await Promise.all([
      this.#db.strategy.findMany({
        where: { isPublic: true, isActive: true },
        include: withNewest,
        orderBy: [{ name: 'asc' }, { id: 'asc' }],
        take: LIMITS.strategies.max,
      }),
      this.#db.subscription.findMany({ where: { userId, endedAt: null }, select: { strategyId: true } }),
      closedPerformance(this.#db, {}),
    ])
    const mine = new Set(subscriptions.map((subscription) => subscription.strategyId))
    return strategies.map((row) => toStrategy(row, performance.get(row.id) ?? NO_TRADES, mine.has(row.id)))
  }

  /** The user's subscriptions, oldest first; performance is the user's own. */
  async mine(userId: string): Promise<UserStrategy[]> {
    const [subscriptions, performance] = await Promise.all([
      this.#db.subscription.findMany({
        where: { userId, endedAt: null },
        include: subscriptionRelations,
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      }),
      closedPerformance(this.#db, { userId }),
    ])
    return subscriptions.map((row) => toUserStrategy(row, performance.get(row.strategyId) ?? NO_TRADES))
  }

  /** A strategy's page; admins see those of private and inactive ones too. Throws NOT_FOUND for one the caller may not see. */
  async page({ userId, role, twoFactor }: Principal, input: unknown): Promise<StrategyPage> {
    const { id } = parseInput(subscriptionIdInput, input)
    return readStrategyPage(this.#db, { userId, seesAll: role === 'admin' && twoFactor, id })
  }

  /** To the newest version. Throws NOT_FOUND for a strategy that is not on offer, CONFLICT when the user already has it. */
  async subscribe(userId: string, input: unknown): Promise<UserStrategy> {
    const { strategyId } = parseInput(strategyIdInput, input)
    const row = await this.#db.$transaction(async (tx) => {
      // Locked: a removal at the same moment waits, and ends this subscription too.
      const [strategy] = await tx.$queryRaw<{ version: number }[]>`
        SELECT version FROM "Strategy" WHERE id = ${strategyId}::uuid AND "isPublic" AND "isActive" FOR SHARE`
      if (!strategy) throw new UserFacingError('NOT_FOUND', 'This strategy is not available.')
      // The unique index on running subscriptions decides between two requests at once.
      const [created] = await tx.subscription.createManyAndReturn({
        data: { userId, strategyId, version: strategy.version },
        select: { id: true, userId: true },
        skipDuplicates: true,
      })
      if (!created) throw new UserFacingError('CONFLICT', 'You are already subscribed to this strategy.')
      await publish(tx, { type: 'subscription.changed', userId, subscriptionId: created.id })
      return created
    })
    return this.#shown(row)
  }

  /** Ends a subscription. Its open trades run to their own exit; returns how many there are. Throws NOT_FOUND when it is not the user's. */
  async unsubscribe(userId: string, input: unknown): Promise<{ readonly openTrades: number }> {
    const { id } = parseInput(subscriptionIdInput, input)
    return this.#db.$transaction(async (tx) => {
      const ended = await tx.subscription.updateMany({
        where: { id, userId, endedAt: null },
        data: { endedAt: new Date(), isActive: false },
      })
      if (ended.count === 0) throw noSuchSubscription()
      await publish(tx, { type: 'subscription.changed', userId, subscriptionId: id })
      return { openTrades: await tx.trade.count({ where: { subscriptionId: id, status: 'RUNNING' } }) }
    })
  }

  /**
   * Replaces the user's own settings of a subscription; what is left out or empty goes back to the strategy's.
   * Trades that are open keep to what they were opened with.
   * Throws BAD_USER_INPUT, NOT_FOUND when it is not the user's, FORBIDDEN when live trading is asked for.
   */
  async updateSettings(userId: string, subscription: unknown, settings: unknown): Promise<UserStrategy> {
    const { id } = parseInput(subscriptionIdInput, subscription)
    const { timeWindow, maxTrades, riskPerTrade, stopLoss, takeProfit, quantity, paperTrade, instruments } = parseInput(
      settingsInput,
      settings,
    )
    if (paperTrade === false) throw noLiveTrading()
    const row = await this.#db.$transaction(async (tx) => {
      const changed = await this.#change(tx, userId, id, {
        windowStart: timeWindow?.start ?? null,
        windowEnd: timeWindow?.end ?? null,
        maxTrades,
        quantity,
        instruments,
        riskPercent: riskPerTrade,
        stopLossPaise: stopLoss === null ? null : fromRupees(stopLoss),
        takeProfitPaise: takeProfit === null ? null : fromRupees(takeProfit),
        ...(paperTrade === true ? { mode: 'PAPER' } : {}),
      })
      refuseEmptyWindow(changed)
      return changed
    })
    return this.#shown(row)
  }

  /**
   * Lets a subscription trade by the newest version of its strategy, `version` as the user has seen it; the user's own settings stay.
   * Trades that are open keep to the version they were opened under. Throws NOT_FOUND when it is not the user's, CONFLICT when that
   * version is not the newest one or already the subscription's.
   */
  async moveToVersion(userId: string, subscription: unknown, input: unknown): Promise<UserStrategy> {
    const { id } = parseInput(subscriptionIdInput, subscription)
    const { version } = parseInput(moveInput, input)
    const row = await this.#db.$transaction(async (tx) => {
      const [own] = await tx.$queryRaw<{ version: number; newest: number }[]>`
        SELECT subscription.version, strategy.version AS newest
        FROM "Subscription" subscription JOIN "Strategy" strategy ON strategy.id = subscription."strategyId"
        WHERE subscription.id = ${id}::uuid AND "userId" = ${userId}::uuid AND "endedAt" IS NULL FOR UPDATE OF subscription`
      if (!own) throw noSuchSubscription()
      if (own.version === version) throw new UserFacingError('CONFLICT', `Your subscription is on version ${version} already.`)
      if (own.newest !== version)
        throw new UserFacingError(
          'CONFLICT',
          `Version ${version} is not the newest any more: that is version ${own.newest}. Look at it first.`,
        )
      const moved = await this.#change(tx, userId, id, { version })
      refuseEmptyWindow(moved)
      return moved
    })
    return this.#shown(row)
  }

  /** Stops a subscription from opening trades, or lets it again. Throws NOT_FOUND when it is not the user's. */
  async toggle(userId: string, input: unknown): Promise<UserStrategy> {
    const { id } = parseInput(subscriptionIdInput, input)
    const row = await this.#db.$transaction(async (tx) => {
      // Locked: of two at once the second one turns back what the first one did.
      const [own] = await tx.$queryRaw<{ isActive: boolean }[]>`
        SELECT "isActive" FROM "Subscription" WHERE id = ${id}::uuid AND "userId" = ${userId}::uuid AND "endedAt" IS NULL FOR UPDATE`
      return this.#change(tx, userId, id, { isActive: own?.isActive === false })
    })
    return this.#shown(row)
  }

  /** Lets all of the user's subscriptions open trades, and returns how many could not before. */
  async activateAll(userId: string): Promise<number> {
    return this.#db.$transaction(async (tx) => {
      const started = await tx.subscription.updateManyAndReturn({
        where: { userId, endedAt: null, isActive: false },
        data: { isActive: true },
        select: { id: true },
      })
      for (const { id } of started) await publish(tx, { type: 'subscription.changed', userId, subscriptionId: id })
      return started.length
    })
  }

  /** Back to paper from live. Throws FORBIDDEN the other way round, NOT_FOUND when it is not the user's. */
  async togglePaperTrade(userId: string, input: unknown): Promise<UserStrategy> {
    const { id } = parseInput(subscriptionIdInput, input)
    const row = await this.#db.$transaction(async (tx) => {
      const own = await tx.subscription.findFirst({ where: { id, userId, endedAt: null }, select: { mode: true } })
      if (own?.mode === 'PAPER') throw noLiveTrading()
      return this.#change(tx, userId, id, { mode: 'PAPER' })
    })
    return this.#shown(row)
  }

  /** Changes a running subscription of the user and tells so. Throws NOT_FOUND when there is none. */
  async #change(tx: Transaction, userId: string, id: string, data: Prisma.SubscriptionUncheckedUpdateManyInput): Promise<ChangedRow> {
    const [changed] = await tx.subscription.updateManyAndReturn({
      where: { id, userId, endedAt: null },
      data,
      // No more than one: Prisma would read several at the same time, which a transaction's one connection cannot.
      include: { strategyVersion: true },
    })
    if (!changed) throw noSuchSubscription()
    await publish(tx, { type: 'subscription.changed', userId, subscriptionId: id })
    return changed
  }

  async #shown({ id, userId }: { readonly id: string; readonly userId: string }): Promise<UserStrategy> {
    const row = await this.#db.subscription.findFirstOrThrow({ where: { id, userId }, include: subscriptionRelations })
    return toUserStrategy(row, (await closedPerformance(this.#db, row)).get(row.strategyId) ?? NO_TRADES)
  }
}

type ChangedRow = Prisma.SubscriptionGetPayload<{ include: { strategyVersion: true } }>

/** A user's own start or end may not fit to the other end, which is the version's. Throws BAD_USER_INPUT. */
function refuseEmptyWindow({ windowStart, windowEnd, strategyVersion }: ChangedRow): void {
  const [start, end] = [windowStart ?? strategyVersion.windowStart, windowEnd ?? strategyVersion.windowEnd]
  if (start < end) return
  const message = `The trading window must end after its start, got ${start} to ${end}`
  throw new UserFacingError('BAD_USER_INPUT', message, { timeWindow: message })
}

const noSuchSubscription = () => new UserFacingError('NOT_FOUND', 'You have no such subscription.')
