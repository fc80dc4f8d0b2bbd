import type { Prisma } from '../../../prisma/generated/client.ts'
import type { Performance, Strategy } from '../../../schema/graphql/strategies.ts'
import { describeCondition } from '../../../schema/rules/describeCondition.ts'
import { describePositionRule } from '../../../schema/rules/describePositionRule.ts'
import { describeEntryRule } from '../../../schema/rules/entryTime.ts'
import { parseRuleSet } from '../../../schema/rules/parseRuleSet.ts'
import type { RuleSet } from '../../../schema/rules/RuleSet.ts'
import { shownIndex } from '../../../schema/market/indices.ts'
import { rupees } from '../../kit/rupees.ts'

/** The inputs of `toStrategy` beside the row itself. */
export const withNewest = { newest: true } as const satisfies Prisma.StrategyInclude
export type StrategyRow = Prisma.StrategyGetPayload<{ include: typeof withNewest }>

/** A strategy as the API shows it, with rules and settings of its newest version. Throws when its rules do not parse: the table is damaged. */
export function toStrategy(row: StrategyRow, performance: Performance, subscribed: boolean): Strategy {
  const { newest } = row
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    version: row.version,
    versionAt: newest.createdAt,
    type: row.type,
    category: row.category,
    ...describedRules(newest),
    isActive: row.isActive,
    isPublic: row.isPublic,
    archivedAt: row.archivedAt,
    timeWindow: { start: newest.windowStart, end: newest.windowEnd },
    maxTrades: newest.maxTrades,
    riskPerTrade: rupees(newest.riskPerTradePaise),
    stopLoss: newest.stopLossPercent,
    takeProfit: newest.takeProfitPercent,
    trailingStop: newest.trailingStopPercent,
    quantity: newest.lots,
    instruments: newest.instruments.map(shownIndex),
    paperTrade: row.paperTrade,
    performance,
    subscribed,
  }
}

/** A version's rules in words. Throws when they do not parse: the table is damaged. */
export function describedRules(
  version: StrategyRow['newest'],
): Pick<Strategy, 'interval' | 'longRule' | 'shortRule' | 'enterRule' | 'legs'> {
  const { interval, long, short, enter, position } = storedRules(version)
  return {
    interval,
    longRule: long && describeCondition(long),
    shortRule: short && describeCondition(short),
    enterRule: enter && describeEntryRule(enter, interval),
    legs: position ? describePositionRule(position) : [],
  }
}

/** Throws when they do not parse: the table is damaged. */
export function storedRules({ strategyId, version, rules }: StrategyRow['newest']): RuleSet {
  const parsed = parseRuleSet(rules)
  if (!parsed.ok)
    throw new Error(`Version ${version} of strategy ${strategyId} has rules that do not parse: ${JSON.stringify(parsed.error)}`)
  return parsed.value
}
