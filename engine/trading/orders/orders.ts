import type { Paise } from '../../../schema/money.ts'
import type { PositionRule } from '../../../schema/rules/PositionRule.ts'
import type { IndexSymbol } from '../../../schema/market/indices.ts'
import type { Instant } from '../../../schema/time.ts'
import type { ExitLevel } from '../../../schema/trading/ExitLevel.ts'
import type { ExitReason } from '../../../schema/trading/exits.ts'
import type { OrderSide } from '../../../schema/trading/OrderSide.ts'
import type { SignalSide } from '../../../schema/trading/SignalSide.ts'
import type { TradeMode } from '../../../schema/trading/TradeMode.ts'
import type { OptionContract } from '../../broker/port.ts'
import type { OrderStatus } from '../../../schema/trading/OrderStatus.ts'

/** What a strategy's rules said about one closed candle of an index. */
export interface Signal {
  readonly id: string
  readonly strategyId: string
  readonly version: number
  readonly index: IndexSymbol
  readonly interval: string
  /** Start of the candle that decided. */
  readonly candleTime: Instant
  readonly side: SignalSide
  /** Index close of that candle. */
  readonly price: Paise
}

/** What every order has, whichever end of a leg it is. */
interface OrderCore {
  readonly id: string
  /** The broker's order tag: unique, at most 15 characters. */
  readonly clientOrderId: string
  readonly userId: string
  readonly subscriptionId: string
  readonly strategyId: string
  /** The trade it is of; an entry's is there with the first unit that is filled. */
  readonly tradeId: string
  /** The leg of that trade which an entry will open, or an exit closes. */
  readonly legId: string
  readonly mode: TradeMode
  readonly contract: OptionContract
  readonly side: OrderSide
  /** Units, not lots. */
  readonly quantity: number
  /** Units bought or sold so far. */
  readonly filledQuantity: number
  /** Of these: the sum of price × quantity. */
  readonly filledValue: Paise
  readonly status: OrderStatus
  /** Market time. */
  readonly intendedAt: Instant
}

/** What was asked for when the entry was decided. Its leg keeps to it, however strategy and settings are changed later. */
export interface EntryTerms {
  /** Null: the leg has no level of its own. */
  readonly takeProfit: ExitLevel | null
  readonly stopLoss: ExitLevel | null
  /** Per cent below the highest premium since the entry; null: the stop does not trail. */
  readonly trailingStopPercent: number | null
  /** Market time. */
  readonly windowEndsAt: Instant
  /** Null: the leg is all there is of its position, one bought option. */
  readonly position: PositionTerms | null
}

/** The position that a leg is a part of. */
export interface PositionTerms {
  readonly rule: PositionRule
  /** Of the subscription: what the rule's lots and its amounts in rupees are multiplied by. */
  readonly lots: number
  /** Which of the rule's legs it is, from 0. */
  readonly leg: number
  /** The trading symbols of all its legs, as it is shown. */
  readonly option: string
  /** Funds that the position sets aside while it is open. */
  readonly funds: Paise
}

export interface EntryOrder extends OrderCore {
  readonly purpose: 'ENTRY'
  readonly signalId: string
  /** Of the strategy: the one that signalled. */
  readonly version: number
  readonly terms: EntryTerms
  /** Funds set aside until it is filled or given up. */
  readonly reserved: Paise
}

export interface ExitOrder extends OrderCore {
  readonly purpose: 'EXIT'
  readonly exitReason: ExitReason
}

export type Order = EntryOrder | ExitOrder

/** The order tag of an order id: its purpose and 70 random bits of the id in base 36, 15 characters. */
export function clientOrderIdOf(purpose: Order['purpose'], orderId: string): string {
  const tail = BigInt(`0x${orderId.replaceAll('-', '').slice(-18)}`)
  return `${purpose === 'ENTRY' ? 'E' : 'X'}${tail.toString(36).padStart(14, '0')}`
}
