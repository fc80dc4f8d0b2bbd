import type { Interval } from '../../schema/market/candles.ts'
import { parseRuleText } from '../../schema/rules/parseRuleSet.ts'
import type { RuleSet } from '../../schema/rules/RuleSet.ts'
import { SHIPPED_TERMS, STRATEGY_TEMPLATES, type StrategyTemplate } from '../../schema/rules/templates.ts'
import { parseTimeOfDay } from '../../schema/time.ts'
import { fillPlaceholders, placeholdersOf, type Parameters } from '../../schema/rules/parameterGrid.ts'
import type { TradeSettings } from '../trading/risk/assess.ts'
import { CommandFailure, UsageError } from './failures.ts'
import { readText } from './readText.ts'

/** A strategy to try: the rules as JSON text, perhaps with placeholders if from a file, and its terms. */
export interface StrategySource {
  readonly name: string
  readonly ruleText: string
  readonly settings: TradeSettings
}

/** How large trades are: see TradeSettings. */
type Size = Pick<TradeSettings, 'lots' | 'sizeByRisk'>

/** A rule set of a file comes without settings: it trades by these. */
const OF_A_FILE = { ...SHIPPED_TERMS, maxTrades: 20 }

/** The built-in strategy of a name, all of them for `all`, or the one of a .json file. Throws a UsageError for another name. */
export async function readStrategies(strategy: string, size: Size): Promise<StrategySource[]> {
  const templates = STRATEGY_TEMPLATES.filter(({ slug }) => strategy === 'all' || slug === strategy)
  if (templates.length > 0)
    return templates.map((template) => ({
      name: template.slug,
      ruleText: JSON.stringify(template.rules),
      settings: settingsOf(template, size),
    }))
  if (!strategy.endsWith('.json')) {
    const names = STRATEGY_TEMPLATES.map(({ slug }) => slug).join(', ')
    throw new UsageError(`--strategy must be all, ${names} or a .json file, not "${strategy}"`)
  }
  const ruleText = await readText(strategy)
  return [{ name: strategy, ruleText, settings: settingsOf(OF_A_FILE, size) }]
}

/**
 * A strategy's rules with these parameters, for bars of `interval` when one is given. Throws a CommandFailure naming every wrong node,
 * and every placeholder without a value.
 */
export function rulesOf({ name, ruleText }: StrategySource, interval: Interval | undefined, parameters: Parameters = {}): RuleSet {
  const open = placeholdersOf(ruleText).filter((placeholder) => !Object.hasOwn(parameters, placeholder))
  if (open.length > 0) throw new CommandFailure(`${name}: no value for {${open.join('}, {')}}; give some with --sweep`)
  const rules = parseRuleText(fillPlaceholders(ruleText, parameters), interval)
  if (!rules.ok)
    throw new CommandFailure(rules.error.map(({ path, message }) => `${name}: ${path ? `${path}: ` : ''}${message}`).join('\n'))
  return rules.value
}

type Settings = Pick<
  StrategyTemplate,
  'windowStart' | 'windowEnd' | 'maxTrades' | 'stopLossPercent' | 'takeProfitPercent' | 'riskPerTradePaise'
>

function settingsOf(settings: Settings, { lots, sizeByRisk }: Size): TradeSettings {
  const { windowStart, windowEnd, maxTrades, stopLossPercent, takeProfitPercent, riskPerTradePaise } = settings
  return {
    windowStart: parseTimeOfDay(windowStart)!,
    windowEnd: parseTimeOfDay(windowEnd)!,
    maxTrades,
    lots,
    stopLoss: { unit: 'PERCENT', value: stopLossPercent },
    takeProfit: { unit: 'PERCENT', value: takeProfitPercent },
    trailingStopPercent: null,
    risk: riskPerTradePaise,
    sizeByRisk,
  }
}
