import type { Candle } from '../../schema/market/candles.ts'
import type { Exchange, IndexSymbol, OptionExchange } from '../../schema/market/indices.ts'
import type { MarketClock } from '../../schema/market/MarketClock.ts'
import type { Paise } from '../../schema/money.ts'
import type { Instant, IsoDate } from '../../schema/time.ts'

/** What names one tradable or quotable thing at the broker. */
export interface InstrumentKey {
  readonly exchange: Exchange
  readonly token: string
}

export interface OptionContract extends InstrumentKey {
  readonly exchange: OptionExchange
  readonly tradingSymbol: string
  readonly index: IndexSymbol
  readonly expiry: IsoDate
  readonly strike: Paise
  readonly optionType: 'CE' | 'PE'
  /** Units per lot: belongs to the contract, not to the index or the date. */
  readonly lotSize: number
  readonly tick: Paise
}

/** The latest state of one instrument, as its feed or its quote call gave it. */
export interface Tick extends InstrumentKey {
  /** The exchange's time stamp: market time. */
  readonly at: Instant
  readonly lastPrice: Paise
  /** Best bid and ask; null when the feed mode carries no depth or the side is empty. */
  readonly bid: Paise | null
  readonly ask: Paise | null
  readonly bidQuantity: number
  readonly askQuantity: number
}

/** `ltp`: price only. `snap`: price and depth. */
export type FeedMode = 'ltp' | 'snap'

export type FeedState =
  | { readonly kind: 'connected' }
  | { readonly kind: 'reconnecting'; readonly attempt: number; readonly reason: string }
  | { readonly kind: 'closed' }

/** The stream of ticks. Subscriptions survive reconnects: the adapter keeps the set and asks again. */
export interface MarketFeed {
  subscribe(keys: readonly InstrumentKey[], mode: FeedMode): void
  unsubscribe(keys: readonly InstrumentKey[]): void
  /** Called for every tick the wire delivered, in order. Returns the way to stop listening. */
  onTick(listener: (tick: Tick) => void): () => void
  onState(listener: (state: FeedState) => void): () => void
  /** Drops the connection and opens another with fresh credentials: for a feed that is connected and mute. */
  restart(reason: string): void
  readonly state: FeedState
  /** Real time of the last message of any kind; null before the first. */
  readonly lastMessageAt: Instant | null
}

/** All the engine needs of a broker's market side. Every call may reject with a BrokerError. */
export interface MarketBroker {
  /** Signs in and opens the feed. */
  connect(): Promise<void>
  /** Names the market behind the broker: candles of different markets are never mixed. Does not change. */
  readonly marketId: string
  /**
   * Called when another market answers at the broker's address than the one connected to. From then on `clock` rejects and the
   * feed, once it is lost, stays so: all that is known is of a market that is gone.
   */
  onReplaced(listener: (marketId: string) => void): () => void
  /** The market's clock: real time, or the sandbox's. Cheap; asked again every few seconds. */
  clock(): Promise<MarketClock>
  /** Every option contract of the supported indices that is listed now. */
  contracts(): Promise<readonly OptionContract[]>
  /** Closed one-minute candles with `from` ≤ time < `to`, oldest first. Chunks the broker's limits away. */
  minuteCandles(key: InstrumentKey, from: Instant, to: Instant): Promise<readonly Candle[]>
  quotes(keys: readonly InstrumentKey[]): Promise<readonly Tick[]>
  readonly feed: MarketFeed
  close(): Promise<void>
}

/** What the adapter could not do, sorted by what the caller may do about it. */
export class BrokerError extends Error {
  readonly kind: 'auth' | 'throttled' | 'refused' | 'unreachable' | 'malformed'
  readonly brokerCode: string | null
  constructor(kind: BrokerError['kind'], message: string, brokerCode: string | null = null) {
    super(message)
    this.name = 'BrokerError'
    this.kind = kind
    this.brokerCode = brokerCode
  }
}

/** One order as it is sent. LIMIT prices protect: the fill is never worse. */
export interface OrderRequest {
  readonly clientOrderId: string
  readonly contract: OptionContract
  readonly side: 'BUY' | 'SELL'
  readonly quantity: number
  /** Units the books have as filled already, when an order is placed again after a restart. */
  readonly filledQuantity: number
}

export type OrderUpdate =
  | { readonly type: 'accepted'; readonly clientOrderId: string; readonly at: Instant }
  | { readonly type: 'rejected' | 'cancelled'; readonly clientOrderId: string; readonly at: Instant; readonly reason: string }
  | {
      readonly type: 'filled'
      readonly clientOrderId: string
      readonly at: Instant
      readonly fillId: string
      /** Of this fill alone. */
      readonly quantity: number
      readonly price: Paise
    }

/** The order side of a broker; paper is one. Updates may come twice or late: whoever books them is idempotent. */
export interface OrderBroker {
  /** An order it knows already is left as it is. */
  place(order: OrderRequest): void
  /** Asks to end an order; what is left of it comes back as `cancelled`. Nothing happens to one it does not know or that is done. */
  cancel(clientOrderId: string, reason: string): void
  onUpdate(listener: (update: OrderUpdate) => void): () => void
}
