import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { v7 as uuid } from 'uuid'
import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import type { Paise } from '../../../schema/money.ts'
import { istDate, MINUTE, SECOND, type Instant } from '../../../schema/time.ts'
import type { BrokerOrder, ExecutionPort, InstrumentKey, OrderUpdate } from '../../broker/port.ts'
import type { JobQueue } from '../../runtime/JobQueue.ts'
import type { ExitAtBroker, ExitAtBrokerRecords } from './ExitAtBroker.ts'
import type { TakenStop } from '../orders/TakenStop.ts'
import type { OpenLeg } from '../positions/legs.ts'
import { oppositeOf } from '../../../schema/trading/OrderSide.ts'
import type { LostOrders, Unknown } from '../orders/LostOrders.ts'
import { tagOf, type Order } from '../orders/orders.ts'
import type { OwnOrder } from '../orders/UnitLedger.ts'
import { hasMoved, protectivePricing, type ProtectivePricing } from './protectivePricing.ts'
import { RestingStop, type StopChange } from './RestingStop.ts'
import { largestOrder, slicesOf } from '../../../schema/market/orderSlices.ts'
import { StopCalls } from './StopCalls.ts'

/** Market milliseconds between two changes of a stop. */
const CHANGE_EVERY = 2 * SECOND
/** Market milliseconds after which a triggered stop that is not filled becomes an exit that follows the market. */
const FILLED_WITHIN = 2 * SECOND
/** Real milliseconds that an exit waits for the outcome of a stop of its leg. */
const KNOWN_WITHIN = 5 * SECOND
/** Changes of one order that are left to the exit that its stop may become. */
const KEPT_FOR_EXIT = 5
/** Looks into the broker's books that a lost stop must be missing in, and market milliseconds, until another protects its leg. */
const REPLACED_AFTER = { looks: 2, ms: 3 * SECOND }
/** Market milliseconds until a stop is placed again that the broker refused; doubled with each refusal, up to a minute. */
const PLACED_AGAIN = { first: 5 * SECOND, most: MINUTE }
/** Exits at the broker are numbered from here, apart from those that are ordered. */
const FIRST_SLICE = 1_000

export interface ProtectiveStopsParts {
  readonly broker: ExecutionPort
  readonly records: ExitAtBrokerRecords
  /** The exit lane. */
  readonly lane: JobQueue
  readonly rules: () => Pick<MarketRules, 'freezeFor' | 'priceProtectionOf'>
  /** Units of a leg that its account holds, as far as is known; null: that is not settled, and its resting stops stay unchanged. */
  readonly heldOf: (leg: OpenLeg) => number | null
  /** Whether the stop of a leg may rest at the exchange at all (`StopPlacement`). */
  readonly mayRest: (leg: OpenLeg) => boolean
  /** Whether the broker may square off, or cancel for that, by now: a stop that has ended is not placed again beside its own sale. */
  readonly isBrokerClosing: () => boolean
  /** The owner of a leg has cancelled a stop of it in the broker's app. */
  readonly onRemoved: (legId: string) => void
  /** A stop has triggered, and is not filled: its leg is to close at any price. */
  readonly onUnfilled: (legId: string) => void
  /** What looks orders up whose outcome is not reported yet. */
  readonly lost: Pick<LostOrders, 'watch' | 'forget' | 'lookedFor' | 'size'>
  /** Resolves when all order reports so far are booked. */
  readonly booked: (clientOrderIds: readonly string[]) => Promise<void>
  readonly log: Logger
}

/**
 * Keeps a stop order at the broker for every open live leg with a stop of its own: a leg stays protected if this engine is gone. It
 * follows the leg's stop in steps, becomes the leg's exit by a change where it can and is cancelled before another exit where it cannot, and is
 * placed again if it vanishes, unless its owner wants the trade left to him then, or the broker squares off. Its first fill makes it an exit
 * order of the leg. It is committed before it is sent, and never sent twice. One whose answer is lost counts once the market has reached its
 * trigger; until then another takes its place, and it is cancelled when it shows up.
 */
export class ProtectiveStops {
  readonly #parts: ProtectiveStopsParts
  readonly #calls: StopCalls
  readonly #lost: ProtectiveStopsParts['lost']
  /** By tag. */
  readonly #stops = new Map<string, RestingStop>()
  /** Refusals by the broker in a row, by leg, and when the next stop may be placed. */
  readonly #refused = new Map<string, { readonly times: number; readonly until: Instant }>()
  /** Legs that have had a stop at the broker that has ended. */
  readonly #ended = new Set<string>()
  #now: Instant

  /** `now`: market time. */
  constructor(parts: ProtectiveStopsParts, now: Instant) {
    this.#parts = parts
    this.#now = now
    this.#calls = new StopCalls(parts)
    this.#lost = parts.lost
  }

  /**
   * Takes up stops that an earlier engine, or another node, left at the broker, and forgets those that are over in the books. `legs`: the open
   * ones. Rejects when the books cannot be read.
   */
  async resume(legs: readonly OpenLeg[]): Promise<void> {
    const left = await this.#parts.records.exitsAtBroker()
    for (const exit of left) if (!this.#stops.has(exit.clientOrderId)) this.#lose(this.#add(new RestingStop(exit, null, this.#now)))
    const tags = new Set(left.map(({ clientOrderId }) => clientOrderId))
    const open = new Set(legs.map(({ id }) => id))
    // Of users who are now another node's, or of accounts that were left. One that is being sent may not be in the books yet if its leg is open.
    for (const stop of this.#stops.values()) {
      const { clientOrderId, legId } = stop.exit
      const isKnownHere = stop.stage === 'TAKEN' || (stop.stage === 'SENDING' && open.has(legId))
      if (!tags.has(clientOrderId) && !isKnownHere) this.#forget(stop)
    }
  }

  /** Takes a broker's report. True when it must be booked: of stops that have been filled, and of what is no stop. `isOrder`: of an order under way. */
  hear(update: OrderUpdate, isOrder: boolean): boolean {
    const { clientOrderId } = update
    const stop = this.#stops.get(clientOrderId)
    if (!stop) return isOrder || !clientOrderId.startsWith('S') || update.type === 'filled'
    if (stop.stage === 'TAKEN') {
      stop.unheard.push(update)
      return false
    }
    const { asked } = stop
    const isRemoved = stop.isRemovedBy(update)
    const hasEnded = stop.hear(update, this.#now)
    if (update.type === 'modified' || update.type === 'unchanged') this.#onTerms(stop, asked)
    if (update.type === 'rejected') this.#onRefused(stop, update.reason)
    if (update.type === 'filled') void this.#book(stop)
    if (hasEnded && update.type !== 'rejected') this.#ended.add(stop.exit.legId)
    if (hasEnded) this.#end(stop)
    if (isRemoved) this.#parts.onRemoved(stop.exit.legId)
    return update.type === 'filled' || (hasEnded && stop.filled > 0)
  }

  /** Market time advanced. `legs`: those that are open and live; `isClosing`: whether an exit of one is under way. */
  onTime(now: Instant, legs: readonly OpenLeg[], isClosing: (legId: string) => boolean): void {
    this.#now = now
    const open = new Set(legs.map(({ id }) => id))
    for (const legId of this.#refused.keys()) if (!open.has(legId)) this.#refused.delete(legId)
    for (const legId of this.#ended) if (!open.has(legId)) this.#ended.delete(legId)
    for (const stop of this.#stops.values()) {
      if (!open.has(stop.exit.legId)) stop.isWithdrawn = true
      if (stop.stage === 'RESTING' && isLongAgo(stop.triggeredAt, now, FILLED_WITHIN)) this.#hurry(stop)
      if (stop.stage === 'LOST' && this.#isReplaced(stop)) stop.isWithdrawn = true
      if (!stop.isWithdrawn || stop.stage !== 'RESTING' || !isLongAgo(stop.changedAt, now, stop.cancelAfter)) continue
      stop.cancelledAt(now)
      void this.#calls.cancel(stop.exit)
    }
    for (const leg of legs) if (!isClosing(leg.id)) this.cover(leg)
  }

  /** Brings a leg's order at the broker to its wanted state. Does nothing for legs on paper, or without a stop. */
  cover(leg: OpenLeg): void {
    if (leg.mode !== 'LIVE' || leg.stop === null) return
    const held = this.#parts.heldOf(leg)
    if (held === null) return
    const stops = this.#of(leg.id)
    // Next to one that may be there, or whose fill is not booked yet, another might close more than there is.
    if (stops.some(({ isWithdrawn, stage, bookings }) => isWithdrawn || stage === 'LOST' || stage === 'TAKEN' || bookings > 0)) return
    const [rules, today] = [this.#parts.rules(), istDate(this.#now)]
    const pricing = protectivePricing(leg.side, leg.stop, leg.contract.tick, rules.priceProtectionOf(leg.contract.exchange, today))
    const largest = largestOrder(rules.freezeFor(leg.index, today), leg.contract.lotSize)
    const slices = slicesOf(held, largest)
    for (const stop of stops) {
      const units = slices[stop.exit.slice - FIRST_SLICE]
      if (units === undefined) stop.isWithdrawn = true
      else this.#follow(stop, leg, pricing, units)
    }
    if (this.#ended.has(leg.id) && this.#parts.isBrokerClosing()) return
    const refused = this.#refused.get(leg.id)
    if (refused && refused.until > this.#now && refused.until - this.#now <= PLACED_AGAIN.most) return
    if (stops.length === 0 && slices.length > 0 && !this.#parts.mayRest(leg)) return
    const covered = new Set(stops.map(({ exit }) => exit.slice))
    for (const [i, quantity] of slices.entries()) {
      const slice = FIRST_SLICE + i
      if (covered.has(slice)) continue
      const { id: legId, userId, contract } = leg
      const side = oppositeOf(leg.side)
      const exit: ExitAtBroker = { clientOrderId: tagOf('S', uuid()), userId, legId, contract, side, slice, quantity, reason: 'STOP' }
      void this.#place(this.#add(new RestingStop(exit, pricing, this.#now)), pricing)
    }
  }

  /** The broker shows a stop no more: it is looked up like one whose answer was lost. */
  lookUp(clientOrderId: string): void {
    const stop = this.#stops.get(clientOrderId)
    if (stop?.stage === 'RESTING') this.#lose(stop)
  }

  /** Whether a stop rests for a leg, or perhaps does. */
  protects(legId: string): boolean {
    return this.#of(legId).length > 0
  }

  /** Of which leg a stop is. */
  legOf(clientOrderId: string): string | null {
    return this.#stops.get(clientOrderId)?.exit.legId ?? null
  }

  /** Whether it is unclear how much of a leg a stop closes: it is on its way, or perhaps there, or its fills are not booked yet. */
  isUnsettled(legId: string): boolean {
    return this.#of(legId).some(({ stage, bookings }) => stage === 'SENDING' || stage === 'LOST' || bookings > 0)
  }

  /**
   * Cancels a leg's resting stops. Resolves when they have ended and their fills are booked, or after five seconds. Never rejects.
   */
  async withdraw({ legId }: Pick<Order, 'legId'>): Promise<void> {
    const stops = this.#of(legId)
    for (const stop of stops) stop.isWithdrawn = true
    // One that is lost and cannot have traded is cancelled when it shows up.
    const waiting = stops.filter(({ stage, isUncertain }) => stage !== 'LOST' || isUncertain)
    if (waiting.length > 0) await this.#calls.withdraw(waiting)
    // Units it sold during the cancel are not the exit's to sell: another leg of the user may hold the same contract.
    const sold = stops.flatMap(({ filled, exit }) => (filled > 0 ? exit.clientOrderId : []))
    if (sold.length > 0) await this.#parts.booked(sold)
  }

  /** A user's stops that have not ended, and that may trade. */
  ofUser(userId: string): OwnOrder[] {
    return [...this.#stops.values()].flatMap(({ exit, stage, quantity, filled, bookings, isReached }) => {
      if (exit.userId !== userId || stage === 'ENDED' || (stage === 'LOST' && !isReached)) return []
      // Which of its fills are booked is not known while any is being booked.
      return { ...exit, tradeId: null, purpose: 'EXIT', quantity, booked: bookings > 0 ? 0 : filled }
    })
  }

  /** A price of a contract: of lost stops it says whether they may have traded. */
  onPrice({ exchange, token }: InstrumentKey, price: Paise): void {
    // Nearly every quote comes while none is.
    if (this.#lost.size === 0) return
    for (const stop of this.#stops.values())
      if (stop.stage === 'LOST' && stop.exit.contract.token === token && stop.exit.contract.exchange === exchange) stop.onPrice(price)
  }

  /**
   * A stop that rests for an exit's leg, to be the exit; null: none does. It is kept as it is, and hears nothing, until it is `released`. Waits up
   * to five seconds where it is not known yet whether one does. Never rejects.
   */
  async take({ legId, quantity }: Pick<Order, 'legId' | 'quantity'>): Promise<TakenStop | null> {
    await this.#known(legId)
    const stop = this.#of(legId).find((each) => each.stage === 'RESTING' && !each.isWithdrawn && each.filled === 0 && each.bookings === 0)
    if (!stop) return null
    stop.stage = 'TAKEN'
    return { clientOrderId: stop.exit.clientOrderId, quantity: Math.min(quantity, stop.takeable), changes: stop.changes }
  }

  /** A taken stop is the exit now, or rests on as a stop. Returns what the broker has reported of it meanwhile, oldest first. */
  release({ clientOrderId }: TakenStop, isExit: boolean): readonly OrderUpdate[] {
    const stop = this.#stops.get(clientOrderId)
    if (!stop) return []
    if (isExit) this.#forget(stop)
    else stop.stage = 'RESTING'
    return stop.unheard.splice(0)
  }

  async #known(legId: string): Promise<void> {
    const uncertain = () => this.#of(legId).filter(({ isUncertain }) => isUncertain)
    if (uncertain().length === 0) return
    const over = new AbortController()
    const given = sleep(KNOWN_WITHIN, undefined, { signal: over.signal, ref: false }).then(
      () => 'over' as const,
      () => 'over' as const,
    )
    while (uncertain().length > 0) if ((await Promise.race([given, ...uncertain().map(({ nextStage }) => nextStage)])) === 'over') break
    over.abort()
  }

  /** A leg's stops, but those that are lost and that others have replaced. */
  #of(legId: string): RestingStop[] {
    return [...this.#stops.values()].filter(({ exit, stage, isWithdrawn, isReached }) => {
      const isReplaced = stage === 'LOST' && isWithdrawn && !isReached
      return exit.legId === legId && !isReplaced
    })
  }

  /** Whether another is to take the place of one that is lost: it cannot have traded, and was looked for in vain. */
  #isReplaced({ exit, isReached }: RestingStop): boolean {
    const { looks, since } = this.#lost.lookedFor(exit.clientOrderId)
    return !isReached && looks >= REPLACED_AFTER.looks && isLongAgo(since, this.#now, REPLACED_AFTER.ms)
  }

  /** One that has sold a part is an exit order of its leg already: it makes way for another. */
  #hurry(stop: RestingStop): void {
    if (stop.filled > 0) stop.isWithdrawn = true
    else this.#parts.onUnfilled(stop.exit.legId)
  }

  #add(stop: RestingStop): RestingStop {
    this.#stops.set(stop.exit.clientOrderId, stop)
    return stop
  }

  async #place(stop: RestingStop, pricing: ProtectivePricing): Promise<void> {
    const sent = await this.#calls.place(stop, pricing)
    if (stop.stage !== 'SENDING') return
    if (sent.kind === 'accepted') {
      stop.stage = 'RESTING'
      if (stop.isWithdrawn) void this.#calls.cancel(stop.exit)
    } else if (sent.kind === 'unknown') this.#lose(stop, sent)
    else {
      if (sent.kind === 'refused') this.#onRefused(stop, sent.message)
      this.#end(stop)
    }
  }

  /** Changes what rests when its leg's stop has moved far enough, or its leg has other units now. */
  #follow(stop: RestingStop, leg: OpenLeg, pricing: ProtectivePricing, units: number): void {
    const { stage, asked, triggeredAt, filled, changedAt } = stop
    const { pricing: before, quantity } = asked ?? stop
    const isSame = before && units === quantity - filled && !hasMoved(before.trigger, pricing.trigger, leg.contract.tick)
    if (stage !== 'RESTING' || triggeredAt !== null || isSame || !isLongAgo(changedAt, this.#now, CHANGE_EVERY)) return
    // Another takes its place, which may be changed as often again.
    if (stop.changes >= this.#parts.broker.allowedChanges('LIVE').most - KEPT_FOR_EXIT) {
      stop.isWithdrawn = true
      return
    }
    stop.changedAt = this.#now
    stop.changes++
    void this.#change(stop, { pricing, quantity: filled + units })
  }

  async #change(stop: RestingStop, change: StopChange): Promise<void> {
    // Our books have its units first.
    if (change.quantity > stop.kept && !(await this.#resize(stop, change.quantity))) return
    if (stop.stage !== 'RESTING' || stop.isWithdrawn) return
    stop.asked = change
    const { kind } = await this.#calls.change(stop, change)
    if (kind === 'accepted' || kind === 'unknown' || stop.asked !== change) return
    stop.asked = null
    if (kind === 'refused') this.#onTerms(stop, change)
  }

  /** A stop's state at the exchange is known. One that does not shrink would sell more than its leg has: it is cancelled. */
  #onTerms(stop: RestingStop, asked: StopChange | null): void {
    if (asked && asked.quantity < stop.quantity && !stop.isWithdrawn) {
      stop.isWithdrawn = true
      stop.changedAt = this.#now
      void this.#calls.cancel(stop.exit)
    }
    if (stop.quantity !== stop.kept) void this.#resize(stop, stop.quantity)
  }

  async #resize(stop: RestingStop, quantity: number): Promise<boolean> {
    const isKept = await this.#calls.resize(stop, quantity)
    if (isKept) stop.kept = quantity
    return isKept
  }

  #lose(stop: RestingStop, why?: Unknown): void {
    stop.stage = 'LOST'
    this.#lost.watch(stop.exit.clientOrderId, { userId: stop.exit.userId, mode: 'LIVE' }, this.#now, why)
  }

  /** The broker has an order of which it was not known. */
  onFound(order: BrokerOrder): void {
    const stop = this.#stops.get(order.clientOrderId)
    if (stop?.stage !== 'LOST') return
    stop.stage = 'RESTING'
    stop.learn(order)
    this.#onTerms(stop, null)
    if (stop.filled >= stop.quantity) this.#end(stop)
    else if (stop.isWithdrawn) {
      stop.cancelledAt(this.#now)
      void this.#calls.cancel(stop.exit)
    }
  }

  #onRefused({ exit: { legId, clientOrderId } }: RestingStop, reason: string | null): void {
    const times = (this.#refused.get(legId)?.times ?? 0) + 1
    const { first, most } = PLACED_AGAIN
    this.#refused.set(legId, { times, until: this.#now + Math.min(most, first * 2 ** (times - 1)) })
    this.#parts.log.error(
      { legId, clientOrderId, reason, times },
      'the broker refused a protective stop: the engine alone watches this leg',
    )
  }

  /** Waits until a fill that is reported after this call is in the books. */
  async #book(stop: RestingStop): Promise<void> {
    stop.bookings++
    await Promise.resolve()
    await this.#parts.booked([stop.exit.clientOrderId])
    stop.bookings--
    if (stop.stage === 'ENDED') this.#close(stop)
  }

  #end(stop: RestingStop): void {
    stop.end()
    this.#close(stop)
  }

  /** A filled one is kept, here and in the books, until its leg shows it: an engine that knew of neither would sell it twice. */
  #close(stop: RestingStop): void {
    if (stop.bookings > 0) return
    this.#forget(stop)
    const { lane, records } = this.#parts
    void lane.add('end a protective stop', () => records.endExitsAtBroker([stop.exit.clientOrderId]))
  }

  #forget(stop: RestingStop): void {
    // It does not leave any more, should it still wait for that.
    stop.isWithdrawn = true
    stop.end()
    this.#stops.delete(stop.exit.clientOrderId)
    this.#lost.forget(stop.exit.clientOrderId)
  }

  /**
   * Only so many units of a leg are left by the latest news: what its stops would close beyond them is taken off or withdrawn at once,
   * however short ago they were changed.
   */
  shrink(legId: string, units: number): void {
    let left = units
    for (const stop of this.#of(legId)) {
      if (stop.isWithdrawn) continue
      const { pricing, quantity } = stop.asked ?? stop
      const rest = quantity - stop.filled
      const keeps = Math.min(rest, left)
      left -= keeps
      if (keeps === rest) continue
      if (keeps > 0 && pricing && stop.stage === 'RESTING' && stop.triggeredAt === null) {
        stop.changedAt = this.#now
        void this.#change(stop, { pricing, quantity: stop.filled + keeps })
      } else {
        stop.isWithdrawn = true
        void this.#calls.withdraw([stop])
      }
    }
  }
}

/** Whether an instant is at least so long ago, or lies ahead because the clock was set back. */
function isLongAgo(at: Instant | null, now: Instant, least: number): boolean {
  return at !== null && Math.abs(now - at) >= least
}
