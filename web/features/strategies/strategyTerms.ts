import type { StrategyPartsFragment, UserStrategyPartsFragment } from '../../gql/generated/graphql.ts'

/**
 * The own terms of a subscription's strategy: risk in rupees, levels in per cent of the premium. Null: unknown, because the user has set
 * something else and the subscribed version is not the one on offer. `strategy` is undefined when none is on offer now.
 */
export function strategyTerms(own: UserStrategyPartsFragment, strategy: StrategyPartsFragment | undefined) {
  const { customSettings: custom } = own
  const offered = strategy?.version === own.version ? strategy : undefined
  const value = <Value>(isOwn: boolean, ofStrategy: Value | undefined, inForce: Value): Value | null =>
    isOwn ? (ofStrategy ?? null) : inForce
  return {
    start: value(custom.timeWindow.start !== null, offered?.timeWindow.start, own.timeWindow.start),
    end: value(custom.timeWindow.end !== null, offered?.timeWindow.end, own.timeWindow.end),
    maxTrades: value(custom.maxTrades !== null, offered?.maxTrades, own.maxTrades),
    quantity: value(custom.quantity !== null, offered?.quantity, own.quantity),
    riskPerTrade: value(custom.riskPerTrade !== null, offered?.riskPerTrade, own.riskPerTrade),
    stopLoss: value(custom.stopLoss !== null, offered?.stopLoss, own.stopLoss.value),
    takeProfit: value(custom.takeProfit !== null, offered?.takeProfit, own.takeProfit.value),
    instruments: value<readonly string[]>(custom.instruments.length > 0, offered?.instruments, own.instruments),
  }
}
