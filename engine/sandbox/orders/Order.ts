import type { OptionExchange } from '../../../schema/market/indices.ts'
import type { Paise } from '../../../schema/money.ts'
import type { Instant } from '../../../schema/time.ts'

/** What the order book says of an order (SmartAPI §5.4). */
export type OrderStatus =
  | 'put order req received'
  | 'validation pending'
  | 'open pending'
  | RestingStatus
  | 'modify validation pending'
  | 'modify pending'
  | 'modified'
  | 'not modified'
  | 'cancel pending'
  | FinalStatus

/** An order in the exchange's hands: one that waits for its price, or for its trigger. */
export type RestingStatus = 'open' | 'trigger pending'
export type FinalStatus = 'complete' | 'rejected' | 'cancelled'

export type Side = 'BUY' | 'SELL'
export type Product = 'CARRYFORWARD' | 'INTRADAY'
/** `MARKET` comes from the broker's app and from the broker itself only. */
export type OrderType = 'LIMIT' | 'STOPLOSS_LIMIT' | 'MARKET'

/** What somebody wants traded. */
export interface OrderTerms {
  readonly exchange: OptionExchange
  readonly token: string
  readonly tradingSymbol: string
  readonly side: Side
  readonly product: Product
  readonly orderType: OrderType
  /** Units, not lots. */
  readonly quantity: number
  /** 0 of a MARKET order. */
  readonly price: Paise
  /** 0 without a trigger. */
  readonly triggerPrice: Paise
  /** The client's own mark; '' without. */
  readonly tag: string
}

/** Who gave an order: a program, the client in the broker's app, or the broker (square-off of intraday positions). */
export type OrderSource = 'api' | 'app' | 'broker'

/** An order as it stands after a change. */
export interface SandboxOrder extends OrderTerms {
  readonly orderId: string
  readonly uniqueOrderId: string
  readonly clientCode: string
  readonly via: OrderSource
  readonly status: OrderStatus
  /** The state at the exchange while `status` reports a pending change; null before it got there and after its end. */
  readonly resting: RestingStatus | null
  /** Whether it had its trigger: a stop order that is a limit order now. */
  readonly triggered: boolean
  /** How often a change of it was sent to the exchange, whatever came of it. */
  readonly changes: number
  readonly filled: number
  /** Σ price × units of its fills, in paise. */
  readonly filledValue: number
  /** Units that were taken back; 0 unless it is cancelled. */
  readonly cancelled: number
  /** Why it was rejected, cancelled or not modified; '' otherwise. */
  readonly text: string
  /** Market time of placing, of the last change, and of reaching the exchange. */
  readonly placedAt: Instant
  readonly updatedAt: Instant
  readonly exchangeAt: Instant | null
  /** Market time from which books and frames show it. */
  readonly visibleFrom: Instant
  /** A fault took it off all books without an update. */
  readonly vanished: boolean
}

export interface SandboxFill {
  readonly fillId: string
  readonly orderId: string
  readonly clientCode: string
  readonly exchange: OptionExchange
  readonly token: string
  readonly tradingSymbol: string
  readonly side: Side
  readonly product: Product
  readonly tag: string
  readonly units: number
  readonly price: Paise
  readonly at: Instant
}

/** Units of a position that became another product's. */
export interface Conversion {
  readonly clientCode: string
  readonly exchange: OptionExchange
  readonly token: string
  readonly tradingSymbol: string
  /** BUY: of bought units. */
  readonly side: Side
  readonly from: Product
  readonly to: Product
  readonly units: number
  /** What the units cost or brought, in paise: goes over with them. */
  readonly amount: Paise
  readonly at: Instant
}

export function isFinal({ status }: Pick<SandboxOrder, 'status'>): boolean {
  return status === 'complete' || status === 'rejected' || status === 'cancelled'
}
