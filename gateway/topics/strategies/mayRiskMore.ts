import type { Level, UserStrategy } from '../../../schema/graphql/strategies.ts'

/** What of a subscription bounds its losses. */
type Terms = Pick<UserStrategy, 'maxTrades' | 'quantity' | 'riskPerTrade' | 'sizeByRisk' | 'stopLoss'> & {
  readonly legs: readonly string[]
}

/** Whether a subscription may lose more than before: by more trades a day, more lots, more money at risk in a trade, lots that its risk bounds no more, a wider stop, or other legs. */
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

/** Per cent of a premium and rupees of a trade cannot be compared before there is a trade: another unit counts as wider. */
function isWider(before: Level, after: Level): boolean {
  return after.unit !== before.unit || after.value > before.value
}
