import type { StrategyVersion } from '../../prisma/generated/client.ts'
import { shownIndex } from '../../schema/market/indices.ts'
import { describeCondition } from '../../schema/rules/describeCondition.ts'
import { parseRuleSet } from '../../schema/rules/parseRuleSet.ts'
import { printRuleSet } from '../../schema/rules/printRuleSet.ts'
import type { RuleSet } from '../../schema/rules/RuleSet.ts'
import { rupees } from '../server/rupees.ts'

/** What a version trades by. */
export type ComparedTerms = Omit<StrategyVersion, 'strategyId' | 'version' | 'changes' | 'createdBy' | 'createdAt' | 'rules'> & {
  readonly rules: unknown
}

const RUPEES = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 2 })
const percent = (value: number | null) => (value === null ? 'none' : `${value}%`)

/** What is shown of the settings, in the order in which changes are told. */
const SHOWN: readonly (readonly [name: string, of: (terms: ComparedTerms) => string])[] = [
  ['Trading window', ({ windowStart, windowEnd }) => `${windowStart} to ${windowEnd}`],
  ['Most trades a day', ({ maxTrades }) => String(maxTrades)],
  ['Risk per trade', ({ riskPerTradePaise }) => RUPEES.format(rupees(riskPerTradePaise))],
  ['Stop loss', ({ stopLossPercent }) => percent(stopLossPercent)],
  ['Take profit', ({ takeProfitPercent }) => percent(takeProfitPercent)],
  ['Trailing stop', ({ trailingStopPercent }) => percent(trailingStopPercent)],
  ['Lots', ({ lots }) => String(lots)],
  ['Instruments', ({ instruments }) => instruments.map(shownIndex).toSorted().join(', ')],
]

/** What is different, a sentence each: "Stop loss: 15 % (was 20 %)."; empty when both trade alike. */
export function describeChanges(before: ComparedTerms, after: ComparedTerms): string[] {
  const settings = SHOWN.flatMap(([name, of]) => {
    const [was, is] = [of(before), of(after)]
    return was === is ? [] : [`${name}: ${is} (was ${was}).`]
  })
  return [...describeRuleChanges(storedRules(before.rules), storedRules(after.rules)), ...settings]
}

/** Rules are compared as they are written: two conditions may read alike. */
function describeRuleChanges(before: RuleSet, after: RuleSet): string[] {
  const [was, is] = [printRuleSet(before), printRuleSet(after)]
  const side = (name: string, key: 'long' | 'short') =>
    JSON.stringify(was[key]) === JSON.stringify(is[key]) ? [] : [`${name}: ${said(after[key])} (was: ${said(before[key])}).`]
  return [
    ...(was.interval === is.interval ? [] : [`Candles: ${is.interval} (was ${was.interval}).`]),
    ...side('Long', 'long'),
    ...side('Short', 'short'),
  ]
}

function said(condition: RuleSet['long']): string {
  return condition === null ? 'never' : describeCondition(condition)
}

function storedRules(rules: unknown): RuleSet {
  const parsed = parseRuleSet(rules)
  if (!parsed.ok) throw new Error(`a version has rules that do not parse: ${JSON.stringify(parsed.error)}`)
  return parsed.value
}
