import { paise, type Paise } from '../../../schema/money.ts'
import { entryPriceOfLeg, type HeldLeg, type HeldPosition } from './HeldPosition.ts'
import { legLevels } from './legLevels.ts'
import { amountOf } from './watchPosition.ts'

/**
 * The most that a position is meant to lose, gross, as it was just opened; null where nothing bounds it. The lesser of two bounds:
 *
 * 1. Its combined stop, which closes all open legs and counts those closed before.
 * 2. Leg by leg. A leg with a stop loses the distance to it, again for each time it may be reopened: prices that swing can stop
 * every leg in turn. Legs without one stay open together, so that the bought legs pay for the sold ones: they lose their worst pay-off at
 * expiry, which for bought legs alone is the premium, and for a naked sold call nothing bounds.
 *
 * The worst pay-off does not offset legs with their own stops: a stopped leg no longer pays for its hedge's premium. A price that jumps
 * over a stop, and slippage, lose more.
 */
export function lossAtLevels(position: HeldPosition): Paise | null {
  const { rule, legs } = position
  let stopped = 0
  const kept: HeldLeg[] = []
  for (const leg of legs) {
    const { stop } = legLevels(leg, position)
    if (stop === null) kept.push(leg)
    else stopped += Math.abs(entryPriceOfLeg(leg) - stop) * leg.quantity * (1 + rule.legs[leg.rule]!.reentries)
  }
  const payoff = worstPayoff(kept, position)
  const byLegs = payoff === null ? Infinity : stopped - payoff
  const byWhole = rule.stop ? amountOf(rule.stop, position) : Infinity
  const loss = Math.min(byLegs, byWhole)
  return loss === Infinity ? null : paise(Math.max(0, Math.ceil(loss)))
}

/**
 * What legs held together earn at the worst index price, in paise; null with more calls sold than bought. The pay-off is linear between
 * strikes, so the worst is at a strike or at zero. It holds before expiry too: a bought option is worth no less than a sold one that
 * expires with it or sooner. One that expires before a sold one pays for nothing here.
 */
function worstPayoff(legs: readonly HeldLeg[], position: HeldPosition): number | null {
  const isSold = ({ rule }: HeldLeg) => position.rule.legs[rule]!.side === 'SELL'
  const lastSold = legs.filter(isSold).reduce((last, { contract: { expiry } }) => (expiry > last ? expiry : last), '')
  const pays = (leg: HeldLeg) => isSold(leg) || leg.contract.expiry >= lastSold
  const calls = legs.filter((leg) => leg.contract.optionType === 'CE' && pays(leg))
  if (calls.reduce((net, leg) => net + (isSold(leg) ? -leg.quantity : leg.quantity), 0) < 0) return null

  const gains = legs.map((leg) => {
    const { strike, optionType } = leg.contract
    const entry = entryPriceOfLeg(leg)
    const { target } = legLevels(leg, position)
    // If it closed at its target before the others lost, it earned no more than that.
    const most = target === null ? Infinity : Math.abs(target - entry)
    return (price: number) => {
      const intrinsic = pays(leg) ? Math.max(0, optionType === 'CE' ? price - strike : strike - price) : 0
      return Math.min(most, isSold(leg) ? entry - intrinsic : intrinsic - entry) * leg.quantity
    }
  })
  const prices = [0, ...legs.map(({ contract }) => contract.strike)]
  return Math.min(...prices.map((price) => gains.reduce((total, gainAt) => total + gainAt(price), 0)))
}
