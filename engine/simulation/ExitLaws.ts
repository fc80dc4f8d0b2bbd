import { istDate, SECOND, type Instant } from '../../schema/time.ts'
import type { Tick } from '../broker/port.ts'
import { CredibleTicks } from '../trading/positions/CredibleTicks.ts'
import { isHandedOver } from '../trading/positions/exitTries.ts'
import { isOpen, levelReached, type Leg, type OpenLeg } from '../trading/positions/legs.ts'
import type { Evidence } from './Evidence.ts'
import { firstToClose, isIdle, isToUnwind, netAt, reachesLimit, type BookedPosition } from './positionLaws.ts'
import { SimulatedDailyLosses } from './SimulatedDailyLosses.ts'
import { WhileTrue } from './WhileTrue.ts'

/** Time to act on a lost day, a requested exit or an incomplete position, including time for a database that was away. */
const SEEN_WITHIN = 60 * SECOND
/** Between an exit's time to be retried and the retry. */
const RETRIED_WITHIN = 10 * SECOND

/** What was open when a step began. */
interface StepBegin {
  readonly legs: ReadonlySet<Leg>
  /** Legs that nothing was closing, with how many exits each has had. */
  readonly left: ReadonlyMap<OpenLeg, number>
}

/** What must hold for what is open: what should be closed is on its way out (I8), and a position with nothing left is over (I14). */
export class ExitLaws {
  readonly #evidence: Evidence
  readonly #losses: SimulatedDailyLosses
  /** By user: wants nothing open any more. */
  readonly #lost: WhileTrue
  /** By trade: its exit was requested, by a person or for a lost day; its open legs must be closed; nothing keeps it from ending. */
  readonly #requested: WhileTrue
  readonly #toUnwind: WhileTrue
  readonly #idle: WhileTrue
  /** How many exits a leg had when a person last requested one that was not under way. */
  readonly #exitsWhenAsked = new Map<string, number>()
  /** The last option prices that the engine received, by token; of the current life. */
  readonly #told = new Map<string, number>()
  /** What nothing follows from: ticks that their own books contradict. */
  #credible = new CredibleTicks()
  readonly #doubted = new WeakSet<Tick>()
  #begin: StepBegin = { legs: new Set(), left: new Map() }

  constructor(evidence: Evidence) {
    this.#evidence = evidence
    this.#losses = new SimulatedDailyLosses(evidence.records)
    const { now } = evidence.world
    this.#lost = new WhileTrue(now)
    this.#requested = new WhileTrue(now)
    this.#toUnwind = new WhileTrue(now)
    this.#idle = new WhileTrue(now)
  }

  /** A new engine: it has heard of nothing yet. */
  onRestart(): void {
    for (const lasting of [this.#lost, this.#requested, this.#toUnwind, this.#idle]) lasting.clear()
    this.#told.clear()
    this.#credible = new CredibleTicks()
  }

  /** A person requests the exit of a trade, for the first time or again. */
  onRequested(tradeId: string): void {
    const { records } = this.#evidence
    this.#requested.forget(tradeId)
    for (const { id } of records.legsOfTrade(tradeId)) if (records.isLeftOpen(id)) this.#exitsWhenAsked.set(id, records.exitsOf(id).length)
  }

  /** Before the engine receives the step's quotes. */
  onStepBegin(): void {
    const { records } = this.#evidence
    const left = [...records.legs].filter(isOpen).filter(({ id }) => records.isLeftOpen(id))
    this.#begin = { legs: new Set(records.legs), left: new Map(left.map((leg) => [leg, records.exitsOf(leg.id).length])) }
    this.#followLosses()
    for (const { id } of records.trades.values()) this.#requested.follow(id, records.exitRequests.has(id) && records.isRunning(id))
    for (const { tradeId, position } of this.#positions()) {
      const orders = this.#evidence.rows.ordersOf(tradeId)
      this.#toUnwind.follow(tradeId, isToUnwind(position, orders))
      this.#idle.follow(tradeId, isIdle(position, orders, records.exitRequests.has(tradeId)))
    }
  }

  /** The engine receives an option's quote. */
  onTold(tick: Tick): void {
    if (!this.#credible.isCredible(tick)) this.#doubted.add(tick)
    else if (tick.lastPrice > 0) this.#told.set(tick.token, tick.lastPrice)
  }

  /** An engine that had its database in this step and the last has done what follows from `received`, all ticks that it was told. */
  check(received: readonly Tick[]): void {
    const { records } = this.#evidence
    const ticks = received.filter((tick) => !this.#doubted.has(tick))
    const untried = [...this.#begin.left].filter(([{ id }, exits]) => records.exitsOf(id).length === exits).map(([leg]) => leg)
    for (const leg of untried) this.#checkLeg(leg, ticks)
    for (const { tradeId, position } of this.#positions()) {
      const left = new Set(untried.filter((leg) => leg.tradeId === tradeId).map(({ id }) => id))
      this.#checkPosition(tradeId, position, left, ticks)
    }
  }

  /** What the quotes of the moment want closed, and what its owner's lost day does. */
  #checkLeg(leg: OpenLeg, ticks: readonly Tick[]): void {
    const { rows, records, world } = this.#evidence
    const quotes = ticks.filter(({ token, lastPrice, at }) => token === leg.contract.token && lastPrice > 0 && at === world.now())
    const isJudged = !leg.terms.position || !rows.isToldLate(leg.tradeId)
    const reached = isJudged && quotes.find(({ lastPrice }) => levelReached(leg, lastPrice) !== null)
    if (reached) this.#demandExit(leg, `its option is at ${reached.lastPrice}`)
    if (this.#isBehind(leg)) return
    const isAskedAgain = records.exitsOf(leg.id).length === this.#exitsWhenAsked.get(leg.id)
    if (this.#requested.lasts(leg.tradeId, SEEN_WITHIN, leg.entryTime)) this.#demandExit(leg, 'its exit was requested', isAskedAgain)
    if (this.#lost.lasts(leg.userId, SEEN_WITHIN, leg.entryTime)) this.#demandExit(leg, 'its owner’s day is lost')
  }

  /** A limit of the whole, the rest of an incomplete one, and the end of a finished one. `left`: its legs that nothing is closing. */
  #checkPosition(tradeId: string, position: BookedPosition, left: ReadonlySet<string>, ticks: readonly Tick[]): void {
    const { rows, records, violations, world } = this.#evidence
    const { legs } = position
    const wanted = (why: string) => {
      for (const leg of firstToClose(legs, rows.ordersOf(tradeId))) if (left.has(leg.id)) this.#demandExit(leg, why)
    }
    if (this.#toUnwind.lasts(tradeId, SEEN_WITHIN)) wanted('its position is not whole')
    if (this.#idle.lasts(tradeId, SEEN_WITHIN)) violations.add('I14', `trade ${tradeId} runs with nothing open, under way or waiting`)
    const now = world.now()
    const open = legs.filter(isOpen)
    const prices = new Map(open.map(({ contract: { token } }) => [token, onlyPrice(token, ticks, now)]))
    const isSeen =
      legs.every((leg) => this.#begin.legs.has(leg) && leg.entryTime < now) && [...prices.values()].every((price) => price !== null)
    if (open.length === 0 || !isSeen) return
    if (reachesLimit(position, records.locks.get(tradeId) ?? null, ({ token }) => prices.get(token) ?? 0))
      wanted('its position has reached a limit of the whole')
  }

  /**
   * Of a leg that nothing was closing. An exit that has failed waits before it is retried, for at most half a minute; one that was
   * handed over, until its leg's time is up, or a person requests it again.
   */
  #demandExit({ id }: Leg, why: string, isAskedAgain = false): void {
    const { records, violations, world } = this.#evidence
    const tries = records.exitTries.get(id)
    const waits = tries !== undefined && ((isHandedOver(tries) && !isAskedAgain) || world.now() < tries.retryAt + RETRIED_WITHIN)
    if (records.isLeftOpen(id) && !waits) violations.add('I8', `leg ${id} has no exit although ${why}`)
  }

  /** Those that run. */
  *#positions(): Iterable<{ readonly tradeId: string; readonly position: BookedPosition }> {
    const { records, rows } = this.#evidence
    for (const trade of records.trades.values()) {
      const position = trade.closing ? null : rows.positionOf(trade.id, trade)
      if (position) yield { tradeId: trade.id, position }
    }
  }

  /** A bought leg that waits for what it hedges to be closed. */
  #isBehind(leg: Leg): boolean {
    const { rows } = this.#evidence
    const legs = rows.positionOf(leg.tradeId, leg)?.legs
    return legs !== undefined && !firstToClose(legs, rows.ordersOf(leg.tradeId)).some(({ id }) => id === leg.id)
  }

  #followLosses(): void {
    const { records, rules, world } = this.#evidence
    const date = istDate(world.now())
    const loss = new Map<string, number>()
    for (const leg of records.legs) {
      const price = isOpen(leg) ? this.#told.get(leg.contract.token) : undefined
      loss.set(leg.userId, (loss.get(leg.userId) ?? 0) - (price === undefined ? 0 : netAt(leg, price, date, rules)))
    }
    for (const [userId, openLoss] of loss) this.#lost.follow(userId, this.#losses.wantsNothingOpen(userId, world.now(), openLoss))
  }
}

/** An option's price in this step by everything published about it; null: none, or several. */
function onlyPrice(token: string, ticks: readonly Tick[], now: Instant): number | null {
  const told = new Set(ticks.filter((tick) => tick.token === token).map(({ at, lastPrice }) => (at === now ? lastPrice : null)))
  const [price] = told
  return told.size === 1 ? (price ?? null) : null
}
