import type { Logger } from 'pino'
import { err, type Result } from '../../../schema/errors.ts'
import { INTERVAL_MINUTES } from '../../../schema/market/candles.ts'
import type { Session } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import { parseRuleSet } from '../../../schema/rules/parseRuleSet.ts'
import type { PositionRule } from '../../../schema/rules/PositionRule.ts'
import { MINUTE, SECOND, type Instant } from '../../../schema/time.ts'
import { PROPOSAL_MOVE_PERCENT } from '../../../schema/trading/agent.ts'
import type { Denial } from '../../../schema/trading/denials.ts'
import type { JobQueue } from '../../runtime/JobQueue.ts'
import type { Order } from '../orders/orders.ts'
import { isPassing } from '../risk/pausedBy.ts'
import type { EntryPlan } from '../risk/assess.ts'
import { versionKey } from './ActiveStrategies.ts'
import { decisionsAt } from './decisionsAt.ts'
import { judgeBeside } from './judgeBeside.ts'
import type { ApprovedFirstOrder, FirstOrderRecords } from './FirstOrderRecords.ts'
import type { MarketView } from './MarketView.ts'
import { refusedAsLate } from './refusedAsLate.ts'
import type { Judge } from './takeSignals.ts'

/** Real time between checks of approved orders that wait for prices, and of unanswered ones. */
const LOOK_AGAIN_MS = SECOND
const DROP_EVERY_MS = 5 * SECOND

export interface FirstOrdersParts {
  readonly records: FirstOrderRecords
  readonly queue: JobQueue
  readonly market: () => MarketView
  readonly submit: (orders: readonly Order[]) => void
  readonly log: Logger
}

/**
 * The first live order of a subscription waits for its user's approval. Then it passes the gate that every signal passes, as
 * he and the market are then; never with more lots than he read, and not at a price that is far from the one he read. What he does not
 * answer expires, and the next signal asks again.
 */
export class FirstOrders {
  readonly #parts: FirstOrdersParts
  /** Real time at which approved orders are checked again; null: nothing waits for prices. */
  #lookAt: Instant | null = null
  #dropAt: Instant = -Infinity
  /** Jobs that have not begun: while the database is away, one of each is enough. */
  readonly #queued = new Set<string>()

  constructor(parts: FirstOrdersParts) {
    this.#parts = parts
  }

  /**
   * Decides on everything that users of this node have approved, each once: after a start, when a user has approved something, and when
   * users were taken over. What has no prices yet waits for them while its time lasts. Resolves when it is done. Never rejects: what fails is
   * logged.
   */
  async obey(): Promise<void> {
    this.#lookAt = null
    await this.#queue('decide on approved first orders', async () => {
      for (const order of await this.#parts.records.approvedFirstOrders()) await this.#decide(order)
    })
  }

  /** Time moved on. */
  onTime(): void {
    const { records, market } = this.#parts
    const { real } = market()
    if (this.#lookAt !== null && real >= this.#lookAt) void this.obey()
    if (real < this.#dropAt) return
    this.#dropAt = real + DROP_EVERY_MS
    void this.#queue('drop unanswered first orders', () => records.dropUnanswered())
  }

  /** A job requested again before it has begun runs once. */
  async #queue(name: string, job: () => Promise<void>): Promise<void> {
    if (this.#queued.has(name)) return
    this.#queued.add(name)
    await this.#parts.queue.add(name, () => {
      this.#queued.delete(name)
      return job()
    })
    this.#queued.delete(name)
  }

  async #decide(order: ApprovedFirstOrder): Promise<void> {
    const { records, market, submit, log } = this.#parts
    const view = market()
    const late = refusedAsLate(order, view.real)
    const judge = late ? () => err(late) : view.session && hasPrices(order, view) ? judgeOf(order, view, view.session) : null
    if (!judge) {
      this.#lookAt = view.real + LOOK_AGAIN_MS
      return
    }
    const decided = await records.decideFirstOrder(order, view.now, judge)
    if (!decided) return
    const { id: firstOrderId, userId, subscriptionId } = order
    const { entries, denied } = decided
    log.info({ firstOrderId, userId, subscriptionId, entries: entries.length, denied }, 'an approved first live order decided')
    submit(entries)
  }
}

/** After a start the prices come by and by. */
function hasPrices({ index, legs }: ApprovedFirstOrder, view: MarketView): boolean {
  const isQuoted = legs.every(({ contract }) => view.premiumOf(contract) !== null && view.lastPriceOf(contract) !== null)
  return isQuoted && !isPassing(view.pausedOn(index))
}

/** All checks of a signal, again, and of what the user has read. */
function judgeOf(order: ApprovedFirstOrder, view: MarketView, session: Session): Judge {
  const { index, interval, candleTime, price, lots } = order
  const parsed = parseRuleSet(order.rules)
  if (!parsed.ok) return () => err({ reason: 'OTHER_OPTIONS', numbers: {} })
  const { position } = parsed.value
  const positions = new Map<string, PositionRule>(position ? [[versionKey(order), position]] : [])
  const closedAt = candleTime + INTERVAL_MINUTES[interval] * MINUTE
  const decisionOf = decisionsAt(index, { time: closedAt - MINUTE, close: price }, view, session, positions)
  return (side, candidate, account) => {
    const capped = { ...candidate, settings: { ...candidate.settings, lots: Math.min(lots, candidate.settings.lots) } }
    const decided = judgeBeside(view)(candidate, account, (judged) => decisionOf(side, capped)(capped, judged))
    return asRead(order, decided)
  }
}

/** A decision, refused where it is not what the user has read. */
function asRead({ legs, funds }: ApprovedFirstOrder, decided: Result<EntryPlan, Denial>): Result<EntryPlan, Denial> {
  if (!decided.ok) return decided
  const plan = decided.value
  const isSame = plan.legs.every(({ contract, side }, i) => contract.token === legs[i]?.contract.token && side === legs[i]?.side)
  const [leg, read] = [plan.legs[0], legs[0]]
  if (!isSame || plan.legs.length !== legs.length || !leg || !read) return err({ reason: 'OTHER_OPTIONS', numbers: {} })
  // Fewer lots cost less: what he read is compared for as many.
  const proposed = paise(Math.round((funds * leg.quantity) / read.quantity))
  const movedPercent = (100 * Math.abs(plan.reserved - proposed)) / proposed
  return movedPercent > PROPOSAL_MOVE_PERCENT
    ? err({ reason: 'PRICE_MOVED', numbers: { proposed, premium: plan.reserved, limitPercent: PROPOSAL_MOVE_PERCENT } })
    : decided
}
