import type { StrategyVersion } from '../../../prisma/generated/client.ts'
import { shownIndex } from '../../../schema/market/indices.ts'
import { formatRupees, paise } from '../../../schema/money.ts'
import { describeCondition } from '../../../schema/rules/describeCondition.ts'
import { describePositionRule } from '../../../schema/rules/describePositionRule.ts'
import { describeEntryRule } from '../../../schema/rules/entryTime.ts'
import { parseRuleSet } from '../../../schema/rules/parseRuleSet.ts'
import { printRuleSet } from '../../../schema/rules/printRuleSet.ts'
import type { RuleSet } from '../../../schema/rules/RuleSet.ts'

/** The terms of a version. */
export type ComparedTerms = Omit<StrategyVersion, 'strategyId' | 'version' | 'changes' | 'createdBy' | 'createdAt' | 'rules'> & {
  readonly rules: unknown
}

const percent = (value: number | null) => (value === null ? 'none' : `${value}%`)

/** The settings shown, in the order in which changes are listed. */
const SHOWN: readonly (readonly [name: string, of: (terms: ComparedTerms) => string])[] = [
  ['Trading window', ({ windowStart, windowEnd }) => `${windowStart} to ${windowEnd}`],
  ['Most trades a day', ({ maxTrades }) => String(maxTrades)],
  ['Risk per trade', ({ riskPerTradePaise }) => formatRupees(paise(Number(riskPerTradePaise)))],
  ['Stop loss', ({ stopLossPercent }) => percent(stopLossPercent)],
  ['Take profit', ({ takeProfitPercent }) => percent(takeProfitPercent)],
  ['Trailing stop', ({ trailingStopPercent }) => percent(trailingStopPercent)],
  ['Lots', ({ lots }) => String(lots)],
  ['Instruments', ({ instruments }) => instruments.map(shownIndex).toSorted().join(', ')],
]

/** Of a single bought option; a position has its own in its rules. */
const LEVELS: readonly string[] = ['Stop loss', 'Take profit', 'Trailing stop']

/** The differences, a sentence each: "Stop loss: 15% (was 20%)."; empty when both trade alike. */
export function describeChanges(before: ComparedTerms, after: ComparedTerms): string[] {
  const [wasBy, isBy] = [storedRules(before.rules), storedRules(after.rules)]
  const settings = SHOWN.filter(([name]) => !isBy.position || !LEVELS.includes(name)).flatMap(([name, of]) => {
    const [was, is] = [of(before), of(after)]
    return was === is ? [] : [`${name}: ${is} (was ${was}).`]
  })
  return [...describeRuleChanges(wasBy, isBy), ...settings]
}

type Side = 'long' | 'short' | 'enter'

/** Compares rules as written: two conditions may read alike. */
function describeRuleChanges(before: RuleSet, after: RuleSet): string[] {
  const [was, is] = [printRuleSet(before), printRuleSet(after)]
  const side = (name: string, key: Side) =>
    JSON.stringify(was[key] ?? null) === JSON.stringify(is[key] ?? null)
      ? []
      : [`${name}: ${said(after, key)} (was: ${said(before, key)}).`]
  return [
    ...(was.interval === is.interval ? [] : [`Candles: ${is.interval} (was ${was.interval}).`]),
    ...side('Long', 'long'),
    ...side('Short', 'short'),
    ...side('Entry', 'enter'),
    ...(JSON.stringify(was.position) === JSON.stringify(is.position) ? [] : describePositionChange(before, after)),
  ]
}

function describePositionChange(before: RuleSet, after: RuleSet): string[] {
  const sentencesOf = ({ position }: RuleSet) => (position ? describePositionRule(position) : ['It buys one option.'])
  const [was, is] = [sentencesOf(before), sentencesOf(after)]
  const [gone, added] = [was.filter((each) => !is.includes(each)), is.filter((each) => !was.includes(each))]
  if (gone.length === 0 && added.length === 0) return ['The legs are in another order.']
  return [...gone.map((each) => `No longer: ${each}`), ...added.map((each) => `New: ${each}`)]
}

function said(rules: RuleSet, side: Side): string {
  const condition = rules[side]
  if (condition === null) return 'never'
  return side === 'enter' ? describeEntryRule(condition, rules.interval) : describeCondition(condition)
}

function storedRules(rules: unknown): RuleSet {
  const parsed = parseRuleSet(rules)
  if (!parsed.ok) throw new Error(`a version has rules that do not parse: ${JSON.stringify(parsed.error)}`)
  return parsed.value
}
