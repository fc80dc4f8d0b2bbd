import type { BarColumns } from '../../../engine/analysis/rules/BarColumns.ts'
import { compileRules } from '../../../engine/analysis/rules/compileRules.ts'
import { evaluate } from '../../../engine/analysis/rules/evaluate.ts'
import { warmFrom } from '../../../engine/analysis/rules/Program.ts'
import type { Series } from '../../../engine/analysis/rules/Series.ts'
import type { SightCondition, SightSide } from '../../../schema/graphql/strategySight.ts'
import { describeCondition } from '../../../schema/rules/describeCondition.ts'
import { describeEntryRule } from '../../../schema/rules/entryTime.ts'
import type { Condition, RuleSet } from '../../../schema/rules/RuleSet.ts'
import { describeStanding, type Comparison } from './describeStanding.ts'

/** A comparison of a condition, and whether the condition wants it not to hold. */
interface Leaf {
  readonly comparison: Comparison
  readonly isNegated: boolean
}

/** The rules of a strategy on the last bar of a series, each with its comparisons, by the program that signals. */
export function judgeSides({ interval, long, short, enter }: RuleSet, series: Series): SightSide[] {
  const judged = (side: SightSide['side'], condition: Condition | null, rule: (condition: Condition) => string) =>
    condition ? [{ side, rule: rule(condition), holds: holdsNow(condition, series), conditions: judgeConditions(condition, series) }] : []
  return [
    ...judged('LONG', long, describeCondition),
    ...judged('SHORT', short, describeCondition),
    ...judged('NEUTRAL', enter, (condition) => describeEntryRule(condition, interval)),
  ]
}

function judgeConditions(condition: Condition, series: Series): SightCondition[] {
  return leavesOf(condition, false).map(({ comparison, isNegated }) => {
    const wanted: Condition = isNegated ? { kind: 'not', condition: comparison } : comparison
    const holds = holdsNow(wanted, series)
    return { text: describeCondition(wanted), now: holds === null ? 'No value yet' : standing(comparison, series), holds }
  })
}

function standing(comparison: Comparison, bars: BarColumns & Pick<Series, 'length'>): string {
  return describeStanding(comparison, bars, bars.length - 1)
}

/** Whether a condition holds on the last bar; null: something of it is unknown there. */
function holdsNow(condition: Condition, series: Series): boolean | null {
  const { interval, length } = series
  const asRules = (long: Condition): RuleSet => ({ interval, long, short: null, enter: null, position: null })
  if (warmFrom(compileRules(asRules(condition)), series) > length - 1) return null
  const holds = (wanted: Condition) => evaluate(asRules(wanted), series).at(-1) !== 0
  if (holds(condition)) return true
  return holds({ kind: 'not', condition }) ? false : null
}

function leavesOf(condition: Condition, isNegated: boolean): Leaf[] {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.conditions.flatMap((each) => leavesOf(each, isNegated))
    case 'not':
      return leavesOf(condition.condition, !isNegated)
    case 'compare':
    case 'between':
      return [{ comparison: condition, isNegated }]
  }
}
