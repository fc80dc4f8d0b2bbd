import { paise } from '../../../schema/money.ts'
import type { Instant } from '../../../schema/time.ts'
import type { ExitReason } from '../../../schema/trading/exits.ts'
import type { PlannedLeg } from '../../trading/risk/assess.ts'
import type { OpenLeg } from '../../trading/positions/legs.ts'
import { openQuantityOf } from '../../trading/orders/openQuantityOf.ts'
import { oppositeOf } from '../../../schema/trading/OrderSide.ts'
import type { EntryOrder } from '../../trading/orders/orders.ts'
import type { SentOrder } from './bookFill.ts'

/** A subscription without an owner, beside its settings and its trades. */
export const NOBODY = {
  subscriptionId: 'backtest',
  userId: 'backtest',
  strategyId: 'backtest',
  version: 1,
  mode: 'PAPER',
  unmetGates: [],
} as const

/**
 * The order that opens a leg. Written out, as is the next: an object made of spreads is slow to create and a backtest creates thousands.
 */
export function entryOrder(tradeId: string, legId: string, planned: PlannedLeg, intendedAt: Instant): EntryOrder & SentOrder {
  const { contract, side, terms, quantity, reserved } = planned
  const { userId, subscriptionId, strategyId, version, mode } = NOBODY
  const id = `E${legId}`
  return {
    id,
    clientOrderId: id,
    userId,
    subscriptionId,
    strategyId,
    tradeId,
    legId,
    mode,
    contract,
    side,
    quantity,
    filledQuantity: 0,
    filledValue: paise(0),
    status: 'SUBMITTED',
    intendedAt,
    firstFillAt: null,
    purpose: 'ENTRY',
    signalId: tradeId,
    version,
    terms,
    reserved,
  }
}

/** The order that closes a leg. `at`: market time. */
export function exitOrder(leg: OpenLeg, exitReason: ExitReason, at: Instant): SentOrder {
  const { id: legId, tradeId, userId, subscriptionId, strategyId, mode, contract, side } = leg
  const id = `X${legId}`
  return {
    id,
    clientOrderId: id,
    userId,
    subscriptionId,
    strategyId,
    tradeId,
    legId,
    mode,
    contract,
    side: oppositeOf(side),
    quantity: openQuantityOf(leg),
    filledQuantity: 0,
    filledValue: paise(0),
    status: 'SUBMITTED',
    intendedAt: at,
    firstFillAt: null,
    purpose: 'EXIT',
    exitReason,
  }
}
