import fc from 'fast-check'
import { expect, it } from 'vitest'
import { premium } from '../../../schema/market/options/premium.ts'
import { paise, type Paise } from '../../../schema/money.ts'
import { positionMistakes } from '../../../schema/rules/positionMistakes.ts'
import type { LegRule, PositionRule } from '../../../schema/rules/PositionRule.ts'
import { istInstant, MINUTE, type Instant } from '../../../schema/time.ts'
import type { OptionContract } from '../../broker/port.ts'
import { contractOf } from '../testing/contracts.ts'
import { entryPriceOfLeg, grossOf, openUnitsOf, type HeldLeg, type HeldPosition } from './HeldPosition.ts'
import { legLevels } from './legLevels.ts'
import { lossAtLevels } from './lossAtLevels.ts'
import { legRule, percent, positionRule, rupees } from '../testing/positions.ts'
import { amountOf, watchPosition } from './watchPosition.ts'

const EXPIRY = '2026-07-14'
const EXPIRES_AT = istInstant(EXPIRY, 15 * 60 + 30)
const QUANTITY = 65

type PriceOf = (contract: OptionContract) => Paise

/** Prices of the option model with the index at so many rupees, so long before the expiry. */
function pricesAt(spot: number, left: number): PriceOf {
  return ({ optionType, strike }) =>
    premium({ type: optionType, spot: paise(spot * 100), strike, at: EXPIRES_AT - left, expiresAt: EXPIRES_AT, atmVolatility: 0.14 })
}

const opened = (rule: number, contract: OptionContract, priceOf: PriceOf, openedAt: Instant): HeldLeg => ({
  ...{ rule, contract, openedAt, quantity: QUANTITY, entryValue: paise(priceOf(contract) * QUANTITY) },
  ...{ exitQuantity: 0, exitValue: paise(0), own: null, closedBy: null, closedAt: null },
})
const closed = (leg: HeldLeg, priceOf: PriceOf, closedBy: HeldLeg['closedBy'], closedAt: Instant): HeldLeg => ({
  ...leg,
  ...{ exitQuantity: QUANTITY, exitValue: paise(priceOf(leg.contract) * QUANTITY), closedBy, closedAt },
})

/** By how much of a leg's value its price is beyond its stop, as it is when the stop closes it. */
function beyondStop(leg: HeldLeg, position: HeldPosition, priceOf: PriceOf): number {
  const { stop } = legLevels(leg, position)
  if (stop === null || openUnitsOf(leg) === 0) return 0
  const against = position.rule.legs[leg.rule]!.side === 'BUY' ? stop - priceOf(leg.contract) : priceOf(leg.contract) - stop
  return Math.max(0, against) * QUANTITY
}

/** A position's loss on a path of prices, and the part lost to jumps over levels, which no level can foresee. */
function replayed(start: HeldPosition, path: readonly PriceOf[]): { readonly lost: number; readonly jumped: number } {
  let position = start
  let jumped = 0
  for (const [at, priceOf] of path.entries()) {
    const watched = watchPosition(position, priceOf)
    for (const leg of position.legs) jumped += beyondStop(leg, position, priceOf)
    if (watched.kind === 'whole') {
      const lost = -grossOf(position, priceOf)!
      const { stop } = position.rule
      return { lost, jumped: jumped + (stop ? Math.max(0, lost - amountOf(stop, position)) : 0) }
    }
    const legs = position.legs.map((leg) => {
      const exit = watched.exits.find((each) => each.leg === leg)
      return exit ? closed(leg, priceOf, exit.reason, at) : leg
    })
    const again = watched.reentries.map((rule) => {
      const first = position.legs.find((leg) => leg.rule === rule)!
      // Its levels count from where it is opened now.
      jumped += Math.abs(priceOf(first.contract) - entryPriceOfLeg(first)) * QUANTITY
      return opened(rule, first.contract, priceOf, at)
    })
    position = { ...position, legs: [...legs, ...again] }
    if (again.length === 0 && position.legs.every((leg) => openUnitsOf(leg) === 0)) break
  }
  return { lost: -grossOf(position, path.at(-1)!)!, jumped }
}

const anyLevel = fc.option(fc.oneof(fc.integer({ min: 5, max: 100 }).map(percent), fc.integer({ min: 200, max: 8_000 }).map(rupees)), {
  freq: 2,
})
const anyLeg: fc.Arbitrary<LegRule> = fc
  .record({
    ...{ side: fc.constantFrom('BUY', 'SELL'), optionType: fc.constantFrom('CE', 'PE'), stop: anyLevel, target: anyLevel },
    ...{ strike: fc.integer({ min: -8, max: 8 }).map((strikes) => ({ kind: 'ATM', strikes }) as const) },
    reentries: fc.integer({ min: 0, max: 2 }),
  })
  .map((parts) => legRule({ ...parts, reentries: parts.stop ? parts.reentries : 0 }))
const anyRule: fc.Arbitrary<PositionRule> = fc
  .tuple(fc.array(anyLeg, { minLength: 1, maxLength: 5 }), anyLevel, fc.boolean())
  .map(([legs, stop, stopsToCost]) => positionRule(legs, { stop, stopsToCost }))
  .filter((rule) => positionMistakes(rule, '').length === 0)
const anyPath = fc.array(fc.integer({ min: -80, max: 80 }), { minLength: 5, maxLength: 60 })

it('no path of prices takes more from a position than it is meant to lose, but for what they jump over a level', () => {
  fc.assert(
    fc.property(anyRule, anyPath, (rule, steps) => {
      let spot = 24_000
      const path = [0, ...steps].map((step, i) => pricesAt((spot += step), (steps.length - i) * 30 * MINUTE))
      const contracts = rule.legs.map(({ strike, optionType }) =>
        contractOf('NIFTY', 24_000 + 50 * (strike.kind === 'ATM' ? strike.strikes : 0), optionType, EXPIRY),
      )
      const position = { rule, lots: 1, legs: contracts.map((contract, i) => opened(i, contract, path[0]!, 0)), kept: null }
      const meant = lossAtLevels(position)
      const { lost, jumped } = replayed(position, path)
      // A premium is rounded to five paise, on either side of a spread.
      expect(lost).toBeLessThanOrEqual((meant ?? Infinity) + jumped + rule.legs.length * 2 * 5 * QUANTITY)
    }),
    { numRuns: 500 },
  )
})
