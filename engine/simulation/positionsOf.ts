import { parseRuleSet } from '../../schema/rules/parseRuleSet.ts'
import type { PositionRule } from '../../schema/rules/PositionRule.ts'
import type { StoredStrategy } from '../trading/signals/ActiveStrategies.ts'

/** What strategies open that open positions, by strategy. Throws when rules do not parse. */
export function positionsOf(strategies: readonly StoredStrategy[]): ReadonlyMap<string, PositionRule> {
  return new Map(
    strategies.flatMap(({ id, rules }) => {
      const parsed = parseRuleSet(rules)
      if (!parsed.ok) throw new TypeError(`the rules of ${id} do not parse: ${JSON.stringify(parsed.error)}`)
      return parsed.value.position ? [[id, parsed.value.position] as const] : []
    }),
  )
}
