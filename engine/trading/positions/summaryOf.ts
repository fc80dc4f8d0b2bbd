import { paise, type Paise } from '../../../schema/money.ts'
import type { Instant } from '../../../schema/time.ts'
import { entryPriceOf, outcomeOf, type Closing, type Leg, type LegOrigin } from './legs.ts'
import { openQuantityOf } from '../orders/openQuantityOf.ts'
import type { PositionTerms } from '../orders/orders.ts'

/** The legs of a trade summed up: shown and counted as one trade. */
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
  /** Of the only leg; null with several, or without that level. */
  readonly entryPrice: Paise | null
  readonly target: Paise | null
  readonly stop: Paise | null
  readonly exitPrice: Paise | null
  /** Units closed. */
  readonly exitQuantity: number
  /** Funds it took: the premium of a bought option, or what a position of several legs reserves. */
  readonly fundUsed: Paise
  /** What of that is still reserved. */
  readonly blocked: Paise
  /** Net of the closed legs. */
  readonly realised: Paise
  readonly charges: Paise
  /** Null until it is over, and for a trade that ended without being closed by orders. */
  readonly gross: Paise | null
  readonly net: Paise | null
  readonly entryTime: Instant
  readonly closing: Closing | null
}

/** `legs`: every leg ever opened, oldest first; `isOver`: no leg is open or will be. */
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

/** Of the leg closed last; of several at one time the last opened. A trade of which only some legs were closed at a target or a stop hit neither. */
function lastClosing(legs: readonly Leg[]): Closing | null {
  let last: Closing | null = null
  for (const { closing } of legs) if (closing && (!last || closing.exitTime >= last.exitTime)) last = closing
  const isOfAll = legs.every(({ closing }) => closing?.status === last?.status)
  return last && !isOfAll ? { ...last, status: 'COMPLETED' } : last
}

function sum<T>(rows: readonly T[], of: (row: T) => number): number {
  let total = 0
  for (const row of rows) total += of(row)
  return total
}
