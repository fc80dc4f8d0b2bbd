import type { OptionContract } from '../../../engine/broker/port.ts'
import { planPosition, type PlannedLeg } from '../../../engine/trading/positions/planPosition.ts'
import { fundsFor, lossAtStop } from '../../../engine/trading/risk/assess.ts'
import { chooseContract } from '../../../engine/trading/signals/chooseContract.ts'
import { err, ok, type Result } from '../../../schema/errors.ts'
import type { LotEntry, LotLeg } from '../../../schema/graphql/lotPreviews.ts'
import { paise, toRupees, type Paise } from '../../../schema/money.ts'
import type { LegRule, PositionRule } from '../../../schema/rules/PositionRule.ts'
import type { RuleSet } from '../../../schema/rules/RuleSet.ts'
import { denialReason } from '../../../schema/trading/describeDenial.ts'
import type { ExitLevel } from '../../../schema/trading/ExitLevel.ts'
import { levelsFor } from '../../../schema/trading/levelsFor.ts'
import { payoffAtExpiry } from '../../../schema/trading/payoffAtExpiry.ts'
import type { Direction } from '../../../schema/trading/SignalSide.ts'
import type { PreviewChain } from './PreviewChain.ts'

/** What a strategy trades by, of one lot. Levels in per cent of the premium hold where it buys one option. */
export interface LotTerms {
  readonly rules: RuleSet
  readonly stopLossPercent: number
  readonly takeProfitPercent: number
}

/** No risk of a subscription refuses a preview: it says what would be needed. */
const ANY_RISK = paise(Number.MAX_SAFE_INTEGER)

/** What one lot would open now, by the code that opens it when a signal comes; or why nothing can be said, in words. */
export function previewLot({ rules: { long, short, position }, ...levels }: LotTerms, chain: PreviewChain): Result<LotEntry[], string> {
  if (position) return previewPosition(position, chain)
  const sides = [...(long ? (['LONG'] as const) : []), ...(short ? (['SHORT'] as const) : [])]
  const entries = sides.flatMap((side) => previewOption(side, levels, chain) ?? [])
  return entries.length === sides.length ? ok(entries) : err('No option is listed near the index')
}

function previewOption(side: Direction, levels: Omit<LotTerms, 'rules'>, chain: PreviewChain): LotEntry | null {
  const { contracts, index, indexPrice, now, session, rules } = chain
  const contract = chooseContract(contracts, { index, side, price: indexPrice }, now, session, rules)
  if (!contract) return null
  const premium = chain.premiumOf(contract)
  const units = contract.lotSize
  const takeProfit: ExitLevel = { unit: 'PERCENT', value: levels.takeProfitPercent }
  const stopLoss: ExitLevel = { unit: 'PERCENT', value: levels.stopLossPercent }
  const cost = toRupees(paise(premium * units))
  return {
    side,
    legs: [shownLeg({ side: 'BUY', contract, quantity: units, premium }, { takeProfit, stopLoss })],
    ...shownSource(chain, [contract]),
    netPremium: cost,
    margin: null,
    funds: toRupees(fundsFor(contract, premium, units, chain)),
    lossAtStops: toRupees(lossAtStop({ takeProfit, stopLoss }, { contract, premium }, units, units)),
    worstLoss: cost,
    payoff: [],
    breakEvens: [],
  }
}

function previewPosition(rule: PositionRule, chain: PreviewChain): Result<LotEntry[], string> {
  const settings = { lots: 1, risk: ANY_RISK }
  const planned = planPosition({ rule, settings, chain })
  // The same legs held to the end: what bounds their loss then is their pay-off.
  const held = planPosition({ rule: withoutLevels(rule), settings, chain })
  if (!planned.ok) return err(sentence(denialReason(planned.error)))
  if (!held.ok) return err(sentence(denialReason(held.error)))
  const { legs, margin, reserved, loss } = planned.value
  const inOrder = legs.toSorted((a, b) => a.leg - b.leg)
  return ok([
    {
      side: null,
      legs: inOrder.map((leg) => shownLeg(leg, levelsOf(rule.legs[leg.leg]!))),
      ...shownSource(
        chain,
        legs.map(({ contract }) => contract),
      ),
      netPremium: toRupees(margin.netPremium),
      margin: legs.some(({ side }) => side === 'SELL') ? toRupees(margin.needed) : null,
      funds: toRupees(reserved),
      lossAtStops: orNull(loss),
      worstLoss: orNull(held.value.loss),
      ...shownPayoff(inOrder, chain.indexPrice),
    },
  ])
}

/** A rule whose legs stay open until they expire. */
function withoutLevels(rule: PositionRule): PositionRule {
  const legs = rule.legs.map((leg) => ({ ...leg, stop: null, target: null, reentries: 0 }))
  return { legs, stop: null, target: null, lock: null, stopsToCost: false }
}

function levelsOf({ target, stop }: LegRule) {
  return { takeProfit: target, stopLoss: stop }
}

type ShownLeg = Pick<PlannedLeg, 'side' | 'contract' | 'quantity' | 'premium'>

function shownLeg({ side, contract, quantity, premium }: ShownLeg, levels: Parameters<typeof levelsFor>[4]): LotLeg {
  const { optionType, strike, expiry, tick } = contract
  const { stop, target } = levelsFor(side, premium, quantity, tick, levels)
  return {
    ...{ side, optionType, strike: toRupees(strike), expiry, units: quantity, premium: toRupees(premium) },
    ...{ stop: orNull(stop), target: orNull(target) },
  }
}

function shownSource(chain: PreviewChain, contracts: readonly OptionContract[]): Pick<LotEntry, 'basis' | 'pricedAt'> {
  const { basis, pricedAt } = chain.sourceOf(contracts)
  return { basis, pricedAt: new Date(pricedAt) }
}

/** Legs that expire on different days have no pay-off on one of them. */
function shownPayoff(legs: readonly PlannedLeg[], indexPrice: Paise): Pick<LotEntry, 'payoff' | 'breakEvens'> {
  const expiries = new Set(legs.map(({ contract }) => contract.expiry))
  if (legs.length < 2 || expiries.size > 1) return { payoff: [], breakEvens: [] }
  const { points, breakEvens } = payoffAtExpiry(
    legs.map(({ side, contract: { optionType, strike }, quantity, premium }) => ({ side, optionType, strike, units: quantity, premium })),
    indexPrice,
  )
  return {
    payoff: points.map((point) => ({ indexPrice: toRupees(point.indexPrice), gross: toRupees(point.gross) })),
    breakEvens: breakEvens.map(toRupees),
  }
}

const orNull = (amount: Paise | null) => (amount === null ? null : toRupees(amount))

const sentence = (reason: string) => reason.charAt(0).toUpperCase() + reason.slice(1)
