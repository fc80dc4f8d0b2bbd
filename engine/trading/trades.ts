import type { IndexSymbol, OptionExchange } from '../../schema/market/indices.ts'
import { totalCharges } from '../../schema/market/charges.ts'
import type { MarketRules } from '../../schema/market/MarketRules.ts'
import { paise, roundToTick, type Paise } from '../../schema/money.ts'
import { istDate, type Instant } from '../../schema/time.ts'
import type { ExitLevel } from '../../schema/trading/ExitLevel.ts'
import type { ClosedStatus, ExitReason } from '../../schema/trading/exits.ts'
import type { TradeMode } from '../../schema/trading/TradeMode.ts'
import type { OptionContract } from '../broker/port.ts'
import type { EntryTerms, SignalSide } from './orders.ts'

/** Whose trade it is and of what: what does not change while it lives. */
export interface TradeOrigin {
  readonly id: string
  readonly userId: string
  readonly subscriptionId: string
  readonly strategyId: string
  /** Of the strategy: the one whose signal opened it. */
  readonly version: number
  /** The broker port's marketId. */
  readonly market: string
  readonly mode: TradeMode
  readonly index: IndexSymbol
  readonly side: SignalSide
  readonly contract: OptionContract
  readonly terms: EntryTerms
}

/** What was bought and sold so far. `entryValue` and `exitValue`: the sums of price × quantity over the fills. */
export interface Position {
  /** Units bought. */
  readonly quantity: number
  readonly entryValue: Paise
  /** Of the first purchase. Market time. */
  readonly entryTime: Instant
  /** Units sold. */
  readonly exitQuantity: number
  readonly exitValue: Paise
  /** Of all orders so far, both sides. */
  readonly charges: Paise
  readonly target: Paise
  /** The level in force: a trailing stop raises it. */
  readonly stop: Paise
}

/** How a trade ended. */
export interface Closing {
  readonly status: ClosedStatus
  readonly exitReason: ExitReason
  /** Market time of the last sale. */
  readonly exitTime: Instant
}

/** A bought option position, open while `closing` is null. */
export interface Trade extends TradeOrigin, Position {
  readonly closing: Closing | null
}

/** A trade that is still to be sold, in whole or in part. */
export type OpenTrade = Trade & { readonly closing: null }

export function isOpen(trade: Trade): trade is OpenTrade {
  return trade.closing === null
}

/** The average price paid, rounded to the paisa. */
export function entryPriceOf({ entryValue, quantity }: Pick<Position, 'entryValue' | 'quantity'>): Paise {
  return paise(Math.round(entryValue / quantity))
}

/** Units still to be sold. */
export function openQuantityOf({ quantity, exitQuantity }: Pick<Position, 'quantity' | 'exitQuantity'>): number {
  return quantity - exitQuantity
}

/**
 * The premiums at which a trade bought at `entry` is closed, on the contract's price steps and at least one step away from the
 * entry.
 */
export function levelsFor(
  entry: Paise,
  quantity: number,
  tick: Paise,
  terms: Pick<EntryTerms, 'takeProfit' | 'stopLoss'>,
): { readonly target: Paise; readonly stop: Paise } {
  const distance = ({ unit, value }: ExitLevel) => (unit === 'PERCENT' ? (entry * value) / 100 : value / quantity)
  const target = roundToTick(entry + distance(terms.takeProfit), tick, 'nearest')
  const stop = roundToTick(entry - distance(terms.stopLoss), tick, 'nearest')
  return {
    target: paise(Math.max(target, roundToTick(entry + tick, tick, 'up'))),
    stop: paise(Math.max(0, Math.min(stop, roundToTick(entry - tick, tick, 'down')))),
  }
}

/** The stop after a last price: raised by a trailing stop, never lowered. */
export function trailedStop(trade: Pick<Trade, 'stop' | 'terms' | 'contract'>, lastPrice: Paise): Paise {
  const { trailingStopPercent } = trade.terms
  if (trailingStopPercent === null) return trade.stop
  return paise(Math.max(trade.stop, roundToTick(lastPrice * (1 - trailingStopPercent / 100), trade.contract.tick, 'down')))
}

/** Which of a trade's levels a last price has reached; null between them. */
export function levelReached(trade: Trade, lastPrice: Paise): 'TARGET' | 'STOP' | 'TRAILING_STOP' | null {
  if (lastPrice >= trade.target) return 'TARGET'
  if (lastPrice > trade.stop) return null
  const { trailingStopPercent } = trade.terms
  return trailingStopPercent !== null && trade.stop > levelsFor(entryPriceOf(trade), trade.quantity, trade.contract.tick, trade.terms).stop
    ? 'TRAILING_STOP'
    : 'STOP'
}

/** What an executed order did: one leg of a trade's bill. */
export interface Leg {
  readonly side: 'BUY' | 'SELL'
  /** Sum of price × quantity. */
  readonly value: Paise
  /** Of its first fill. Market time. */
  readonly at: Instant
}

/** What the orders of a trade cost so far beside the premium. Brokerage is by order, however many fills it had. */
export function chargesOf(rules: MarketRules, exchange: OptionExchange, legs: readonly Leg[]): Paise {
  return totalCharges(...legs.map(({ side, value, at }) => rules.chargesFor({ side, exchange, value, date: istDate(at) })))
}

export interface Outcome {
  /** What the units were sold for less what was paid for them. */
  readonly gross: Paise
  readonly charges: Paise
  /** gross − charges. */
  readonly net: Paise
  /** The average price of the sale, rounded to the paisa. */
  readonly exitPrice: Paise
}

/** What a position that was sold whole has earned. */
export function outcomeOf({ entryValue, exitValue, exitQuantity, charges }: Position): Outcome {
  const gross = paise(exitValue - entryValue)
  return { gross, charges, net: paise(gross - charges), exitPrice: paise(Math.round(exitValue / exitQuantity)) }
}
