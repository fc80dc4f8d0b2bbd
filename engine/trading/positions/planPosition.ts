import { err, ok, type Result } from '../../../schema/errors.ts'
import { estimateMargin, type MarginEstimate } from '../../../schema/market/margin/estimateMargin.ts'
import { paise, type Paise } from '../../../schema/money.ts'
import type { PositionRule } from '../../../schema/rules/PositionRule.ts'
import { istDate } from '../../../schema/time.ts'
import type { Denial } from '../../../schema/trading/denials.ts'
import type { OrderSide } from '../../../schema/trading/OrderSide.ts'
import type { OptionContract } from '../../broker/port.ts'
import { withoutQuote } from '../orders/quoteAge.ts'
import { atmVolatility } from './atmVolatility.ts'
import { chooseLegs, type ChosenLeg, type LegRefusal, type OptionChain } from './chooseLegs.ts'
import { entryCosts } from './entryCosts.ts'
import { lossAtLevels } from './lossAtLevels.ts'
import { openingOrder } from './orderOfLegs.ts'
import { REACH } from './withinReach.ts'

/** The position that a signal requests, and the market at that moment. */
export interface WantedPosition {
  readonly rule: PositionRule
  /** `risk`: what one lot of the subscription may lose at its levels, gross. */
  readonly settings: { readonly lots: number; readonly risk: Paise }
  readonly chain: OptionChain
}

/** A leg to be opened. */
export interface PlannedLeg {
  /** Position in the rule's legs, from 0. */
  readonly leg: number
  readonly side: OrderSide
  readonly contract: OptionContract
  /** Units. */
  readonly quantity: number
  /** What a unit trades at when the plan is made. */
  readonly premium: Paise
  /** This leg's share of the funds that the position reserves. */
  readonly reserved: Paise
}

export interface PositionPlan {
  /** In opening order: bought legs first. */
  readonly legs: readonly PlannedLeg[]
  readonly margin: MarginEstimate
  /** Funds to reserve: the margin, and the entry costs of all legs on top of it. The sum over the legs. */
  readonly reserved: Paise
  /** The most that it is meant to lose at its levels, gross; null where nothing bounds it. */
  readonly loss: Paise | null
}

/**
 * The orders that open a position and the funds they need, or the first reason against it. All legs or none: no leg is planned without its
 * hedge. Pure; called once for all subscriptions with the same settings, then checked against each account by `refusedByFunds`. Margin is
 * estimated at the chain's own volatility (atmVolatility.ts).
 */
export function planPosition({ rule, settings: { lots, risk }, chain }: WantedPosition): Result<PositionPlan, Denial> {
  const chosen = chooseLegs(rule.legs, lots, chain)
  if (!chosen.ok) return err(denialOf(chosen.error))
  const margin = marginOf(chosen.value, chain)
  // If nothing else bounds it, the exchange's own worst case.
  const lossOfLot = lossAtLevels(oneLotOf(rule, chosen.value, lots))
  const needed = lossOfLot ?? paise(Math.ceil(margin.scanRisk / lots))
  if (needed > risk) return err({ reason: 'RISK_TOO_SMALL', numbers: { risk, needed } })
  const legs = withFunds(chosen.value, margin, chain)
  const loss = lossOfLot === null ? null : paise(lossOfLot * lots)
  return ok({ legs, margin, reserved: paise(legs.reduce((total, { reserved }) => total + reserved, 0)), loss })
}

/** Why an account cannot open a planned position, all legs together; null when it can. `available`: its free funds. */
export function refusedByFunds({ legs, reserved: needed }: PositionPlan, available: Paise): Denial | null {
  if (needed <= available) return null
  const reason = legs.some(({ side }) => side === 'SELL') ? 'MARGIN_SHORT' : 'FUNDS_SHORT'
  return { reason, numbers: { needed, available } }
}

function marginOf(legs: readonly ChosenLeg[], chain: OptionChain): MarginEstimate {
  const { indexPrice, now, rules } = chain
  return estimateMargin(
    legs.map(({ rule: { side }, contract: { optionType, strike, expiry }, quantity, premium }) => {
      return { side, optionType, strike, expiresAt: rules.sessionHours(expiry).close, units: quantity, premium }
    }),
    { spot: indexPrice, now, atmVolatility: atmVolatility(chain) },
  )
}

/** One of a subscription's `lots`, once all legs are opened at their premiums. */
function oneLotOf(rule: PositionRule, chosen: readonly ChosenLeg[], lots: number) {
  const legs = chosen.map(({ contract, quantity: all, premium }, leg) => {
    const quantity = all / lots
    const closed = { exitQuantity: 0, exitValue: paise(0), own: null, closedBy: null, closedAt: null }
    return { rule: leg, contract, openedAt: 0, quantity, entryValue: paise(premium * quantity), ...closed }
  })
  return { rule, lots: 1, legs, kept: null }
}

/**
 * Splits the reserved funds among the legs: the costs of each one's entry and a share of the margin. Bought legs take their premium from
 * the margin as far as it reaches; sold legs share the rest by units, since they cause it.
 */
function withFunds(chosen: readonly ChosenLeg[], { needed }: MarginEstimate, { now, rules }: OptionChain): PlannedLeg[] {
  const date = istDate(now)
  const inOrder = openingOrder(chosen.map((each, leg) => ({ ...each, leg, side: each.rule.side })))
  let left: number = needed
  let unitsSold = inOrder.reduce((units, { side, quantity }) => units + (side === 'SELL' ? quantity : 0), 0)
  return inOrder.map((each) => {
    const { leg, side, contract, quantity, premium } = each
    const part = side === 'BUY' ? Math.min(premium * quantity, left) : Math.floor((left * quantity) / unitsSold)
    left -= part
    if (side === 'SELL') unitsSold -= quantity
    return { leg, side, contract, quantity, premium, reserved: paise(part + entryCosts(each, date, rules)) }
  })
}

function denialOf(refusal: LegRefusal): Denial {
  switch (refusal.reason) {
    case 'LEG_NOT_LISTED': {
      const { reason, leg, indexPrice, listedContracts } = refusal
      return { reason, numbers: { leg, indexPrice, listedContracts } }
    }
    case 'LEG_WITHOUT_QUOTE':
      return withoutQuote(refusal)
    case 'FEED_FULL': {
      const { reason, ...numbers } = refusal
      return { reason, numbers }
    }
    case 'LEG_OUT_OF_REACH': {
      const { reason, ...numbers } = refusal
      return { reason, numbers: { ...numbers, strikes: REACH } }
    }
    case 'LEGS_COINCIDE': {
      const { reason, leg, other, strike } = refusal
      return { reason, numbers: { leg, other, strike } }
    }
  }
}
