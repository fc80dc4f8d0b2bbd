import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SHIPPED_MARKET_TABLES } from '../../schema/market/shippedTables.ts'
import { loosened, type Verdicts } from '../../schema/trading/mayLoseMore.ts'
import {
  ACCOUNT_VERDICTS,
  AGENT_VERDICTS,
  MARKET_VERDICTS,
  STOP_VERDICTS,
  STRATEGY_VERDICTS,
  SUBSCRIPTION_VERDICTS,
} from './lossVerdicts.ts'

/** Values of a setting from the tightest to the loosest; those that cannot be compared; or those that bound no loss. */
type Samples<Value> =
  { readonly tightestFirst: readonly Value[] } | { readonly incomparable: readonly Value[] } | { readonly boundless: readonly Value[] }
type Table<Settings> = { readonly [Name in keyof Settings]-?: Samples<Settings[Name]> }

const AMOUNTS = { tightestFirst: [1, 2, 2.5, 100] }
const LIMITS = { tightestFirst: [100, 5_000, 5_000.5, null] }
const ON_IS_RISKIER = { tightestFirst: [false, true] }
const OFF_IS_RISKIER = { tightestFirst: [true, false] }
const INDICES = { tightestFirst: [['NIFTY'], ['SENSEX', 'NIFTY'], ['NIFTY', 'BANKNIFTY', 'SENSEX']] }
const WINDOWS = {
  tightestFirst: [
    { start: '11:00', end: '12:00' },
    { start: '11:00', end: '12:01' },
    { start: '09:15', end: '15:30' },
  ],
}
const RULES = [{ version: 1, long: { a: 1 } }, { version: 1, long: { a: 2 } }, { version: 1 }]
const WORDS = { boundless: ['one', 'another'] }
const rows = <Row>(all: readonly Row[]) => ({ incomparable: [all, []] })

function table<Settings>(name: string, verdicts: Verdicts<Settings>, samples: Table<Settings>) {
  return { name, verdicts, samples } as unknown as {
    readonly name: string
    readonly verdicts: Verdicts<Readonly<Record<string, unknown>>>
    readonly samples: Table<Readonly<Record<string, unknown>>>
  }
}
const market = SHIPPED_MARKET_TABLES

const TABLES = [
  table('account', ACCOUNT_VERDICTS, {
    ...{ paperFunds: AMOUNTS, maxOpenTrades: AMOUNTS, maxDailyLoss: LIMITS, squareOffAtDailyLoss: OFF_IS_RISKIER },
    removedStop: { tightestFirst: ['RESTORE', 'LET_GO'] },
  }),
  table('subscription', SUBSCRIPTION_VERDICTS, {
    ...{ isActive: ON_IS_RISKIER, paperTrade: OFF_IS_RISKIER, timeWindow: WINDOWS, sizeByRisk: OFF_IS_RISKIER, trailingStop: LIMITS },
    instruments: { tightestFirst: INDICES.tightestFirst.map((each) => [...each]) },
    ...{ maxTrades: AMOUNTS, quantity: AMOUNTS, riskPerTrade: AMOUNTS },
    stopLoss: { tightestFirst: [10, 10.5, 100].map((value) => ({ unit: 'PERCENT' as const, value })) },
    takeProfit: { boundless: [10, 20].map((value) => ({ unit: 'RUPEES' as const, value })) },
    legs: { tightestFirst: [[], ['Sell.', 'Buy.']] },
    rules: { boundless: RULES },
  }),
  table('agent', AGENT_VERDICTS, {
    ...{ enabled: ON_IS_RISKIER, paperTrade: OFF_IS_RISKIER, halted: OFF_IS_RISKIER, exploration: ON_IS_RISKIER },
    ...{ capital: AMOUNTS, quantityLots: AMOUNTS, riskPerTrade: AMOUNTS, maxTradesPerDay: AMOUNTS },
    ...{ softDrawdown: LIMITS, hardDrawdown: LIMITS, symbols: INDICES },
    step: { tightestFirst: ['OBSERVE', 'PAPER', 'APPROVE', 'AUTO'] },
    ...{ analysisIntervalMinutes: { boundless: [1, 60] }, lookbackPeriod: { boundless: [20, 200] } },
  }),
  table('strategy', STRATEGY_VERDICTS, {
    ...{ isPublic: ON_IS_RISKIER, isActive: ON_IS_RISKIER, timeWindow: WINDOWS, instruments: INDICES, trailingStop: LIMITS },
    ...{ maxTrades: AMOUNTS, quantity: AMOUNTS, riskPerTrade: AMOUNTS, stopLoss: AMOUNTS, takeProfit: { boundless: [1, 2] } },
    ...{ name: WORDS, description: WORDS, type: WORDS, category: WORDS, paperTrade: { boundless: [true, false] } },
    rules: { incomparable: RULES },
  }),
  table('market', MARKET_VERDICTS, {
    ...{ holidays: rows(market.holidays), specialSessions: rows(market.specialSessions), sessionHours: rows(market.sessionHours) },
    ...{
      closingAuctions: rows(market.closingAuctions),
      tradingCutoffs: rows(market.tradingCutoffs),
      expiryRules: rows(market.expiryRules),
    },
    ...{ lotRules: rows(market.lotRules), freezeRules: rows(market.freezeRules), priceProtections: rows(market.priceProtections) },
    chargeRates: rows(market.chargeRates),
    coveredYears: { tightestFirst: [[2026], [2027, 2026]] },
    vix: rows([
      { date: '2026-11-20', close: 14 },
      { date: '2026-11-23', close: 15 },
    ]),
  }),
  table('stop', STOP_VERDICTS, { inForce: OFF_IS_RISKIER }),
]
const valuesOf = (samples: Samples<unknown>): readonly unknown[] => Object.values(samples).flat(1)
const SETTINGS = TABLES.flatMap(({ name, verdicts, samples }) =>
  Object.entries(samples).map(([setting, each]) => ({ name: `${name}.${setting}`, verdict: verdicts[setting]!, each })),
)

describe('whether a change of a single setting may lose more', () => {
  test.each(SETTINGS)('$name: loosening does, tightening never does, and no value is looser than itself', ({ verdict, each }) => {
    for (const [i, before] of valuesOf(each).entries())
      for (const [j, after] of valuesOf(each).entries()) {
        const asks = 'tightestFirst' in each ? j > i : 'incomparable' in each ? j !== i : false
        expect(verdict.mayLoseMore(before, structuredClone(after)), `${JSON.stringify(before)} → ${JSON.stringify(after)}`).toBe(asks)
      }
    expect(verdict.why).not.toBe('')
  })

  test('another unit of a stop does, either way: the two cannot be compared', () => {
    const { stopLoss } = SUBSCRIPTION_VERDICTS
    const [percent, amount] = [{ unit: 'PERCENT', value: 50 } as const, { unit: 'RUPEES', value: 100 } as const]
    expect([stopLoss.mayLoseMore(percent, amount), stopLoss.mayLoseMore(amount, percent)]).toEqual([true, true])
  })

  test('the order of rows and of fields is no change', () => {
    const { lotRules } = MARKET_VERDICTS
    const turned = market.lotRules.toReversed().map(({ index, from, lot, keptOldLot }) => ({ keptOldLot, lot, from, index }))
    expect(lotRules.mayLoseMore(market.lotRules, turned)).toBe(false)
  })
})

describe.each(TABLES)('whether a change of many settings of $name may lose more', ({ verdicts, samples }) => {
  const settings = fc.record(Object.fromEntries(Object.entries(samples).map(([name, each]) => [name, fc.constantFrom(...valuesOf(each))])))

  test('it does by exactly those that do alone: what is tightened makes up for nothing', () => {
    fc.assert(
      fc.property(settings, settings, (before, after) => {
        const alone = Object.keys(samples).filter((name) => loosened(verdicts, before, { ...before, [name]: after[name] }).length > 0)
        expect(loosened(verdicts, before, after).toSorted()).toEqual(alone.toSorted())
      }),
    )
  })

  test('a change and its undo are not both free, unless what changed bounds no loss', () => {
    const bounds = Object.keys(samples).filter((name) => !('boundless' in samples[name]!))
    fc.assert(
      fc.property(settings, settings, (before, after) => {
        const isFree = loosened(verdicts, before, after).length === 0 && loosened(verdicts, after, before).length === 0
        expect(isFree).toBe(bounds.every((name) => JSON.stringify(before[name]) === JSON.stringify(after[name])))
      }),
    )
  })
})
