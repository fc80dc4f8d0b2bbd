import type { StrategyVersion } from '../../prisma/generated/client.ts'

/** What `describeExits` needs of a version. */
export type ExitTerms = Pick<StrategyVersion, 'takeProfitPercent' | 'stopLossPercent' | 'trailingStopPercent' | 'windowEnd'>

/** When trades of a version are closed, a sentence each. `twoSided`: whether its rules have a long and a short side. */
export function describeExits(terms: ExitTerms, twoSided: boolean): string[] {
  const { takeProfitPercent, stopLossPercent, trailingStopPercent, windowEnd } = terms
  return [
    `Target: the premium is ${takeProfitPercent}% above the entry.`,
    `Stop: the premium is ${stopLossPercent}% below the entry.`,
    ...(trailingStopPercent === null ? [] : [`Trailing stop: the premium is ${trailingStopPercent}% below its highest since the entry.`]),
    ...(twoSided ? ['Opposite signal: the rules of the other side hold.'] : []),
    `Time: at ${windowEnd} in India, or earlier where positions are squared off before the session closes.`,
  ]
}
