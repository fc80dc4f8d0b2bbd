import type { Instant } from '../../../schema/time.ts'
import type { OrderChange, OrderUpdate } from '../../broker/port.ts'
import { newUnitsOf } from '../orders/newUnitsOf.ts'
import type { ExitAtBroker } from './ExitAtBroker.ts'
import type { ProtectivePricing } from './protectivePricing.ts'

/** What a stop shall be from now on. */
export interface StopChange extends OrderChange {
  readonly pricing: ProtectivePricing
}

/**
 * A protective stop: being committed and sent (`SENDING`), at the broker as far as is known (`RESTING`), or perhaps there (`LOST`). `ENDED`:
 * nothing more comes of it there.
 */
export class RestingStop {
  readonly exit: ExitAtBroker
  stage: 'SENDING' | 'RESTING' | 'LOST' | 'ENDED' = 'SENDING'
  /** At the exchange as far as is known. Null: sent by an earlier engine, at a price that is not known. */
  pricing: ProtectivePricing | null
  /** Units it is for at the exchange as far as is known, those filled included. */
  quantity: number
  /** The change that it was last asked for, until the broker says whether that is in force. */
  asked: StopChange | null = null
  /** Units it has in our books: at the exchange it has so many or fewer. */
  kept: number
  /** Units filled. */
  filled = 0
  /** Market time of the last change or cancellation that was asked for. */
  changedAt: Instant
  /** Market time since when it trades as a limit order; null: it waits for its trigger. */
  triggeredAt: Instant | null = null
  /** Fills of it that are being booked: until then its leg looks as if it still had what they closed. */
  bookings = 0
  /** It shall not rest there any more. */
  isWithdrawn = false
  /** Resolves when it has ended. */
  readonly ended: Promise<void>
  #end: () => void = () => undefined
  readonly #fills = new Set<string>()

  /** `now`: market time. */
  constructor(exit: ExitAtBroker, pricing: ProtectivePricing | null, now: Instant) {
    this.exit = exit
    this.pricing = pricing
    this.quantity = exit.quantity
    this.kept = exit.quantity
    this.changedAt = now
    this.ended = new Promise((resolve) => (this.#end = resolve))
  }

  end(): void {
    this.stage = 'ENDED'
    this.#end()
  }

  /** What it is at the exchange by the broker's book. */
  learn({ pricing, quantity }: OrderChange): void {
    this.quantity = quantity
    if (pricing.kind === 'STOPLOSS_LIMIT') this.pricing = pricing
  }

  /** A report of it, at a market time. True when it has ended by that. */
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
