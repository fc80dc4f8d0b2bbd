import { publish } from '../../../prisma/bus/publish.ts'
import type { Database, Transaction } from '../../../prisma/client.ts'
import type { Prisma } from '../../../prisma/generated/client.ts'
import { IS_OFFERED, OFFERED } from '../../../prisma/offeredStrategies.ts'
import { RUNNING } from '../../../prisma/runningTrades.ts'
import { UserFacingError } from '../../../schema/errors.ts'
import type { StartedStrategies, Strategy, UserStrategy } from '../../../schema/graphql/strategies.ts'
import { LIMITS } from '../../../schema/limits.ts'
import type { TradeMode } from '../../../schema/TradeMode.ts'
import { describeUnmetGates } from '../../../schema/trading/liveGates.ts'
import type { Device } from '../../kit/Device.ts'
import type { Principal } from '../../kit/Principal.ts'
import { SUBSCRIPTION_VERDICTS, type SubscriptionTerms } from '../../security/lossVerdicts.ts'
import { requireRecentPasswordToLoosen } from '../../security/requireRecentPassword.ts'
import { parseInput } from '../../kit/parseInput.ts'
import type { LiveGatekeeper } from '../liveTrading/LiveGatekeeper.ts'
import { closedPerformance, NO_TRADES } from './closedPerformance.ts'
import { recordedPerformance } from './recordedPerformance.ts'
import { modeInput, moveInput, settingsInput, strategyIdInput, subscriptionIdInput } from './input.ts'
import { refuseLevels } from './refuseLevels.ts'
import { settingsColumns } from './settingsColumns.ts'
import { recordResumed, switchToLive, switchToPaper } from './switchMode.ts'
import { storedRules, toStrategy, withNewest } from './toStrategy.ts'
import { subscriptionRelations, toUserStrategy } from './toUserStrategy.ts'

/** The marketplace: the strategies on offer, and the user's subscriptions. Raw SQL: what is about to change is locked. */
export class StrategyService {
  readonly #db: Database
  readonly #gatekeeper: LiveGatekeeper
  constructor(db: Database, gatekeeper: LiveGatekeeper) {
    this.#db = db
    this.#gatekeeper = gatekeeper
  }

  /** Strategies on offer by name; performance is over all users. */
  async available(userId: string): Promise<Strategy[]> {
    const [strategies, subscriptions, performance] = await Promise.all([
      this.#db.strategy.findMany({
        where: IS_OFFERED,
        include: withNewest,
        orderBy: [{ name: 'asc' }, { id: 'asc' }],
        take: LIMITS.strategies.max,
      }),
      this.#db.subscription.findMany({ where: { userId, endedAt: null }, select: { strategyId: true } }),
      recordedPerformance(this.#db),
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
    const unmet = await this.#gatekeeper.unmet(
      this.#db,
      subscriptions.flatMap(({ id, mode }) => (mode === 'LIVE' ? id : [])),
    )
    return subscriptions.map((row) => toUserStrategy(row, performance.get(row.strategyId) ?? [], unmet.get(row.id) ?? []))
  }

  /**
   * Subscribes to the newest version, on paper and by its terms, which takes no password. Throws NOT_FOUND for a strategy that is not on
   * offer, CONFLICT when the user already has it, REAUTHENTICATION_REQUIRED if it were to begin with more than that.
   */
  async subscribe(caller: Principal, input: unknown): Promise<UserStrategy> {
    const { userId } = caller
    const { strategyId } = parseInput(strategyIdInput, input)
    const row = await this.#db.$transaction(async (tx) => {
      // Locked: a concurrent removal waits, and ends this subscription too.
      const [strategy] = await tx.$queryRaw<{ version: number }[]>`
        SELECT version FROM "Strategy" WHERE id = ${strategyId}::uuid AND ${OFFERED} FOR SHARE`
      if (!strategy) throw new UserFacingError('NOT_FOUND', 'This strategy is not available.')
      // The unique index on running subscriptions decides between two concurrent requests.
      const [created] = await tx.subscription.createManyAndReturn({
        data: { userId, strategyId, version: strategy.version },
        select: { id: true, userId: true },
        skipDuplicates: true,
      })
      if (!created) throw new UserFacingError('CONFLICT', 'You are already subscribed to this strategy.')
      const begun = await readTerms(tx, userId, created.id)
      requireRecentPasswordToLoosen(caller, SUBSCRIPTION_VERDICTS, termsOf({ ...begun, ...AS_OFFERED }), termsOf(begun))
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
      return { openTrades: await tx.trade.count({ where: { userId, subscriptionId: id, ...RUNNING } }) }
    })
  }

  /**
   * Changes the user's own settings of a subscription: absent fields stay, null resets to the strategy's. Open trades keep the terms they
   * were opened with. A live subscription that gets more lots or instruments, or a wider window, opens no trade before it is
   * confirmed again, which the same change may do.
   * Throws BAD_USER_INPUT, also for levels of a strategy whose legs have their own and for a confirmation of what is not to trade live, NOT_FOUND when it is not the user's, FORBIDDEN with
   * every unmet gate when it is to trade live, REAUTHENTICATION_REQUIRED when it may risk more than before.
   */
  async updateSettings(caller: Principal, subscription: unknown, settings: unknown, device: Device): Promise<UserStrategy> {
    const { id } = parseInput(subscriptionIdInput, subscription)
    const change = parseInput(settingsInput, settings)
    const { paperTrade, confirmation } = change
    if (confirmation !== null && paperTrade !== false) throw confirmsNothing()
    const row = await this.#changeTerms(caller, id, settingsColumns(change), {
      refuse: ({ strategyVersion }) => refuseLevels(storedRules(strategyVersion), change),
      finish: async (tx, { mode }) => {
        if (paperTrade === true && mode === 'LIVE') await switchToPaper(tx, { caller, device, id })
        if (paperTrade === false && (mode === 'PAPER' || confirmation !== null))
          await switchToLive(tx, this.#gatekeeper, { caller, device, id }, confirmation)
      },
    })
    return this.#shown(row)
  }

  /**
   * Moves a subscription to the newest version of its strategy, `version` as the user has seen it; the user's own settings stay. Open
   * trades keep the version they were opened under; a live one opens no trade before it is confirmed again. Throws NOT_FOUND when it is not the user's, CONFLICT when that version is not the
   * newest one or already the subscription's, REAUTHENTICATION_REQUIRED when it may risk more.
   */
  async moveToVersion(caller: Principal, subscription: unknown, input: unknown): Promise<UserStrategy> {
    const { id } = parseInput(subscriptionIdInput, subscription)
    const { version } = parseInput(moveInput, input)
    const row = await this.#changeTerms(
      caller,
      id,
      { version },
      {
        refuse: ({ version: own, strategy }) => {
          if (own === version) throw new UserFacingError('CONFLICT', `Your subscription is already on version ${version}.`)
          if (strategy.version !== version)
            throw new UserFacingError(
              'CONFLICT',
              `Version ${version} is no longer the newest: version ${strategy.version} is. Check it first.`,
            )
        },
      },
    )
    return this.#shown(row)
  }

  /**
   * Pauses or resumes a subscription's entries. Throws NOT_FOUND when it is not the user's; to resume one FORBIDDEN when it is live with unmet
   * gates, then REAUTHENTICATION_REQUIRED.
   */
  async toggle(caller: Principal, input: unknown, device: Device): Promise<UserStrategy> {
    const { id } = parseInput(subscriptionIdInput, input)
    const { userId } = caller
    const row = await this.#db.$transaction(async (tx) => {
      // Locked: of two concurrent calls the second toggles the result of the first.
      const [own] = await tx.$queryRaw<{ isActive: boolean; mode: TradeMode }[]>`
        SELECT "isActive", mode FROM "Subscription" WHERE id = ${id}::uuid AND "userId" = ${userId}::uuid AND "endedAt" IS NULL FOR UPDATE`
      if (!own) throw noSuchSubscription()
      const isResumedLive = own.mode === 'LIVE' && !own.isActive
      if (isResumedLive) await this.#gatekeeper.require(tx, id)
      const { isActive } = SUBSCRIPTION_VERDICTS
      requireRecentPasswordToLoosen(caller, { isActive }, { isActive: own.isActive }, { isActive: !own.isActive })
      const changed = await this.#change(tx, userId, id, { isActive: !own.isActive })
      if (isResumedLive) await recordResumed(tx, [id], { caller, device })
      return changed
    })
    return this.#shown(row)
  }

  /** Resumes the user's subscriptions, but live ones with unmet gates. Throws FORBIDDEN when there are only such, and REAUTHENTICATION_REQUIRED when there is one to resume. */
  async activateAll(caller: Principal, device: Device): Promise<StartedStrategies> {
    const { userId } = caller
    return this.#db.$transaction(async (tx) => {
      const live = await tx.subscription.findMany({
        where: { userId, endedAt: null, isActive: false, mode: 'LIVE' },
        select: { id: true, strategy: { select: { name: true } } },
      })
      const unmet = await this.#gatekeeper.unmet(
        tx,
        live.map(({ id }) => id),
      )
      const held = live.flatMap(({ id, strategy: { name } }) => {
        const gates = unmet.get(id) ?? []
        return gates.length === 0 ? [] : { id, name, reason: describeUnmetGates(gates) }
      })
      // A live one that was paused or switched meanwhile waits for the next time.
      const ready = live.flatMap(({ id }) => (held.some((one) => one.id === id) ? [] : id))
      const started = await tx.subscription.updateManyAndReturn({
        where: { userId, endedAt: null, isActive: false, OR: [{ mode: 'PAPER' }, { id: { in: ready } }] },
        data: { isActive: true },
        select: { id: true },
      })
      const [first] = held
      if (started.length === 0 && first)
        throw new UserFacingError('FORBIDDEN', held.map(({ name, reason }) => `${name}: ${reason}`).join(' '))
      const { isActive } = SUBSCRIPTION_VERDICTS
      if (started.length > 0) requireRecentPasswordToLoosen(caller, { isActive }, { isActive: false }, { isActive: true })
      for (const { id } of started) await publish(tx, { type: 'subscription.changed', userId, subscriptionId: id })
      const resumed = started.flatMap(({ id }) => (ready.includes(id) ? id : []))
      await recordResumed(tx, resumed, { caller, device })
      return { activated: started.length, held }
    })
  }

  /**
   * Between paper and live. Throws NOT_FOUND when it is not the user's, FORBIDDEN with every unmet gate, the confirmation among them, when
   * it is to trade live, and then REAUTHENTICATION_REQUIRED. Back to paper takes nothing.
   */
  async togglePaperTrade(caller: Principal, subscription: unknown, input: unknown, device: Device): Promise<UserStrategy> {
    const { id } = parseInput(subscriptionIdInput, subscription)
    const confirmation = parseInput(modeInput, input ?? undefined)?.confirmation ?? null
    const { userId } = caller
    await this.#db.$transaction(async (tx) => {
      // Locked: of two concurrent calls the second toggles the result of the first.
      const [own] = await tx.$queryRaw<{ mode: TradeMode }[]>`
        SELECT mode FROM "Subscription" WHERE id = ${id}::uuid AND "userId" = ${userId}::uuid AND "endedAt" IS NULL FOR UPDATE`
      if (!own) throw noSuchSubscription()
      if (own.mode === 'LIVE') await switchToPaper(tx, { caller, device, id })
      else await switchToLive(tx, this.#gatekeeper, { caller, device, id }, confirmation)
      await publish(tx, { type: 'subscription.changed', userId, subscriptionId: id })
    })
    return this.#shown({ id, userId })
  }

  /** Changes a subscription's terms. `refuse` may check the current ones, and throw; `finish` is called last. Throws as updateSettings does. */
  async #changeTerms(
    caller: Principal,
    id: string,
    data: Prisma.SubscriptionUncheckedUpdateManyInput,
    { refuse, finish }: { refuse(before: TermsRow): void; finish?(tx: Transaction, before: TermsRow): Promise<void> },
  ): Promise<TermsRow> {
    const { userId } = caller
    return this.#db.$transaction(async (tx) => {
      // Locked: of two concurrent changes the second is compared with the result of the first.
      await tx.$queryRaw`SELECT FROM "Subscription" WHERE id = ${id}::uuid AND "userId" = ${userId}::uuid FOR UPDATE`
      const before = await readTerms(tx, userId, id)
      refuse(before)
      await this.#change(tx, userId, id, data)
      refuseEmptyWindow(await readTerms(tx, userId, id))
      await finish?.(tx, before)
      const after = await readTerms(tx, userId, id)
      requireRecentPasswordToLoosen(caller, SUBSCRIPTION_VERDICTS, termsOf(before), termsOf(after))
      return after
    })
  }

  /** Changes a running subscription of the user and publishes that. Throws NOT_FOUND when there is none. */
  async #change(tx: Transaction, userId: string, id: string, data: Prisma.SubscriptionUncheckedUpdateManyInput): Promise<SubscriptionKey> {
    const [changed] = await tx.subscription.updateManyAndReturn({
      where: { id, userId, endedAt: null },
      data,
      select: { id: true, userId: true },
    })
    if (!changed) throw noSuchSubscription()
    await publish(tx, { type: 'subscription.changed', userId, subscriptionId: id })
    return changed
  }

  async #shown({ id, userId }: SubscriptionKey): Promise<UserStrategy> {
    const row = await this.#db.subscription.findFirstOrThrow({ where: { id, userId }, include: subscriptionRelations })
    const unmet = row.mode === 'LIVE' ? (await this.#gatekeeper.unmet(this.#db, [id])).get(id) : []
    return toUserStrategy(row, (await closedPerformance(this.#db, row)).get(row.strategyId) ?? [], unmet ?? [])
  }
}

type SubscriptionKey = Pick<Prisma.SubscriptionGetPayload<object>, 'id' | 'userId'>
type TermsRow = Prisma.SubscriptionGetPayload<{ include: typeof subscriptionRelations }>

/** What everybody may begin without a password: the strategy's own settings, on paper. */
const AS_OFFERED = {
  ...{ mode: 'PAPER', isActive: true, instruments: [], sizeByRisk: false },
  ...{ windowStart: null, windowEnd: null, maxTrades: null, lots: null, riskPercent: null, stopLossPaise: null, takeProfitPaise: null },
} as const satisfies Partial<TermsRow>

/** What a subscription trades by, for the verdicts. */
function termsOf(row: TermsRow): SubscriptionTerms {
  const { trailingStopPercent: trailingStop, rules } = row.strategyVersion
  return { ...toUserStrategy(row, [], []), trailingStop, rules }
}

/** A running subscription of the user with all its terms. Throws NOT_FOUND when there is none. */
async function readTerms(tx: Transaction, userId: string, id: string): Promise<TermsRow> {
  // One after the other: Prisma would read several relations concurrently, which a transaction's one connection cannot.
  const row = await tx.subscription.findFirst({
    where: { id, userId, endedAt: null },
    include: { strategyVersion: subscriptionRelations.strategyVersion },
  })
  if (!row) throw noSuchSubscription()
  const strategy = await tx.strategy.findUniqueOrThrow({ where: { id: row.strategyId }, ...subscriptionRelations.strategy })
  const user = await tx.user.findUniqueOrThrow({ where: { id: userId }, ...subscriptionRelations.user })
  return { ...row, strategy, user }
}

/** A user's own start or end may not fit the other end, which is the version's. Throws BAD_USER_INPUT. */
function refuseEmptyWindow({ windowStart, windowEnd, strategyVersion }: TermsRow): void {
  const [start, end] = [windowStart ?? strategyVersion.windowStart, windowEnd ?? strategyVersion.windowEnd]
  if (start < end) return
  const message = `The trading window must end after its start, got ${start} to ${end}`
  throw new UserFacingError('BAD_USER_INPUT', message, { timeWindow: message })
}

function confirmsNothing(): UserFacingError {
  const message = 'confirmation confirms live trading: send paperTrade false with it, or leave it out. Nothing was changed'
  return new UserFacingError('BAD_USER_INPUT', message, { confirmation: message })
}

const noSuchSubscription = () => new UserFacingError('NOT_FOUND', 'You have no such subscription.')
