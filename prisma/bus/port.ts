import type { LastingEvent, PricesMoved } from '../../schema/events/SakhaEvent.ts'

export interface BusSubscription {
  close(): Promise<void>
}

export interface EventSubscription extends BusSubscription {
  /** The number of the last event that was heard, or of the last one before it began to hear. */
  readonly lastNumber: number
}

export interface Hearing {
  /** Each event once, in its order. `number`: they are numbered without a gap, for all who listen alike. Must not throw. */
  onEvent(event: LastingEvent, number: number): void
  /** Events were missed that are no longer kept: read again what matters. What follows is heard as ever. Must not throw. */
  onReconnect(): void
  /** Hears what came after this number too; not given: what is told from now on. */
  readonly since?: number
}

/** Carries what engine and gateway tell each other; publish.ts gives it events. */
export interface Bus {
  /**
   * Hears all events. Where a connection is lost it goes on where it was, as long as the events are kept: ten minutes. Resolves when it
   * hears; rejects when the bus cannot be reached at first.
   */
  listen(hearing: Hearing): Promise<EventSubscription>
  /** Tells prices, of which only the latest counts: they are not kept, not numbered, and may be lost. Rejects when they could not be told. */
  tellPrices(moved: Omit<PricesMoved, 'type'>): Promise<void>
  /** Hears prices while there is a connection. Resolves when it hears; rejects when the bus cannot be reached at first. */
  listenPrices(onPrices: (moved: PricesMoved) => void): Promise<BusSubscription>
  /** Lets go of all connections but those of subscriptions, which are closed before. */
  close(): Promise<void>
}
