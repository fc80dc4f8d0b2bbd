import type { HeardEvent, PricesMoved } from '../../schema/events/SakhaEvent.ts'

export interface BusSubscription {
  close(): Promise<void>
}

export interface EventSubscription extends BusSubscription {
  /** The number of the last event that was heard, or of the last one before it began to hear. */
  readonly lastNumber: number
}

export interface Hearing {
  /** Each event once, in its order. `number`: they are numbered without a gap, for all who listen alike. Must not throw. */
  onEvent(event: HeardEvent, number: number): void
  /** Events were missed that are no longer kept: read again what matters. What follows is heard as ever. Must not throw. */
  onReconnect(): void
  /** Events after this number are heard first. Not given: only events from now on. */
  readonly since?: number
}

/** Carries events between engine and gateway; publish.ts writes them. */
export interface Bus {
  /**
   * Subscribes to all events. After a lost connection it resumes where it was, as long as the events are kept: ten minutes. Resolves once
   * subscribed; rejects when the bus cannot be reached at first.
   */
  listen(hearing: Hearing): Promise<EventSubscription>
  /** Publishes prices. Only the latest counts: they are not kept, not numbered, and may be lost. Rejects when they were not sent. */
  tellPrices(moved: Omit<PricesMoved, 'type'>): Promise<void>
  /** Subscribes to prices while there is a connection. Resolves once subscribed; rejects when the bus cannot be reached at first. */
  listenPrices(onPrices: (moved: PricesMoved) => void): Promise<BusSubscription>
  /** Lets go of all connections but those of subscriptions, which are closed before. */
  close(): Promise<void>
}
