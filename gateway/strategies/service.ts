import { publish } from '../../prisma/bus.ts'
import type { Database, Transaction } from '../../prisma/client.ts'
import type { Prisma } from '../../prisma/generated/client.ts'
import { UserFacingError } from '../../schema/errors.ts'
import type { Performance, Strategy, UserStrategy } from '../../schema/graphql/strategies.ts'
import { fromRupees } from '../../schema/money.ts'
import { describeCondition } from '../../schema/rules/describeCondition.ts'
import { parseRuleSet } from '../../schema/rules/parseRuleSet.ts'
import { parseInput } from '../server/parseInput.ts'
import { rupees } from '../server/rupees.ts'
import { winRate } from '../trades/winRate.ts'
import { settingsInput, strategyIdInput, subscriptionIdInput } from './input.ts'
import { subscriptionRelations, toUserStrategy, type SubscriptionRow } from './toUserStrategy.ts'

type StrategyRow = Prisma.StrategyGetPayload<object>

const NO_TRADES: Performance = { totalTrades: 0, winRate: null, totalPnL: 0 }

/** The marketplace: what can be subscribed to, and what the user has subscribed to. */
export class StrategyService {
  readonly #db: Database
  constructor(db: Database) {
    this.#db = db
  }

  /** Public strategies that are being run, by name; performance is over all users. */
  async available(userId: string): Promise<Strategy[]> {
    const [strategies, subscriptions, performance] = await Promise.all([
      this.#db.strategy.findMany({ where: { isPublic: true, isActive: true }, orderBy: { name: 'asc' } }),
      this.#db.subscription.findMany({ where: { userId, endedAt: null }, select: { strategyId: true } }),
      this.#performance(null),
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
      this.#performance(userId),
    ])
    return subscriptions.map((row) => toUserStrategy(row, performance.get(row.strategyId) ?? NO_TRADES))
  }

  /** Throws NOT_FOUND for a strategy that is not on offer, CONFLICT when the user already has it. */
  async subscribe(userId: string, input: unknown): Promise<UserStrategy> {
    const { strategyId } = parseInput(strategyIdInput, input)
    const row = await this.#db.$transaction(async (tx) => {
      const strategy = await tx.strategy.findFirst({ where: { id: strategyId, isPublic: true, isActive: true }, select: { id: true } })
      if (!strategy) throw new UserFacingError('NOT_FOUND', 'This strategy is not available.')
      // The unique index on running subscriptions decides between two requests at once.
      const [created] = await tx.subscription.createManyAndReturn({
        data: { userId, strategyId },
        include: subscriptionRelations,
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
      const [start, end] = [changed.windowStart ?? changed.strategy.windowStart, changed.windowEnd ?? changed.strategy.windowEnd]
      if (start < end) return changed
      const message = `The trading window must end after its start, got ${start} to ${end}`
      throw new UserFacingError('BAD_USER_INPUT', message, { timeWindow: message })
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
  async #change(tx: Transaction, userId: string, id: string, data: Prisma.SubscriptionUncheckedUpdateManyInput): Promise<SubscriptionRow> {
    const [changed] = await tx.subscription.updateManyAndReturn({
      where: { id, userId, endedAt: null },
      data,
      include: subscriptionRelations,
    })
    if (!changed) throw noSuchSubscription()
    await publish(tx, { type: 'subscription.changed', userId, subscriptionId: id })
    return changed
  }

  async #shown(row: SubscriptionRow): Promise<UserStrategy> {
    return toUserStrategy(row, (await this.#performance(row.userId)).get(row.strategyId) ?? NO_TRADES)
  }

  /** Closed trades by strategy, of one user or of all, in one statement. */
  async #performance(userId: string | null): Promise<Map<string, Performance>> {
    const rows = await this.#db.$queryRaw<{ strategyId: string; total: number; known: number; gained: number; gross: bigint }[]>`
      SELECT "strategyId", count(*)::int AS "total", count("grossPaise")::int AS "known",
        (count(*) FILTER (WHERE "grossPaise" > 0))::int AS "gained", coalesce(sum("grossPaise"), 0)::bigint AS "gross"
      FROM "Trade" WHERE "status" <> 'RUNNING' AND (${userId}::uuid IS NULL OR "userId" = ${userId}::uuid)
      GROUP BY "strategyId"`
    return new Map(
      rows.map((row) => [row.strategyId, { totalTrades: row.total, winRate: winRate(row.gained, row.known), totalPnL: rupees(row.gross) }]),
    )
  }
}

const noSuchSubscription = () => new UserFacingError('NOT_FOUND', 'You have no such subscription.')
const noLiveTrading = () =>
  new UserFacingError('FORBIDDEN', 'Live trading is not available: this version sends no orders to a broker. The strategy stays on paper.')

function toStrategy(row: StrategyRow, performance: Performance, subscribed: boolean): Strategy {
  const rules = parseRuleSet(row.rules)
  if (!rules.ok) throw new Error(`Strategy ${row.slug} has rules that do not parse: ${JSON.stringify(rules.error)}`)
  const { interval, long, short } = rules.value
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    type: row.type,
    category: row.category,
    interval,
    longRule: long && describeCondition(long),
    shortRule: short && describeCondition(short),
    isActive: row.isActive,
    isPublic: row.isPublic,
    timeWindow: { start: row.windowStart, end: row.windowEnd },
    maxTrades: row.maxTrades,
    riskPerTrade: rupees(row.riskPerTradePaise),
    stopLoss: row.stopLossPercent,
    takeProfit: row.takeProfitPercent,
    quantity: row.quantity,
    instruments: row.instruments,
    paperTrade: row.paperTrade,
    performance,
    subscribed,
  }
}
