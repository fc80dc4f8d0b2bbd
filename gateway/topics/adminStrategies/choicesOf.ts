import type { Strategy } from '../../../prisma/generated/client.ts'
import { rupees } from '../../kit/rupees.ts'
import type { StrategyChoices } from '../../security/lossVerdicts.ts'
import type { ComparedTerms } from './describeChanges.ts'

type Identity = Pick<Strategy, 'name' | 'description' | 'type' | 'category' | 'isPublic' | 'isActive'>

/** A strategy with the terms of a version, for the verdicts. */
export function choicesOf(identity: Identity, terms: ComparedTerms): StrategyChoices {
  const { name, description, type, category, isPublic, isActive } = identity
  const { rules, windowStart: start, windowEnd: end, maxTrades, lots: quantity, instruments } = terms
  return {
    ...{ name, description, type, category, isPublic, isActive, paperTrade: true },
    ...{ rules, timeWindow: { start, end }, maxTrades, quantity, instruments },
    riskPerTrade: rupees(terms.riskPerTradePaise),
    stopLoss: terms.stopLossPercent,
    takeProfit: terms.takeProfitPercent,
    trailingStop: terms.trailingStopPercent,
  }
}
