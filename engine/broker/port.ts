import type { Candle } from '../../schema/market/candles.ts'
import type { Exchange, IndexSymbol, OptionExchange } from '../../schema/market/indices.ts'
import type { MarketClock } from '../../schema/market/MarketClock.ts'
import type { Paise } from '../../schema/money.ts'
import type { Instant, IsoDate } from '../../schema/time.ts'
import type { TradeMode } from '../../schema/TradeMode.ts'
import type { OrderSide } from '../../schema/trading/OrderSide.ts'
import type { OptionType } from '../../schema/market/OptionType.ts'
import type { OrderPurpose } from '../../schema/trading/OrderPurpose.ts'

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
  readonly optionType: OptionType
  /** Units per lot: belongs to the contract, not to the index or the date. */
  readonly lotSize: number
  readonly tick: Paise
}

/**
 * Under which an account trades and holds a contract: squared off by the broker on its day, or kept overnight. An account's units of one
 * contract are apart by product: no order of one closes what is held in the other.
 */
export type Product = 'INTRADAY' | 'CARRYFORWARD'

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

/** Who gets a place where the broker has none for all: what is `first`, indices and open legs, before the others. */
export type FeedRank = 'first' | 'later'

/** How much of the feed is wanted, and how much there is. */
export interface FeedShortage {
  /** Subscriptions. */
  readonly wanted: number
  /** Subscriptions that fit on the broker's connections as they are now. */
  readonly places: number
}

/** What the feed has to carry, and what it can. */
export interface FeedLoad extends FeedShortage {
  /** Those without a place, by instrumentId(): nothing of them comes. */
  readonly unserved: ReadonlySet<string>
}

/** The stream of ticks. Subscriptions survive reconnects: the adapter keeps the set and resubscribes. */
export interface MarketFeed {
  /** Again with another mode or rank: that one counts from now on. */
  subscribe(keys: readonly InstrumentKey[], mode: FeedMode, rank?: FeedRank): void
  unsubscribe(keys: readonly InstrumentKey[]): void
  /** Asks the broker once more for what is subscribed to: for one that is mute beside others. */
  resubscribe(keys: readonly InstrumentKey[]): void
  /** Called for every tick the wire delivered, in order. Returns the way to stop listening. */
  onTick(listener: (tick: Tick) => void): () => void
  onState(listener: (state: FeedState) => void): () => void
  /** Called with those of whom ticks may be missing, when their connection is lost and when it is back. */
  onBreak(listener: (keys: readonly InstrumentKey[]) => void): () => void
  /** Drops the connections, or those of `keys` only, and opens others with fresh credentials: for a feed that is connected and mute. */
  restart(reason: string, keys?: readonly InstrumentKey[]): void
  readonly state: FeedState
  readonly load: FeedLoad
}

/** All the engine needs of a broker's market side. Every call may reject with a BrokerError. */
export interface MarketBroker {
  /** Signs in and opens the feed. */
  connect(): Promise<void>
  /** Names the market behind the broker: candles of different markets are never mixed. Does not change. */
  readonly marketId: string
  /**
   * Called when another market answers at the broker's address than the one connected to. From then on `clock` rejects and the
   * feed, once lost, stays lost: all known data is of a market that is gone.
   */
  onReplaced(listener: (marketId: string) => void): () => void
  /** The market's clock: real time, or the sandbox's. Cheap; polled every few seconds. */
  clock(): Promise<MarketClock>
  /** Every option contract of the supported indices that is listed now. */
  contracts(): Promise<readonly OptionContract[]>
  /** Closed one-minute candles with `from` ≤ time < `to`, oldest first. Chunks the broker's limits away. */
  minuteCandles(key: InstrumentKey, from: Instant, to: Instant): Promise<readonly Candle[]>
  /** The latest quotes of instruments, asked for; those without a price are left out. The broker answers about one such call a second. */
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

/** Whether a call failed for want of a session: only the account's owner can end that. */
export function lacksSession(error: unknown): boolean {
  return error instanceof BrokerError && error.kind === 'auth'
}

/** Whose order, position or money. */
export interface AccountKey {
  readonly userId: string
  readonly mode: TradeMode
}

/** A limit protects: no fill is worse. Orders without one do not exist; brokers refuse them from algorithms. */
export type OrderPricing =
  | { readonly kind: 'LIMIT'; readonly limit: Paise }
  /** Becomes a limit order when the last price reaches the trigger. */
  | { readonly kind: 'STOPLOSS_LIMIT'; readonly trigger: Paise; readonly limit: Paise }

/** One order as it is sent. */
export interface OrderRequest {
  readonly account: AccountKey
  /** The order's tag, at most 15 characters; no two orders have the same. */
  readonly clientOrderId: string
  readonly contract: OptionContract
  readonly side: OrderSide
  /** Whether it opens something or closes what is open: what was sold is closed by buying. */
  readonly purpose: OrderPurpose
  /** Units, a multiple of the lot and at most the freeze quantity. */
  readonly quantity: number
  /** Units the books have as filled already, when an order is placed again after a restart. */
  readonly filledQuantity: number
  readonly pricing: OrderPricing
  readonly product: Product
  readonly validity: 'DAY'
  /** The exchange's registration of the algorithm; null below the rate from which one is needed. */
  readonly algoId: string | null
}

/**
 * Why it is unknown whether an order is there. `unanswered`: there was no answer, or one of a failure on the way; the order may appear for a
 * while. `denied`: the broker has said no, in words that are not known; the next readings of its book settle it.
 */
export type Doubt = 'unanswered' | 'denied'

/**
 * The outcome of sending an order. `accepted`: the broker has it, and its updates report its outcome. `busy`: it was rate-limited
 * and not taken, and may be sent again. `unknown`: it may be there, or appear for a while; it is looked up in `orders()` by its tag, and
 * never resent. `reason`: of one that was denied, the broker's own words.
 */
export type Placement =
  | { readonly kind: 'accepted'; readonly brokerOrderId: string }
  | { readonly kind: 'busy' }
  | { readonly kind: 'refused'; readonly code: string | null; readonly message: string }
  | { readonly kind: 'unknown'; readonly reason: string; readonly doubt: Doubt }

/**
 * The outcome of requesting a change or a cancellation. `accepted`: it was taken, an update reports when it is in force; `busy`: nothing
 * was done, and it may be retried.
 */
export type Answer =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'refused'; readonly code: string | null; readonly message: string }
  | { readonly kind: 'unknown'; readonly reason: string }

/**
 * Whether a call may still leave, asked right before it does, however long it has waited for its turn or for a session: this node may have
 * lost its user meanwhile, or the order may have been recalled. False: it does not leave, and is `busy`.
 */
export type MayLeave = () => boolean

/** The order's new terms from now on. */
export interface OrderChange {
  readonly pricing: OrderPricing
  /** Units in all, already filled ones included. */
  readonly quantity: number
}

/** What a broker lets be changed of an order that waits there. */
export interface AllowedChanges {
  /** Whether a stop order may become a limit order: the stop of a leg can be its exit then, without a moment in which nothing rests for it. */
  readonly stopIntoLimit: boolean
  /** How often one order may be changed. */
  readonly most: number
}

interface UpdateCore {
  readonly clientOrderId: string
  /** Market time. */
  readonly at: Instant
  /** Under which ids broker and exchange know the order, and at which limit the broker has it, if the update has them. */
  readonly known?: { readonly brokerOrderId: string; readonly exchangeOrderId: string | null; readonly limit: Paise }
}

/** The outcome of an order. */
export type OrderUpdate =
  /** The broker has it; nothing is known of the exchange. */
  | (UpdateCore & { readonly type: 'placed' })
  | (UpdateCore & {
      /**
       * `accepted`: in the exchange's book. `modifyPending`, `cancelPending`: requested, not answered. `unknown`: nobody answered whether the
       * broker has it.
       */
      readonly type: 'unknown' | 'triggerPending' | 'accepted' | 'modifyPending' | 'cancelPending'
    })
  | (UpdateCore & {
      /**
       * `modified`: a change is in force, whoever requested it; `unchanged`: a change or cancellation was refused. One follows every
       * change that the broker has taken, or has perhaps taken, unless the order ends first.
       */
      readonly type: 'modified' | 'unchanged'
      /** The order's current state in the broker's book, if it has one. */
      readonly terms?: OrderChange
    })
  /** `reason`: null where the broker names none, as of what its owner cancels in the app. */
  | (UpdateCore & { readonly type: 'rejected' | 'cancelled' | 'expired'; readonly reason: string | null })
  | (UpdateCore & {
      readonly type: 'filled'
      readonly fillId: string
      /** Of this fill alone. */
      readonly quantity: number
      readonly price: Paise
      /**
       * Units of the order that are filled with this one, where the broker may report a fill twice under different ids: units booked
       * already are not booked again.
       */
      readonly filledInAll?: number | undefined
    })

/** An order as a broker's book has it. */
export interface BrokerOrder {
  readonly clientOrderId: string
  readonly brokerOrderId: string
  readonly exchangeOrderId: string | null
  readonly contract: InstrumentKey
  readonly side: OrderSide
  readonly product: Product
  readonly quantity: number
  readonly filledQuantity: number
  readonly pricing: OrderPricing
  readonly state: 'PENDING' | 'TRIGGER_PENDING' | 'OPEN' | 'FILLED' | 'CANCELLED' | 'REJECTED' | 'EXPIRED'
  /** Why it ended without a full fill. */
  readonly reason: string | null
}

/** Whether an order may still trade. */
export function mayTrade({ state }: Pick<BrokerOrder, 'state'>): boolean {
  return state === 'PENDING' || state === 'TRIGGER_PENDING' || state === 'OPEN'
}

/** News of an order that the engine has not sent: its account's owner has, in the broker's app or by another program. */
export interface OrderByHand {
  readonly brokerOrderId: string
  /** Its tag; '' of most. One of ours is of an order that an earlier engine has sent. */
  readonly clientOrderId: string
  readonly contract: InstrumentKey
  readonly side: OrderSide
  readonly product: Product
  /** Units that it has filled since the news before, and in all. */
  readonly filled: number
  readonly filledInAll: number
}

/** An order by hand that may still trade. */
export interface WaitingByHand extends Pick<OrderByHand, 'brokerOrderId' | 'clientOrderId' | 'contract' | 'side' | 'product'> {
  readonly pricing: OrderPricing
  /** Units that are not filled. */
  readonly units: number
}

/** A fill as a broker's book has it. */
export interface BrokerFill {
  readonly fillId: string
  readonly clientOrderId: string
  readonly contract: InstrumentKey
  readonly side: OrderSide
  readonly product: Product
  readonly quantity: number
  readonly price: Paise
  /** As in its update. */
  readonly filledInAll?: number | undefined
  /** Market time. */
  readonly at: Instant
}

/** Units of a contract that an account holds in one product: bought less sold, so negative is short. */
export interface BrokerPosition {
  readonly contract: InstrumentKey
  readonly product: Product
  readonly netQuantity: number
}

/** An account's money at the broker. */
export interface Funds {
  /** To buy with. */
  readonly available: Paise
  /** Set aside for orders that wait. */
  readonly blocked: Paise
}

/** What an order of a basket would be, for its margin. */
export type BasketOrder = Pick<OrderRequest, 'contract' | 'side' | 'quantity' | 'pricing'>

/**
 * The order side of a broker; paper is one. Updates may be duplicated or late: booking them must be idempotent. The books of an account
 * reject with a BrokerError when they cannot be read.
 */
export interface ExecutionPort {
  /**
   * Whether its books of accounts of a mode outlive this process. After a restart, one that remembers is asked about orders already sent;
   * one that does not has never had them, and they may be placed again.
   */
  remembers(mode: TradeMode): boolean
  /** What it lets be changed of a waiting order. */
  allowedChanges(mode: TradeMode): AllowedChanges
  /**
   * Sends an order. One whose tag is known already is left as it is, and accepted. Never rejects: what is not known is `unknown`. A port that
   * sends at once, without a wait, need not ask `mayLeave`.
   */
  place(order: OrderRequest, mayLeave?: MayLeave): Promise<Placement>
  /** Requests another price or quantity of a waiting order. */
  modify(account: AccountKey, clientOrderId: string, change: OrderChange, mayLeave?: MayLeave): Promise<Answer>
  /** Cancels an order; the unfilled rest comes back as `cancelled`. Refused for one that is unknown or done. */
  cancel(account: AccountKey, clientOrderId: string, reason: string, mayLeave?: MayLeave): Promise<Answer>
  /** The orders of the market day, done or not. */
  orders(account: AccountKey): Promise<readonly BrokerOrder[]>
  /** The fills of the market day, in the order they were made. */
  fills(account: AccountKey): Promise<readonly BrokerFill[]>
  /** What the account holds, one for each contract and product; those with nothing left are left out. */
  positions(account: AccountKey): Promise<readonly BrokerPosition[]>
  funds(account: AccountKey): Promise<Funds>
  /** What the orders would set aside if they were sent together. */
  margin(account: AccountKey, basket: readonly BasketOrder[]): Promise<Paise>
  onUpdate(listener: (update: OrderUpdate) => void): () => void
  /** Called for each change of an order by hand that is seen, at once and once. What the first look shows is no news. */
  onByHand(listener: (account: AccountKey, order: OrderByHand) => void): () => void
  /** Orders by hand that may still trade, as far as frames and books have shown them: it asks for none. */
  waitingByHand(account: AccountKey): readonly WaitingByHand[]
}
