import { chargesFor, totalCharges } from '../../schema/market/charges.ts'
import type { OptionExchange } from '../../schema/market/indices.ts'
import { paise, roundToTick, type Paise } from '../../schema/money.ts'
import { istDate, type Instant } from '../../schema/time.ts'
import type { OptionContract } from '../broker/port.ts'

export type ExitReason = 'TARGET' | 'STOP' | 'WINDOW_END' | 'SESSION_END' | 'MARKET_CHANGED'
export type ClosedStatus = 'TARGET_HIT' | 'STOPLOSS_HIT' | 'COMPLETED'

/** A bought option position, as the watcher needs it. Times are market times. */
export interface OpenTrade {
  readonly id: string
  readonly userId: string
  readonly subscriptionId: string
  readonly mode: 'PAPER' | 'LIVE'
  readonly contract: OptionContract
  readonly quantity: number
  readonly entryPrice: Paise
  readonly target: Paise
  readonly stop: Paise
  readonly entryTime: Instant
  readonly windowEndsAt: Instant
}

/**
 * The premiums at which a trade is closed: `takeProfitPercent` above and `stopLossPercent` below the entry premium,
 * on the contract's price steps and at least one step away from the entry.
 */
export function levelsFor(
  entry: Paise,
  tick: Paise,
  takeProfitPercent: number,
  stopLossPercent: number,
): { readonly target: Paise; readonly stop: Paise } {
  const target = roundToTick(entry * (1 + takeProfitPercent / 100), tick, 'nearest')
  const stop = roundToTick(entry * (1 - stopLossPercent / 100), tick, 'nearest')
  return { target: paise(Math.max(target, entry + tick)), stop: paise(Math.max(0, Math.min(stop, entry - tick))) }
}

/** Which of a trade's two levels a last price has reached; null between them. */
export function levelReached(trade: Pick<OpenTrade, 'target' | 'stop'>, lastPrice: Paise): 'TARGET' | 'STOP' | null {
  if (lastPrice >= trade.target) return 'TARGET'
  if (lastPrice <= trade.stop) return 'STOP'
  return null
}

/** How a trade that closed for a reason is shown. */
export function statusAfter(reason: ExitReason): ClosedStatus {
  if (reason === 'TARGET') return 'TARGET_HIT'
  if (reason === 'STOP') return 'STOPLOSS_HIT'
  return 'COMPLETED'
}

/** One executed leg of a position. */
export interface Leg {
  readonly price: Paise
  readonly at: Instant
}

export interface Outcome {
  /** (exit − entry) × quantity. */
  readonly gross: Paise
  /** Of both legs. */
  readonly charges: Paise
  /** gross − charges. */
  readonly net: Paise
}

/** What buying the position cost beside the premium. */
export function entryCharges(exchange: OptionExchange, quantity: number, entry: Leg): Paise {
  return totalCharges(chargesFor({ side: 'BUY', exchange, price: entry.price, quantity, date: istDate(entry.at) }))
}

/** What a bought and sold position earned. */
export function outcomeOf(exchange: OptionExchange, quantity: number, entry: Leg, exit: Leg): Outcome {
  const gross = paise((exit.price - entry.price) * quantity)
  const charges = totalCharges(
    chargesFor({ side: 'BUY', exchange, price: entry.price, quantity, date: istDate(entry.at) }),
    chargesFor({ side: 'SELL', exchange, price: exit.price, quantity, date: istDate(exit.at) }),
  )
  return { gross, charges, net: paise(gross - charges) }
}
