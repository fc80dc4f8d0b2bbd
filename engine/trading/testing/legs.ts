import { paise } from '../../../schema/money.ts'
import { istInstant, MINUTE } from '../../../schema/time.ts'
import { statusAfter, type ExitReason } from '../../../schema/trading/exits.ts'
import type { EntryPlan, PlannedLeg, TradeSettings } from '../risk/assess.ts'
import type { EntryTerms } from '../orders/orders.ts'
import { levelsFor } from '../../../schema/trading/levelsFor.ts'
import type { Leg, OpenLeg, LegOrigin } from '../positions/legs.ts'
import { contractOf } from './contracts.ts'

/** Target 18 per cent, stop 12 per cent of the premium, no trailing. For tests. */
export const TERMS: EntryTerms & Pick<TradeSettings, 'takeProfit' | 'stopLoss'> = {
  takeProfit: { unit: 'PERCENT', value: 18 },
  stopLoss: { unit: 'PERCENT', value: 12 },
  trailingStopPercent: null,
  windowEndsAt: istInstant('2026-07-01', 15 * 60 + 10),
  position: null,
}

/** The entry of one bought option, which costs ₹100 and loses ₹12 a unit at its stop. For tests. */
export function planOf({ premium = paise(100_00), ...leg }: Omit<PlannedLeg, 'side' | 'premium'> & Partial<PlannedLeg>): EntryPlan {
  return { legs: [{ ...leg, premium, side: 'BUY' }], reserved: leg.reserved, loss: paise(12_00 * leg.quantity) }
}

/** A leg's identity, for tests: a call of Nifty on paper. */
export function originOf(rest: Partial<LegOrigin> = {}): LegOrigin {
  return {
    ...{
      id: 'l',
      tradeId: 't',
      userId: 'u',
      subscriptionId: 's',
      strategyId: 'st',
      version: 1,
      market: 'm',
      mode: 'PAPER',
      index: 'NIFTY',
      signal: 'LONG',
      side: 'BUY',
    },
    contract: contractOf('NIFTY', 24_500, 'CE'),
    terms: TERMS,
    ...rest,
  }
}

/** An open leg of one lot bought at 100.00 rupees at ten, for tests. */
export function openLegOf(rest: Partial<OpenLeg> = {}): OpenLeg {
  const origin = originOf(rest)
  const quantity = rest.quantity ?? origin.contract.lotSize
  return {
    ...origin,
    ...{ quantity, entryValue: paise(100_00 * quantity), exitQuantity: 0, exitValue: paise(0), charges: paise(26_53) },
    entryTime: istInstant('2026-07-01', 600),
    ...levelsFor(origin.side, paise(100_00), quantity, origin.contract.tick, origin.terms),
    own: null,
    closing: null,
    ...rest,
  }
}

/** A leg fully closed at a premium in paise, for tests. */
export function closedLegOf(leg: Leg, price: number, exitReason: ExitReason, exitTime = leg.entryTime + MINUTE): Leg {
  const exitValue = paise(price * leg.quantity)
  return { ...leg, exitQuantity: leg.quantity, exitValue, closing: { status: statusAfter(exitReason), exitReason, exitTime } }
}
