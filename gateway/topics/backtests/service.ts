import { z } from 'zod'
import { publish } from '../../../prisma/bus/publish.ts'
import type { Database, Transaction } from '../../../prisma/client.ts'
import { enqueue } from '../../../prisma/jobs/enqueue.ts'
import { IS_OFFERED } from '../../../prisma/offeredStrategies.ts'
import { storedDates } from '../../../prisma/storedDates.ts'
import { UserFacingError } from '../../../schema/errors.ts'
import type { SakhaEvent } from '../../../schema/events/SakhaEvent.ts'
import type { BacktestDays, BacktestRun, BacktestTradeConnection } from '../../../schema/graphql/backtests.ts'
import { LIMITS } from '../../../schema/limits.ts'
import type { RuleSet } from '../../../schema/rules/RuleSet.ts'
import { parseRuleSet } from '../../../schema/rules/parseRuleSet.ts'
import { sweptLevelMistake } from '../../../schema/rules/sweptSettings.ts'
import { SECOND } from '../../../schema/time.ts'
import type { EventWaits } from '../../kit/EventWaits.ts'
import type { Effects } from '../../kit/Effects.ts'
import { parseInput } from '../../kit/parseInput.ts'
import { termsOf } from '../strategies/termsInput.ts'
import { filledRules, placeholdersIn } from './draftInput.ts'
import { backtestDaysInput, backtestIdInput, backtestTradesInput, runBacktestInput } from './input.ts'
import { refuseTooLarge } from './refuseTooLarge.ts'
import { readBacktestRun, withoutResult } from './readBacktestRun.ts'
import { readBacktestTrades } from './readBacktestTrades.ts'

/** How long a request waits before it returns a run still under way. */
const RUN_WAIT_MS = 30 * SECOND
/** No engine has run yet. */
const NO_DAYS: BacktestDays = { days: 0, first: null, last: null }
const UNDER_WAY = ['QUEUED', 'RUNNING'] as const

export interface RunOptions {
  /** The client's idempotency key. */
  readonly key: string | null
  /** False: returns at once. */
  readonly wait?: boolean
}

/** Backtests that users request; an engine node runs them. */
export class BacktestService {
  readonly #db: Database
  readonly #effects: Effects
  readonly #waits: EventWaits
  constructor(db: Database, effects: Effects, waits: EventWaits) {
    this.#db = db
    this.#effects = effects
    this.#waits = waits
  }

  /**
   * Queues a backtest and returns it when it has ended, or after thirty seconds while it is under way, or at once when not asked to wait.
   * Throws BAD_USER_INPUT, also for one that is too large, NOT_FOUND for a strategy the user may not see, CONFLICT while the user has
   * another one under way, RATE_LIMITED while the queue is full.
   */
  async run(userId: string, input: unknown, { key, wait = true }: RunOptions): Promise<BacktestRun> {
    await this.#refuseBusy(userId, key)
    const order = parseInput(runBacktestInput, input)
    const id = await this.#effects.once({ userId, key, request: { backtest: order }, answer: z.string() }, (tx) => queue(tx, userId, order))
    if (!wait) return this.get(userId, { id })
    await this.#waits.until({
      hears: (event) => (event.type === 'backtest.ended' || event.type === 'backtest.cancelled') && event.runId === id,
      look: async () => (await this.#db.backtestRun.count({ where: { id, status: { in: [...UNDER_WAY] } } })) === 0,
      timeoutMs: RUN_WAIT_MS,
    })
    return this.get(userId, { id })
  }

  /** Throws NOT_FOUND when it is not the user's. */
  async get(userId: string, input: unknown): Promise<BacktestRun> {
    const { id } = parseInput(backtestIdInput, input)
    const row = await this.#db.backtestRun.findFirst({ where: { id, userId }, ...withoutResult })
    if (!row) throw noSuchRun()
    return readBacktestRun(this.#db, row)
  }

  /** A page of the trades of its result, latest first. Throws NOT_FOUND when it is not the user's. */
  async trades(userId: string, input: unknown): Promise<BacktestTradeConnection> {
    const { id, first, after } = parseInput(backtestTradesInput, input)
    const page = await readBacktestTrades(this.#db, userId, { id, first: first ?? LIMITS.backtests.trades.default, after: after ?? null })
    if (!page) throw noSuchRun()
    return page
  }

  /** The one that waits or runs; null: none does. */
  async underWay(userId: string): Promise<BacktestRun | null> {
    const where = { userId, status: { in: [...UNDER_WAY] } }
    const row = await this.#db.backtestRun.findFirst({ where, orderBy: { createdAt: 'desc' }, ...withoutResult })
    return row && readBacktestRun(this.#db, row)
  }

  /** The days of an index that are stored of the engine's market. Throws BAD_USER_INPUT. */
  async days(input: unknown): Promise<BacktestDays> {
    const { symbol } = parseInput(backtestDaysInput, input)
    const engine = await this.#db.engineState.findFirst({ orderBy: { heartbeatAt: 'desc' }, select: { market: true } })
    if (!engine) return NO_DAYS
    const dates = await storedDates(this.#db, { market: engine.market, symbol, from: null, to: null })
    return { days: dates.length, first: dates[0] ?? null, last: dates.at(-1) ?? null }
  }

  /** Streams a backtest on every progress until it has ended, its present state first. Rejects with NOT_FOUND when it is not the user's. */
  async progress(userId: string, input: unknown): Promise<AsyncIterable<BacktestRun>> {
    return this.#progressOf(userId, await this.get(userId, input))
  }

  /** Throws NOT_FOUND when it is not the user's, CONFLICT when it has ended. */
  async cancel(userId: string, input: unknown): Promise<BacktestRun> {
    const { id } = parseInput(backtestIdInput, input)
    return this.#db.$transaction(async (tx) => {
      const [cancelled] = await tx.backtestRun.updateManyAndReturn({
        where: { id, userId, status: { in: [...UNDER_WAY] } },
        data: { status: 'CANCELLED', endedAt: new Date() },
        ...withoutResult,
      })
      if (!cancelled) {
        if ((await tx.backtestRun.count({ where: { id, userId } })) === 0) throw noSuchRun()
        throw new UserFacingError('CONFLICT', 'This backtest has ended already.')
      }
      await publish(tx, { type: 'backtest.cancelled', runId: id })
      return readBacktestRun(tx, cancelled)
    })
  }

  /**
   * Throws CONFLICT before the order is read, which may be two hundred variants of rules; queue() asks for good. A request that is sent
   * again is let through to its answer, which was stored with the run.
   */
  async #refuseBusy(userId: string, key: string | null): Promise<void> {
    try {
      await refuseSecond(this.#db, userId)
    } catch (error) {
      if (key === null || (await this.#db.idempotentAnswer.count({ where: { userId, key } })) === 0) throw error
    }
  }

  async *#progressOf(userId: string, first: BacktestRun): AsyncGenerator<BacktestRun> {
    const isOfRun = (event: SakhaEvent, id: string) =>
      (event.type === 'backtest.progressed' || event.type === 'backtest.ended' || event.type === 'backtest.cancelled') && event.runId === id
    let run = first
    while (run.endedAt === null && !this.#waits.closed) {
      yield run
      const { id, status, progress } = run
      await this.#waits.until({
        hears: (event) => isOfRun(event, id),
        look: async () => (await this.#db.backtestRun.count({ where: { id, status, progress } })) === 0,
        timeoutMs: RUN_WAIT_MS,
      })
      run = await this.get(userId, { id })
    }
    yield run
  }
}

/** Queues a backtest and returns its id. Raw SQL: an advisory lock. */
async function queue(tx: Transaction, userId: string, order: z.output<typeof runBacktestInput>): Promise<string> {
  const { strategyId, draft, symbol, from, to, sweep, walkForward, slippage } = order
  const strategy = strategyId == null ? null : await tradedBy(tx, userId, strategyId)
  const index = symbol ?? strategy?.instruments[0] ?? 'NIFTY'
  const rules = draft ? filledRules(draft.rules, sweep ?? null) : [strategy?.rules]
  // Rules that do not parse are reported by the engine.
  const parsed = rules.flatMap((each) => {
    const read = parseRuleSet(each)
    return read.ok ? [read.value] : []
  })
  refuseSweptLevels(
    parsed,
    (sweep ?? []).map(({ name }) => name),
    placeholdersIn(draft?.rules),
  )
  const variants = (sweep ?? []).reduce((product, { values }) => product * values.length, 1)
  await refuseTooLarge(tx, { rules: parsed, variants, symbol: index, from: from ?? null, to: to ?? null })
  // Counting and queueing are serialised, so that two at once cannot both slip under a limit.
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('backtest.queue'))`
  await refuseSecond(tx, userId)
  await refuseCrowd(tx, userId)
  const tried = draft ? { draft: draftRequest(draft) } : {}
  const searched = { ...(sweep ? { sweep } : {}), ...(walkForward ? { walkForward } : {}) }
  const costs = slippage == null ? {} : { slippage }
  const request = { symbol: index, ...(from ? { from } : {}), ...(to ? { to } : {}), ...tried, ...searched, ...costs }
  const { id } = await tx.backtestRun.create({ data: { userId, strategyId: strategyId ?? null, request }, select: { id: true } })
  await enqueue(tx, 'backtest.run', { runId: id })
  return id
}

/** Throws CONFLICT while the user has as many under way as fit. */
async function refuseSecond(db: Pick<Transaction, 'backtestRun'>, userId: string): Promise<void> {
  const mine = await db.backtestRun.count({ where: { userId, status: { in: [...UNDER_WAY] } } })
  if (mine < LIMITS.backtests.running) return
  const message = `You have ${mine} backtest under way, at most ${LIMITS.backtests.running} fits. Wait for it or cancel it.`
  throw new UserFacingError('CONFLICT', message)
}

/** Throws BAD_USER_INPUT for a sweep of levels that the rules do not use. */
function refuseSweptLevels(rules: readonly RuleSet[], names: readonly string[], placeholders: readonly string[]): void {
  for (const each of rules) {
    const mistake = sweptLevelMistake(each, names, placeholders)
    if (mistake !== null) throw new UserFacingError('BAD_USER_INPUT', mistake, { sweep: mistake })
  }
}

/** Throws RATE_LIMITED while the queue is full: users without a confirmed address share its places. */
async function refuseCrowd(tx: Transaction, userId: string): Promise<void> {
  const { emailVerifiedAt } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { emailVerifiedAt: true } })
  const confirmed = emailVerifiedAt !== null
  const most = confirmed ? LIMITS.backtests.waiting.confirmed : LIMITS.backtests.waiting.unconfirmed
  const queued = await tx.backtestRun.count({ where: { status: 'QUEUED', user: { emailVerifiedAt: confirmed ? { not: null } : null } } })
  if (queued < most) return
  const message = confirmed
    ? `${queued} backtests are waiting, at most ${most} may. Try again in a minute.`
    : `${queued} backtests of users without a confirmed e-mail address are waiting, at most ${most} may. Confirm your address, or try again in a minute.`
  throw new UserFacingError('RATE_LIMITED', message)
}

/** The version that the user trades or would trade. Throws NOT_FOUND for a strategy that the user may not see. */
async function tradedBy(tx: Transaction, userId: string, strategyId: string) {
  const version = { select: { instruments: true, rules: true } }
  const strategy = await tx.strategy.findFirst({
    where: { id: strategyId, OR: [IS_OFFERED, { subscriptions: { some: { userId, endedAt: null } } }] },
    select: { newest: version, subscriptions: { where: { userId, endedAt: null }, select: { strategyVersion: version } } },
  })
  if (!strategy) throw new UserFacingError('NOT_FOUND', 'This strategy is not available.')
  return strategy.subscriptions[0]?.strategyVersion ?? strategy.newest
}

/** A draft as engine/store/backtestRequest.ts reads it. */
function draftRequest(draft: NonNullable<z.output<typeof runBacktestInput>['draft']>) {
  const { riskPerTradePaise, ...terms } = termsOf(draft)
  return { ...terms, riskPaise: Number(riskPerTradePaise) }
}

const noSuchRun = () => new UserFacingError('NOT_FOUND', 'You have no such backtest.')
