import type { Paise } from '../../../schema/money.ts'
import { SECOND, type Instant } from '../../../schema/time.ts'
import type { OrderChange, OrderUpdate } from '../../broker/port.ts'
import { newUnitsOf } from '../orders/newUnitsOf.ts'
import type { ExitAtBroker } from './ExitAtBroker.ts'
import type { ProtectivePricing } from './protectivePricing.ts'

/** Market milliseconds until the cancellation of a stop that rests on is repeated; doubled from the second time on, up to the longest. */
const CANCEL_AGAIN = { first: 2 * SECOND, longest: 30 * SECOND }

/** The stop's new terms from now on. */
export interface StopChange extends OrderChange {
  readonly pricing: ProtectivePricing
}

/**
 * Of a protective stop: it is being committed and sent (`SENDING`), at the broker as far as is known (`RESTING`), perhaps there (`LOST`), or about
 * to be its leg's exit (`TAKEN`). `ENDED`: it reports nothing more.
 */
export type StopStage = 'SENDING' | 'RESTING' | 'LOST' | 'TAKEN' | 'ENDED'

/** A stop order at the broker that protects a leg, from before it is sent until it has ended. */
export class RestingStop {
  readonly exit: ExitAtBroker
  /** At the exchange as far as is known. Null: sent by an earlier engine, at a price that is not known. */
  pricing: ProtectivePricing | null
  /** Units it is for at the exchange as far as is known, those filled included. */
  quantity: number
  /** The change that was last requested, until the broker reports whether it is in force. */
  asked: StopChange | null = null
  /** Units it has in our books: at the exchange it has so many or fewer. */
  kept: number
  /** Units filled. */
  filled = 0
  /** Market time of the last requested change or cancellation. */
  changedAt: Instant
  /** Market time since when it trades as a limit order; null: it waits for its trigger. */
  triggeredAt: Instant | null = null
  /** Its fills that are being booked: until then its leg seems to still have the units they closed. */
  bookings = 0
  /** How often it was changed. */
  changes = 0
  /** Whether the market has reached its trigger since it was lost, or that is not known: it may have traded. */
  isReached: boolean
  /** What the broker has reported of it since it was taken, oldest first. */
  readonly unheard: OrderUpdate[] = []
  /** It must no longer rest there. */
  isWithdrawn = false
  /** Resolves when it has ended. */
  readonly ended: Promise<void>
  #end: () => void = () => undefined
  #stage: StopStage = 'SENDING'
  #tellStage: () => void = () => undefined
  #nextStage = this.#untilNextStage()
  readonly #fills = new Set<string>()
  #cancellations = 0

  /** `now`: market time. */
  constructor(exit: ExitAtBroker, pricing: ProtectivePricing | null, now: Instant) {
    this.exit = exit
    this.pricing = pricing
    this.isReached = pricing === null
    this.quantity = exit.quantity
    this.kept = exit.quantity
    this.changedAt = now
    this.ended = new Promise((resolve) => (this.#end = resolve))
  }

  get stage(): StopStage {
    return this.#stage
  }

  set stage(stage: StopStage) {
    this.#stage = stage
    this.#tellStage()
    this.#nextStage = this.#untilNextStage()
  }

  /** Resolves when it comes to another stage. */
  get nextStage(): Promise<void> {
    return this.#nextStage
  }

  /** Whether it is not known yet if it rests at the broker, where it may trade. */
  get isUncertain(): boolean {
    return this.#stage === 'SENDING' || (this.#stage === 'LOST' && this.isReached)
  }

  /** Market milliseconds from its last change or cancellation until it is cancelled, for the first time or again. */
  get cancelAfter(): number {
    return Math.min(CANCEL_AGAIN.longest, CANCEL_AGAIN.first * 2 ** Math.max(0, this.#cancellations - 1))
  }

  /** Units that an exit can take over with it: no more than it has, before a change of it that is under way and after. */
  get takeable(): number {
    return Math.min(this.kept, this.quantity, this.asked?.quantity ?? Infinity)
  }

  /** The market trades at a price. */
  onPrice(price: Paise): void {
    const { pricing, exit } = this
    if (!pricing || (exit.side === 'SELL' ? price <= pricing.trigger : price >= pricing.trigger)) this.isReached = true
  }

  /** Its cancellation is requested at a market time. */
  cancelledAt(now: Instant): void {
    this.changedAt = now
    this.#cancellations++
  }

  #untilNextStage(): Promise<void> {
    return new Promise((resolve) => (this.#tellStage = resolve))
  }

  end(): void {
    this.stage = 'ENDED'
    this.#end()
  }

  /** Its state at the exchange in the broker's book. */
  learn({ pricing, quantity }: OrderChange): void {
    this.quantity = quantity
    if (pricing.kind === 'STOPLOSS_LIMIT') this.pricing = pricing
  }

  /**
   * Whether a report says that its owner has cancelled it in the broker's app: we did not ask for that, and who else takes an order back, the
   * broker or the exchange, says why. One that has begun to close its leg is an exit under way.
   */
  isRemovedBy(update: OrderUpdate): boolean {
    return update.type === 'cancelled' && update.reason === null && this.stage === 'RESTING' && !this.isWithdrawn && this.filled === 0
  }

  /** A report of it, at a market time. True when that ended it. */
  hear(update: OrderUpdate, now: Instant): boolean {
    if (update.type === 'filled') {
      if (!this.#fills.has(update.fillId)) this.filled += newUnitsOf(update, this.filled)
      this.#fills.add(update.fillId)
      return this.filled >= this.quantity
    }
    if (update.type === 'modified' || update.type === 'unchanged') {
      const terms = update.terms ?? (update.type === 'modified' ? this.asked : null)
      if (terms) this.learn(terms)
      this.asked = null
      return this.filled >= this.quantity
    }
    if (update.type === 'accepted') this.triggeredAt ??= now
    return update.type === 'rejected' || update.type === 'cancelled' || update.type === 'expired'
  }
}
