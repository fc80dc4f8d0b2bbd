import type { Paise } from '../../../schema/money.ts'
import type { PositionRule } from '../../../schema/rules/PositionRule.ts'
import type { IndexSymbol } from '../../../schema/market/indices.ts'
import type { Instant } from '../../../schema/time.ts'
import type { ExitLevel } from '../../../schema/trading/ExitLevel.ts'
import type { ExitReason } from '../../../schema/trading/exits.ts'
import type { OrderSide } from '../../../schema/trading/OrderSide.ts'
import type { SignalSide } from '../../../schema/trading/SignalSide.ts'
import type { TradeMode } from '../../../schema/TradeMode.ts'
import type { OptionContract, Product } from '../../broker/port.ts'
import type { OrderStatus } from '../../../schema/trading/OrderStatus.ts'

/** What a strategy's rules decided on one closed candle of an index. */
export interface Signal {
  readonly id: string
  readonly strategyId: string
  readonly version: number
  readonly index: IndexSymbol
  readonly interval: string
  /** Start of the deciding candle. */
  readonly candleTime: Instant
  readonly side: SignalSide
  /** Index close of that candle. */
  readonly price: Paise
}

/** Shared by entry and exit orders. */
interface OrderCore {
  readonly id: string
  /** The broker's order tag: unique, at most 15 characters. */
  readonly clientOrderId: string
  readonly userId: string
  readonly subscriptionId: string
  readonly strategyId: string
  /** Its trade; an entry's trade exists from the first filled unit. */
  readonly tradeId: string
  /** The trade's leg that an entry opens or an exit closes. */
  readonly legId: string
  readonly mode: TradeMode
  readonly contract: OptionContract
  readonly side: OrderSide
  /** Units, not lots. */
  readonly quantity: number
  /** Units bought or sold so far. */
  readonly filledQuantity: number
  /** Sum of price × quantity over those. */
  readonly filledValue: Paise
  readonly status: OrderStatus
  /** Market time. */
  readonly intendedAt: Instant
}

/** The terms of the entry when it was decided. Its leg keeps them, however strategy and settings change later. */
export interface EntryTerms {
  /** Null: the leg has no own level. */
  readonly takeProfit: ExitLevel | null
  readonly stopLoss: ExitLevel | null
  /** Per cent below the highest premium since the entry; null: the stop does not trail. */
  readonly trailingStopPercent: number | null
  /** Market time. */
  readonly windowEndsAt: Instant
  /** Null: the leg is its whole position, one bought option. */
  readonly position: PositionTerms | null
}

/** The position that a leg belongs to. */
export interface PositionTerms {
  readonly rule: PositionRule
  /** Of the subscription: multiplies the rule's lots and its amounts in rupees. */
  readonly lots: number
  /** Index into the rule's legs, from 0. */
  readonly leg: number
  /** The trading symbols of all its legs, for display. */
  readonly option: string
  /** Funds reserved while the position is open. */
  readonly funds: Paise
}

export interface EntryOrder extends OrderCore {
  readonly purpose: 'ENTRY'
  readonly signalId: string
  /** Of the strategy: the one that signalled. */
  readonly version: number
  readonly terms: EntryTerms
  /** Funds reserved until it is filled or given up. */
  readonly reserved: Paise
}

export interface ExitOrder extends OrderCore {
  readonly purpose: 'EXIT'
  readonly exitReason: ExitReason
}

export type Order = EntryOrder | ExitOrder

/** Buys back what an account is short beyond its legs, on its owner's press: of no trade, and of no leg. */
export interface ClosingOrder extends Omit<OrderCore, 'subscriptionId' | 'strategyId' | 'tradeId' | 'legId' | 'filledValue' | 'status'> {
  readonly purpose: 'EXIT'
  readonly tradeId: null
  readonly legId: null
  /** What the account's closing orders of the contract had bought before by our books: the broker's may lag. */
  readonly earlier: readonly BoughtBack[]
}

/** Units that a closing order has bought. */
export interface BoughtBack {
  readonly clientOrderId: string
  readonly units: number
}

/** What goes to a broker. */
export type SentOrder = Order | ClosingOrder

/** What all orders are sent as; what their account holds of a contract in the other product is its owner's. */
export const PRODUCT: Product = 'INTRADAY'

/** An order id's tag: its purpose and 70 random bits of the id in base 36, 15 characters. */
export function clientOrderIdOf(purpose: Order['purpose'], orderId: string): string {
  return tagOf(purpose === 'ENTRY' ? 'E' : 'X', orderId)
}

/**
 * The same for exits that are not our orders yet: S for protective stops, H for exits by hand at the broker, V for the value at expiry; and C
 * for closing orders.
 */
export function tagOf(kind: 'E' | 'X' | 'S' | 'H' | 'V' | 'C', id: string): string {
  const tail = BigInt(`0x${id.replaceAll('-', '').slice(-18)}`)
  return `${kind}${tail.toString(36).padStart(14, '0')}`
}

/** Whether one of our tags is of an entry; the others close. */
export function isEntryTag(tag: string): boolean {
  return tag.startsWith('E')
}

/** Whether a tag marks what closed a leg without an order of ours: its owner, by hand, or its expiry. */
export function isWithoutOrder(tag: string): boolean {
  return tag.startsWith('H') || tag.startsWith('V')
}

/** Whether one of our tags is of a closing order. */
export function isClosingTag(tag: string): boolean {
  return tag.startsWith('C')
}

/** Whether an order's tag is one of ours. */
export function isTag(tag: string): boolean {
  return /^[EXSHVC][0-9a-z]{14}$/.test(tag)
}
