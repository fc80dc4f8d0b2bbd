import type { StrategyVersion } from '../../../prisma/generated/client.ts'
import type { RuleSet } from '../../../schema/rules/RuleSet.ts'

/** The inputs of `describeExits`. */
export type ExitTerms = Pick<StrategyVersion, 'takeProfitPercent' | 'stopLossPercent' | 'trailingStopPercent' | 'windowEnd'>

/** When trades of a version with these rules are closed, a sentence each. */
export function describeExits(terms: ExitTerms, { long, short, position }: RuleSet): string[] {
  const { takeProfitPercent, stopLossPercent, trailingStopPercent, windowEnd } = terms
  const time = `Time: at ${windowEnd} IST, or earlier where positions are squared off before the session closes; live ones before the broker does it.`
  if (position)
    return ['Levels: each leg closes at its own stop or target, and all legs at the stop or target of the whole position.', time]
  return [
    `Target: the premium is ${takeProfitPercent}% above the entry.`,
    `Stop: the premium is ${stopLossPercent}% below the entry.`,
    ...(trailingStopPercent === null ? [] : [`Trailing stop: the premium is ${trailingStopPercent}% below its highest since the entry.`]),
    ...(long && short ? ['Opposite signal: the rules of the other side hold.'] : []),
    time,
  ]
}
