import type { Logger } from 'pino'
import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import { istDate, type Instant, type IsoDate } from '../../../schema/time.ts'
import type { ExecutionPort, OrderUpdate } from '../../broker/port.ts'
import type { JobQueue } from '../../runtime/JobQueue.ts'
import type { Closing } from '../orders/closableUnits.ts'
import type { Order } from '../orders/orders.ts'
import type { OpenLeg } from '../positions/legs.ts'
import type { OpenLegs } from '../positions/OpenLegs.ts'
import type { ExitAtBrokerRecords } from './ExitAtBroker.ts'
import { HoldingsWatch } from './HoldingsWatch.ts'
import { ProtectiveStops } from './ProtectiveStops.ts'

export interface LiveProtectionParts {
  readonly broker: ExecutionPort
  readonly records: ExitAtBrokerRecords
  /** The exit lane. */
  readonly lane: JobQueue
  readonly rules: () => Pick<MarketRules, 'freezeFor'>
  readonly legs: Pick<OpenLegs, 'has' | 'live' | 'liveOf'>
  /** Whether an exit of a leg is under way, or may be at the broker. */
  readonly isClosing: (legId: string) => boolean
  /** Whether more of a leg is being opened. */
  readonly isOpening: (legId: string) => boolean
  /** Closes, in the books, a leg that its account does not hold any more. */
  readonly closeNotHeld: (leg: OpenLeg) => void
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
  #date: IsoDate

  /** `now`: market time. */
  constructor(parts: LiveProtectionParts, now: Instant) {
    this.#parts = parts
    this.#date = istDate(now)
    const { broker, records, lane, rules, legs, isClosing, isOpening, closeNotHeld, report, booked, log } = parts
    const heldOf = (leg: OpenLeg) => this.#holdings.heldOf(leg)
    this.#stops = new ProtectiveStops({ broker, records, lane, rules, heldOf, report, booked, log }, now)
    this.#holdings = new HoldingsWatch({
      ...{ broker, records, lane, report, log },
      legsOf: (userId) => legs.liveOf(userId),
      isBusy: (legId) => isClosing(legId) || isOpening(legId) || this.#stops.isUnsettled(legId),
      isProtected: (legId) => this.#stops.protects(legId),
      close: closeNotHeld,
    })
  }

  /**
   * Takes up what an earlier engine, or another node, has left at the broker. `legs`: the open ones; any of them not known
   * here yet get a new stop once the broker reports that they are held. Rejects when the books cannot be read.
   */
  async resume(legs: readonly OpenLeg[]): Promise<void> {
    await this.#stops.resume()
    for (const leg of legs) if (leg.mode === 'LIVE' && !this.#parts.legs.has(leg.id)) this.#holdings.takeUp(leg)
  }

  /** Takes a broker's report. True when it must be booked. */
  hear(update: OrderUpdate): boolean {
    return this.#stops.hear(update)
  }

  /** A leg was opened or has changed. */
  keep(leg: OpenLeg): void {
    if (leg.mode === 'LIVE' && !this.#parts.isClosing(leg.id)) this.#stops.cover(leg)
  }

  /** Market time advanced. */
  onTime(now: Instant): void {
    const { legs, isClosing } = this.#parts
    const { live } = legs
    const date = istDate(now)
    // The broker squares intraday positions off at the close: a leg of the day before is protected once it is seen to be held still.
    if (date !== this.#date) for (const leg of live) this.#holdings.takeUp(leg)
    this.#date = date
    this.#holdings.onTime(now, new Set(live.map(({ userId }) => userId)))
    this.#stops.onTime(now, live, isClosing)
  }

  /** Whether a stop rests for the leg of an exit, or perhaps does. */
  protects({ legId }: Order): boolean {
    return this.#stops.protects(legId)
  }

  /** Whether the outcome of a user's stop is not reported yet. */
  hasLostStop(userId: string): boolean {
    return this.#stops.hasLost(userId)
  }

  /** How many stops have no outcome since a market time or longer, by user. */
  lostStopsAt(since: Instant): ReadonlyMap<string, number> {
    return this.#stops.lostAt(since)
  }

  /** Cancels resting stops for an exit's leg (`ProtectiveStops.withdraw`). */
  withdraw(exit: Order): Promise<readonly Closing[]> {
    return this.#stops.withdraw(exit)
  }
}
