import { paise, type Paise } from '../../../schema/money.ts'
import type { Instant } from '../../../schema/time.ts'
import { entryPriceOf, openQuantityOf, outcomeOf, type Closing, type Leg, type LegOrigin } from './legs.ts'
import type { PositionTerms } from '../orders/orders.ts'

/** What the legs of a trade come to together: what is shown and counted as one trade. */
export interface TradeSummary extends Pick<
  LegOrigin,
  'userId' | 'subscriptionId' | 'strategyId' | 'version' | 'market' | 'mode' | 'index' | 'signal' | 'terms'
> {
  readonly id: string
  /** The trading symbols of its legs. */
  readonly option: string
  readonly lots: number
  /** Units opened. */
  readonly quantity: number
  /** Of the only leg; null where there are several, or a level is not there. */
  readonly entryPrice: Paise | null
  readonly target: Paise | null
  readonly stop: Paise | null
  readonly exitPrice: Paise | null
  /** Units closed. */
  readonly exitQuantity: number
  /** What it took: the premium of a bought option, of several legs what their position sets aside. */
  readonly fundUsed: Paise
  /** Of that, what is still set aside. */
  readonly blocked: Paise
  /** Net of the legs that are closed. */
  readonly realised: Paise
  readonly charges: Paise
  /** Null until it is over; and of a trade that ended without being closed by orders. */
  readonly gross: Paise | null
  readonly net: Paise | null
  readonly entryTime: Instant
  readonly closing: Closing | null
}

/** `legs`: all there ever were, the first one opened first; `isOver`: none of them is open and no other will be. */
export function summaryOf(legs: readonly [Leg, ...Leg[]], isOver: boolean): TradeSummary {
  const [first] = legs
  const { tradeId: id, userId, subscriptionId, strategyId, version, market, mode, index, signal, terms } = first
  const outcomes = legs.flatMap((leg) => (leg.closing && openQuantityOf(leg) === 0 ? outcomeOf(leg) : []))
  const isKnown = isOver && outcomes.length === legs.length
  const { position } = terms
  return {
    ...{ id, userId, subscriptionId, strategyId, version, market, mode, index, signal, terms },
    ...(position ? ofSeveral(position) : ofOne(first)),
    quantity: sum(legs, ({ quantity }) => quantity),
    exitQuantity: sum(legs, ({ exitQuantity }) => exitQuantity),
    ...(isOver ? { blocked: paise(0) } : {}),
    realised: paise(sum(outcomes, ({ net }) => net)),
    charges: paise(sum(legs, ({ charges }) => charges)),
    gross: isKnown ? paise(sum(outcomes, ({ gross }) => gross)) : null,
    net: isKnown ? paise(sum(outcomes, ({ net }) => net)) : null,
    entryTime: Math.min(...legs.map(({ entryTime }) => entryTime)),
    closing: isOver ? lastClosing(legs) : null,
  }
}

function ofOne(leg: Leg) {
  const { contract, quantity, target, stop, entryValue, closing } = leg
  return {
    option: contract.tradingSymbol,
    lots: quantity / contract.lotSize,
    ...{ target, stop, entryPrice: entryPriceOf(leg), fundUsed: entryValue },
    exitPrice: closing && openQuantityOf(leg) === 0 ? outcomeOf(leg).exitPrice : null,
    blocked: paise(Math.ceil((entryValue * openQuantityOf(leg)) / quantity)),
  }
}

function ofSeveral({ option, lots, funds }: PositionTerms) {
  return { option, lots, entryPrice: null, target: null, stop: null, exitPrice: null, fundUsed: funds, blocked: funds }
}

/** Of the leg that was closed last; of several at one time the last one opened. */
function lastClosing(legs: readonly Leg[]): Closing | null {
  let last: Closing | null = null
  for (const { closing } of legs) if (closing && (!last || closing.exitTime >= last.exitTime)) last = closing
  return last
}

function sum<T>(rows: readonly T[], of: (row: T) => number): number {
  let total = 0
  for (const row of rows) total += of(row)
  return total
}
