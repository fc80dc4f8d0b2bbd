import type { Level, UserStrategy } from '../../../schema/graphql/strategies.ts'

/** The settings of a subscription that bound its losses. */
type Terms = Pick<UserStrategy, 'maxTrades' | 'quantity' | 'riskPerTrade' | 'sizeByRisk' | 'stopLoss'> & {
  readonly legs: readonly string[]
}

/**
 * Whether a subscription may lose more than before: more trades a day, more lots, more money at risk per trade, lots no longer bound by its
 * risk, a wider stop, or other legs.
 */
export function mayRiskMore(before: Terms, after: Terms): boolean {
  return (
    after.maxTrades > before.maxTrades ||
    after.quantity > before.quantity ||
    after.riskPerTrade > before.riskPerTrade ||
    (before.sizeByRisk && !after.sizeByRisk) ||
    isWider(before.stopLoss, after.stopLoss) ||
    (after.legs.length > 0 && after.legs.join() !== before.legs.join())
  )
}

/** Per cent of a premium and rupees of a trade cannot be compared before there is a trade: a change of unit counts as wider. */
function isWider(before: Level, after: Level): boolean {
  return after.unit !== before.unit || after.value > before.value
}
