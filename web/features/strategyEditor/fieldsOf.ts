import type { ManagedStrategyPartsFragment } from '../../gql/generated/graphql.ts'
import type { StrategyFields } from './StrategyFields.ts'

/** A stored strategy's fields, for editing. */
export function fieldsOf(strategy: ManagedStrategyPartsFragment): StrategyFields {
  return {
    name: strategy.name,
    description: strategy.description,
    type: strategy.type,
    category: strategy.category,
    start: strategy.timeWindow.start,
    end: strategy.timeWindow.end,
    maxTrades: String(strategy.maxTrades),
    quantity: String(strategy.quantity),
    riskPerTrade: String(strategy.riskPerTrade),
    stopLoss: String(strategy.stopLoss),
    takeProfit: String(strategy.takeProfit),
    trailingStop: strategy.trailingStop === null ? '' : String(strategy.trailingStop),
    instruments: strategy.instruments,
    isPublic: strategy.isPublic,
    isActive: strategy.isActive,
  }
}
