import { expect, it } from 'vitest'
import type { IndexSymbol } from '../../../schema/market/indices.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import { parseRuleSet } from '../../../schema/rules/parseRuleSet.ts'
import { STRATEGY_TEMPLATES, type StrategyTemplate } from '../../../schema/rules/templates.ts'
import { istInstant, parseTimeOfDay, type Instant, type IsoDate } from '../../../schema/time.ts'
import { optionChain } from '../positions/optionChain.ts'
import { planPosition } from '../positions/planPosition.ts'
import type { OptionChain } from '../positions/chooseLegs.ts'
import { chooseContract } from '../signals/chooseContract.ts'
import { chainOf } from '../testing/chains.ts'
import { ACCOUNT, CANDIDATE, MOMENT } from '../testing/decisions.ts'
import { assess, type TradeSettings } from './assess.ts'

const SPOTS: Readonly<Record<IndexSymbol, number>> = { NIFTY: 24_500, BANKNIFTY: 59_000, SENSEX: 81_000, MIDCPNIFTY: 13_500 }
/** Of a lively day: 15 to 18% are usual. */
const VOLATILITY = 0.2
/** A month, so that monthly options are met on every day of theirs. */
const DAYS: IsoDate[] = []
for (let date = '2026-07-29'; date <= '2026-08-25'; date = SHIPPED_MARKET_RULES.nextTradingDay(date)) DAYS.push(date)

const CASES = STRATEGY_TEMPLATES.flatMap((template) =>
  template.instruments.flatMap((index) => [1, 1.5].map((dearer) => [template.slug, index, dearer, template] as const)),
)

/** The options of an index, so many times as dear as the model's, at the begin of a strategy's window. */
function chainAt(index: IndexSymbol, now: Instant, dearer: number): OptionChain {
  const chain = chainOf({ index, spot: SPOTS[index], now, volatility: VOLATILITY, strikes: 40 })
  return optionChain({ ...chain, premiumOf: (contract) => paise(Math.round((chain.premiumOf(contract) ?? NaN) * dearer)) })
}

function settingsOf({ windowStart, windowEnd, ...terms }: StrategyTemplate): TradeSettings {
  return {
    ...{ windowStart: parseTimeOfDay(windowStart)!, windowEnd: parseTimeOfDay(windowEnd)!, maxTrades: terms.maxTrades, lots: 1 },
    ...{ takeProfit: { unit: 'PERCENT', value: terms.takeProfitPercent }, stopLoss: { unit: 'PERCENT', value: terms.stopLossPercent } },
    ...{ trailingStopPercent: null, risk: terms.riskPerTradePaise, sizeByRisk: false },
  }
}

/** Reasons that the shipped settings give against one lot, by day and side. */
function refusals(template: StrategyTemplate, index: IndexSymbol, dearer: number): readonly object[] {
  const parsed = parseRuleSet(template.rules)
  if (!parsed.ok) throw new Error(template.slug)
  const { position } = parsed.value
  const settings = settingsOf(template)
  return DAYS.flatMap((date): readonly object[] => {
    const now = istInstant(date, settings.windowStart + 10)
    const chain = chainAt(index, now, dearer)
    if (position) {
      const plan = planPosition({ rule: position, settings, chain })
      // Which strikes there are is not a matter of what may be risked.
      return plan.ok || plan.error.reason === 'LEG_OUT_OF_REACH' ? [] : [{ date, ...plan.error }]
    }
    return (['LONG', 'SHORT'] as const).flatMap((side) => {
      const { session, rules, contracts, indexPrice } = chain
      const contract = chooseContract(contracts, { index, side, price: indexPrice }, now, session, rules)
      const moment = { ...MOMENT, now, closedAt: now, session, indexPrice, contract, premium: contract && chain.premiumOf(contract) }
      const candidate = { ...CANDIDATE, tradesToday: 0, settings }
      const answer = assess(candidate, { ...ACCOUNT, available: paise(10_00_000_00) }, moment)
      return answer.ok ? [] : [{ date, side, ...answer.error }]
    })
  })
}

it.each(CASES)(
  '%s trades a lot of %s on both sides with what it is shipped with, at ×%f of a lively day’s premiums',
  (_slug, index, dearer, template) => {
    expect(refusals(template, index, dearer)).toEqual([])
  },
)
