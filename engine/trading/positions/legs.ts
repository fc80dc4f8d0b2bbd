import type { IndexSymbol, OptionExchange } from '../../../schema/market/indices.ts'
import type { BilledOrder } from '../../../schema/market/charges.ts'
import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import { paise, roundToTick, type Paise } from '../../../schema/money.ts'
import type { Instant } from '../../../schema/time.ts'
import type { ExitReason } from '../../../schema/trading/exits.ts'
import type { TradeMode } from '../../../schema/TradeMode.ts'
import type { ClosedStatus } from '../../../schema/trading/TradeStatus.ts'
import type { BasketOrder, OptionContract } from '../../broker/port.ts'
import { signOf, type OrderSide } from '../../../schema/trading/OrderSide.ts'
import { levelsFor, type Levels } from '../../../schema/trading/levelsFor.ts'
import { openQuantityOf } from '../orders/openQuantityOf.ts'
import type { EntryTerms } from '../orders/orders.ts'
import type { SignalSide } from '../../../schema/trading/SignalSide.ts'

/** A leg's identity: what never changes while it lives. */
export interface LegOrigin {
  readonly id: string
  /** The position it belongs to. */
  readonly tradeId: string
  readonly userId: string
  readonly subscriptionId: string
  readonly strategyId: string
  /** Of the strategy whose signal opened it. */
  readonly version: number
  /** The broker port's marketId. */
  readonly market: string
  readonly mode: TradeMode
  readonly index: IndexSymbol
  /** The signal that opened it. */
  readonly signal: SignalSide
  /** The side that opens it; the other side closes it. */
  readonly side: OrderSide
  readonly contract: OptionContract
  readonly terms: EntryTerms
}

/** The fills of a leg so far. `entryValue` and `exitValue`: the sums of price × quantity. */
export interface LegFills {
  /** Units opened. */
  readonly quantity: number
  readonly entryValue: Paise
  /** Of the first fill. Market time. */
  readonly entryTime: Instant
  /** Units closed. */
  readonly exitQuantity: number
  readonly exitValue: Paise
  /** Of all orders so far, both sides. */
  readonly charges: Paise
}

/** How a leg ended. */
export interface Closing {
  readonly status: ClosedStatus
  readonly exitReason: ExitReason
  /** Market time of the last fill that closed it. */
  readonly exitTime: Instant
}

/** One option of a position, bought or sold, open while `closing` is null. A reopened leg is a new one. */
export interface Leg extends LegOrigin, LegFills, Levels {
  /** What its owner has set in place of its terms; null: nothing. */
  readonly own: Levels | null
  readonly closing: Closing | null
}

/** A leg not yet closed, or only in part. */
export type OpenLeg = Leg & { readonly closing: null }

export function isOpen(leg: Leg): leg is OpenLeg {
  return leg.closing === null
}

/** Its average opening price, rounded to the paisa. */
export function entryPriceOf({ entryValue, quantity }: Pick<LegFills, 'entryValue' | 'quantity'>): Paise {
  return paise(Math.round(entryValue / quantity))
}

/** What of a leg is open, as an order of a basket: for its margin. */
export function basketOrderOf({ contract, side, ...fills }: Leg): BasketOrder {
  return { contract, side, quantity: openQuantityOf(fills), pricing: { kind: 'LIMIT', limit: entryPriceOf(fills) } }
}

/** The levels of a leg at its average opening price, before any trailing: of its terms, or what its owner has set in their place. */
export function levelsOf({ side, contract, terms, quantity, own, ...fills }: LeveledLeg): Levels {
  return withOwn(levelsFor(side, entryPriceOf({ quantity, ...fills }), quantity, contract.tick, terms), own)
}
type LeveledLeg = Pick<Leg, 'side' | 'contract' | 'terms' | 'quantity' | 'entryValue' | 'own'>

/** Levels, and each in its place that an owner has set. */
export function withOwn(levels: Levels, own: Levels | null): Levels {
  return own === null ? levels : { target: own.target ?? levels.target, stop: own.stop ?? levels.stop }
}

/** The stop after a last price: a trailing stop is raised, never lowered. Only bought legs trail. */
export function trailedStop({ stop, terms, contract }: Pick<Leg, 'stop' | 'terms' | 'contract'>, lastPrice: Paise): Paise | null {
  const { trailingStopPercent } = terms
  if (trailingStopPercent === null || stop === null) return stop
  return paise(Math.max(stop, roundToTick(lastPrice * (1 - trailingStopPercent / 100), contract.tick, 'down')))
}

/** The level that a last price has reached, the target if both; null between them. */
export function levelReached(leg: Leg, lastPrice: Paise): 'TARGET' | 'STOP' | 'TRAILING_STOP' | null {
  const { side, target, stop } = leg
  const sign = signOf(side)
  if (target !== null && sign * (lastPrice - target) >= 0) return 'TARGET'
  return stop === null || sign * (lastPrice - stop) > 0 ? null : stopReason(leg)
}

/** What a leg is closed for at its stop: whether the stop has trailed. */
export function stopReason(leg: Leg): 'STOP' | 'TRAILING_STOP' {
  const { stop, terms } = leg
  if (stop === null || terms.trailingStopPercent === null) return 'STOP'
  const { stop: first } = levelsOf(leg)
  return first !== null && stop > first ? 'TRAILING_STOP' : 'STOP'
}

/** The cost of a leg's orders so far without premium. Brokerage is per order, however many fills it had. */
export function chargesOf(rules: MarketRules, exchange: OptionExchange, orders: readonly BilledOrder[]): Paise {
  return paise(Math.round(rules.unroundedBill(exchange, orders)))
}

export interface Outcome {
  /** Sold less bought. */
  readonly gross: Paise
  readonly charges: Paise
  /** gross − charges. */
  readonly net: Paise
  /** Its average closing price, rounded to the paisa. */
  readonly exitPrice: Paise
}

/** The P&L of a fully closed leg. */
export function outcomeOf({ side, entryValue, exitValue, exitQuantity, charges }: LegFills & Pick<Leg, 'side'>): Outcome {
  // Not multiplied by the sign: a sold leg bought back at its price would have earned -0.
  const gross = paise(side === 'BUY' ? exitValue - entryValue : entryValue - exitValue)
  return { gross, charges, net: paise(gross - charges), exitPrice: paise(Math.round(exitValue / exitQuantity)) }
}
