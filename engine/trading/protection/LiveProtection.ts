import type { Logger } from 'pino'
import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import type { Paise } from '../../../schema/money.ts'
import { istDate, type Instant, type IsoDate } from '../../../schema/time.ts'
import type { AccountKey, BrokerOrder, ExecutionPort, OptionContract, OrderByHand, OrderUpdate, Tick } from '../../broker/port.ts'
import type { JobQueue } from '../../runtime/JobQueue.ts'
import type { AccountLook } from '../orders/AccountLook.ts'
import type { Order, SentOrder } from '../orders/orders.ts'
import type { LegUnits, OwnOrder } from '../orders/UnitLedger.ts'
import type { OpenLeg } from '../positions/legs.ts'
import type { OpenLegs } from '../positions/OpenLegs.ts'
import type { ExitAtBrokerRecords } from './ExitAtBroker.ts'
import type { TakenStop } from '../orders/TakenStop.ts'
import { ExpiredLegs } from './ExpiredLegs.ts'
import { HoldingsWatch } from './HoldingsWatch.ts'
import { ProtectiveStops, type ProtectiveStopsParts } from './ProtectiveStops.ts'
import { RemovedStops, type LetGoRecords } from './RemovedStops.ts'
import { StopPlacement } from './StopPlacement.ts'

export interface LiveProtectionParts {
  readonly broker: ExecutionPort
  readonly records: ExitAtBrokerRecords & LetGoRecords
  /** The exit lane. */
  readonly lane: JobQueue
  readonly rules: () => Pick<MarketRules, 'freezeFor' | 'priceProtectionOf' | 'sessionHours' | 'hasExpired'>
  readonly legs: Pick<OpenLegs, 'get' | 'has' | 'live' | 'liveOf'>
  /** Whether an exit of a leg is under way, or may be at the broker. */
  readonly isClosing: (legId: string) => boolean
  /** Whether the broker may square off, or cancel for that, by now: what it cancels then is not its owner's doing, nor placed again. */
  readonly isBrokerClosing: () => boolean
  /** A trade is its owner's from now on. */
  readonly onLetGo: (tradeId: string) => void
  /** A leg's stop has triggered, and is not filled. */
  readonly onUnfilled: (legId: string) => void
  /** Whether more of a leg is being opened. */
  readonly isOpening: (legId: string) => boolean
  /** Closes, in the books, a leg that its account does not hold any more. */
  readonly closeNotHeld: (leg: OpenLeg) => void
  /** Whether units that an exit would close are being closed by hand. */
  readonly isClosedByHand: (exit: Order) => boolean
  readonly lost: ProtectiveStopsParts['lost']
  /** Asks for a look at a user's account. */
  readonly lookNow: (userId: string) => void
  /** Receives updates to book. */
  readonly report: (update: OrderUpdate) => void
  /** Resolves when all order reports so far are booked. */
  readonly booked: (clientOrderIds: readonly string[]) => Promise<void>
  readonly log: Logger
}

/** What watches the open live legs at the broker: the stops that rest there, and what their owners do by hand. */
export class LiveProtection {
  readonly #parts: LiveProtectionParts
  readonly #stops: ProtectiveStops
  readonly #holdings: HoldingsWatch
  readonly #removed: RemovedStops
  readonly #placement: StopPlacement
  readonly #expired: ExpiredLegs
  /** Stops whose reports wait for a sale by hand to be booked, by tag. */
  readonly #late = new Map<string, Promise<void>>()
  #date: IsoDate

  /** `now`: market time. */
  constructor(parts: LiveProtectionParts, now: Instant) {
    this.#parts = parts
    this.#date = istDate(now)
    const { broker, records, lane, rules, legs, isClosing, isOpening, isBrokerClosing, closeNotHeld, report, booked, log } = parts
    const { onLetGo, onUnfilled, lost, lookNow } = parts
    const heldOf = (leg: OpenLeg) => this.#holdings.heldOf(leg)
    const onRemoved = (legId: string) => this.#onRemoved(legId)
    const calls = { onRemoved, onUnfilled, booked, lost }
    const legsOf = (userId: string) => legs.liveOf(userId)
    this.#placement = new StopPlacement({ broker, legsOf, protects: (legId) => this.#stops.protects(legId), log }, now)
    const mayRest = (leg: OpenLeg) => this.#placement.mayRest(leg)
    this.#stops = new ProtectiveStops({ broker, records, lane, rules, heldOf, mayRest, isBrokerClosing, ...calls, log }, now)
    this.#removed = new RemovedStops({ records, lane, onLetGo, log })
    this.#holdings = new HoldingsWatch(
      {
        ...{ broker, records, lane, lookNow, report, log },
        legsOf: (userId) => legs.liveOf(userId).filter(({ id }) => !this.#expired.has(id)),
        stopsOf: (userId) => this.stopsOf(userId),
        isBusy: (legId) => isClosing(legId) || isOpening(legId) || this.#stops.isUnsettled(legId),
        isProtected: (legId) => this.#stops.protects(legId),
        shrink: (legId, units) => this.#stops.shrink(legId, units),
        onConverted: (converted) => this.#onConverted(converted),
        close: closeNotHeld,
      },
      now,
    )
    const isBusy = (legId: string) => isClosing(legId) || isOpening(legId) || this.#stops.protects(legId)
    this.#expired = new ExpiredLegs({ records, lane, rules, heldOf, isBusy, report, log })
  }

  /**
   * Takes up what an earlier engine, or another node, has left at the broker. `legs`: the open ones; any of them not known
   * here yet get a new stop once the broker reports that they are held. Returns the trades that were let go. Rejects when the books cannot be
   * read.
   */
  async resume(legs: readonly OpenLeg[]): Promise<readonly string[]> {
    const letGo = await this.#removed.resume()
    await this.#stops.resume(legs)
    for (const leg of legs) if (leg.mode === 'LIVE' && !this.#parts.legs.has(leg.id)) this.#holdings.takeUp(leg)
    return letGo
  }

  /** Whether a trade is its owner's: the engine sends no order for it of its own accord. */
  isLetGo(tradeId: string): boolean {
    return this.#removed.has(tradeId)
  }

  /**
   * Takes a broker's report; `order`: the order under way that it is of. True when it must be booked. A stop or an exit that has sold what its
   * owner had sold before is booked by itself, after that sale: the leg is closed by hand then, and its fill does not fit the books.
   */
  hear(update: OrderUpdate, order: SentOrder | null): boolean {
    const { clientOrderId } = update
    const before = this.#late.get(clientOrderId)
    const leg = before || update.type !== 'filled' ? null : this.#closedBy(clientOrderId, order)
    const isBeyond = update.type === 'filled' && leg !== null && this.#holdings.isBeyond(leg, update.quantity)
    if (!before && !isBeyond) return this.#stops.hear(update, order !== null)
    const heard = (before ?? (leg ? this.#holdings.bookSold(leg) : Promise.resolve())).then(() => {
      if (this.#stops.hear(update, order !== null)) this.#parts.report(update)
      if (this.#late.get(clientOrderId) === heard) this.#late.delete(clientOrderId)
    })
    this.#late.set(clientOrderId, heard)
    return false
  }

  /** News of an order by hand. */
  onByHand(account: AccountKey, order: OrderByHand): void {
    this.#holdings.hear(account, order)
  }

  onTick({ exchange, token, lastPrice }: Tick): void {
    this.#stops.onPrice({ exchange, token }, lastPrice)
  }

  /**
   * The stop that rests for the leg of an exit, to be that exit until it is `released`; null: none does, the broker lets no stop become one, or
   * the account is known to hold fewer units than the leg, or units of it are being closed by hand.
   */
  async takeStop(exit: Order): Promise<TakenStop | null> {
    const { stopIntoLimit } = this.#parts.broker.allowedChanges('LIVE')
    return !stopIntoLimit || this.misses(exit) ? null : this.#stops.take(exit)
  }

  /** Whether the account of an exit holds fewer units than its leg, or is about to, as far as is known. */
  misses(exit: Order): boolean {
    const leg = this.#parts.legs.get(exit.legId)
    return leg === null || leg.mode !== 'LIVE' || this.#holdings.misses(leg) || this.#parts.isClosedByHand(exit)
  }

  /** The broker's books have had less of the leg of an exit than it was to close: no stop is placed for it until a look has counted. */
  doubt({ userId, legId }: Order): void {
    this.#holdings.doubt(userId, legId)
  }

  /** A taken stop is the exit now, or a stop as before. Returns what the broker has reported of it meanwhile, oldest first. */
  release(stop: TakenStop, isExit: boolean): readonly OrderUpdate[] {
    return this.#stops.release(stop, isExit)
  }

  /** A leg was opened or has changed. */
  keep(leg: OpenLeg): void {
    if (leg.mode === 'LIVE' && !this.isLetGo(leg.tradeId) && !this.#isLeftAlone(leg.id)) this.#stops.cover(leg)
  }

  /** Market time advanced. */
  onTime(now: Instant): void {
    const { live } = this.#parts.legs
    this.#expired.onTime(now, live)
    this.#placement.onTime(now, new Set(live.map(({ id }) => id)))
    const date = istDate(now)
    // The broker squares intraday positions off at the close: a leg of the day before is protected once it is seen to be held still.
    if (date !== this.#date) for (const leg of live) this.#holdings.takeUp(leg)
    this.#date = date
    this.#holdings.onTime(now)
    // What still rests for a trade that was let go, or has expired, is withdrawn, as of a leg that is closed.
    const managed = live.filter(({ tradeId, contract }) => !this.isLetGo(tradeId) && !this.#parts.rules().hasExpired(contract.expiry, now))
    this.#stops.onTime(now, managed, (legId) => this.#isLeftAlone(legId))
  }

  /** Whether the engine alone watches a leg, as the account has not the margin of its stop. */
  isWatched(leg: OpenLeg): boolean {
    return this.#placement.isWatched(leg)
  }

  /** Legs with the units that they have left once what was sold of them by hand is booked. */
  withHandSales(legs: readonly OpenLeg[]): readonly LegUnits[] {
    return legs.map((leg) => ({ ...leg, exitQuantity: leg.quantity - this.#holdings.unitsOf(leg) }))
  }

  /** Whether a stop rests for the leg of an exit, or perhaps does. */
  protects({ legId }: Order): boolean {
    return this.#stops.protects(legId)
  }

  /** A live account was looked at. */
  onLook(look: AccountLook): void {
    this.#holdings.onLook(look)
  }

  /** The broker has an order of which it was not known, perhaps a stop. */
  onFound(order: BrokerOrder): void {
    this.#stops.onFound(order)
  }

  /** Cancels resting stops for an exit's leg (`ProtectiveStops.withdraw`). */
  withdraw(exit: Order): Promise<void> {
    return this.#stops.withdraw(exit)
  }

  /** The broker shows a stop no more (`ProtectiveStops.lookUp`). */
  lookUp(clientOrderId: string): void {
    this.#stops.lookUp(clientOrderId)
  }

  /** Contracts of live legs that expired by a market time while their accounts held them. */
  expired(by: Instant): readonly OptionContract[] {
    return this.#expired.contracts(this.#parts.legs.live, by)
  }

  /** Books what a unit of an expired contract was worth as the exit of its live legs. Never rejects. */
  settle(contract: OptionContract, price: Paise): Promise<void> {
    return this.#expired.settle(contract, price, this.#parts.legs.live)
  }

  /** A user's stops that have not ended. */
  stopsOf(userId: string): readonly OwnOrder[] {
    return this.#stops.ofUser(userId)
  }

  /** The live leg that a stop or an exit closes. */
  #closedBy(clientOrderId: string, order: SentOrder | null): OpenLeg | null {
    const ofOrder = order?.mode === 'LIVE' && order.purpose === 'EXIT' ? order.legId : null
    const legId = this.#stops.legOf(clientOrderId) ?? ofOrder
    return legId === null ? null : this.#parts.legs.get(legId)
  }

  #onRemoved(legId: string): void {
    const { legs, isClosing, isBrokerClosing } = this.#parts
    const leg = legs.get(legId)
    if (leg && !isClosing(legId) && !isBrokerClosing()) void this.#removed.decide(legId, 'STOP_REMOVED')
  }

  /** What is left of their trades is their owners', too: a hedge would be sold beside what it hedges. */
  async #onConverted(legs: readonly OpenLeg[]): Promise<void> {
    for (const { id, tradeId, userId } of legs) {
      const isOneOfSeveral = this.#parts.legs.liveOf(userId).some((other) => other.tradeId === tradeId && other.id !== id)
      if (isOneOfSeveral) await this.#removed.decide(id, 'CONVERTED')
    }
  }

  /** Whether no stop is placed for a leg at the moment. */
  #isLeftAlone(legId: string): boolean {
    return this.#parts.isClosing(legId) || this.#removed.isUndecided(legId)
  }
}
