import { describe, expect, it } from 'vitest'
import { paise } from '../../../schema/money.ts'
import { randomWalk } from '../../analysis/testing/randomWalk.ts'
import { printBacktests } from '../../cli/printBacktests.ts'
import { backtestReport } from './backtestReport.ts'
import { runBacktest } from '../run/runBacktest.ts'
import { runWithRange } from '../run/runWithRange.ts'
import { niftyHistory, testPlan } from '../testing/history.ts'

const LEG = { side: 'SELL', strike: 'ATM', expiry: 'this week', lots: 1, stop: '25%', reentries: 1 } as const
const STRADDLE = {
  interval: '1min',
  enter: '09:20',
  position: {
    legs: [
      { ...LEG, option: 'CE' },
      { ...LEG, option: 'PE' },
    ],
    stopsToCost: true,
  },
} as const
const WALK = randomWalk(31 * 375, 5)
const at = (volatility: number) => niftyHistory(WALK, { kind: 'OPTIONS', volatility, candles: new Map() })
const netOf = (plan: ReturnType<typeof testPlan>, volatility: number) =>
  runBacktest(plan, at(volatility)).trades.reduce((sum, { net }) => sum + net, 0)

describe('the report of a backtest of positions', () => {
  const plan = testPlan(STRADDLE, { settings: { risk: paise(10_00_000_00) } })
  const market = at(0.14)
  const { result, range } = runWithRange(plan, market)
  const report = backtestReport('straddle', { result, range }, plan, market)

  it('has every leg of every trade, which add up to it', () => {
    expect(report.trades.length).toBeGreaterThanOrEqual(30)
    for (const { contract, entryPrice, exitPrice, legs, gross, charges, net, mae, mfe } of report.trades) {
      expect([entryPrice, exitPrice, contract]).toEqual([null, null, [...new Set(legs.map((leg) => leg.contract))].join(' ')])
      for (const [whole, part] of [
        [gross, 'gross'],
        [charges, 'charges'],
        [net, 'net'],
      ] as const)
        expect(legs.reduce((sum, leg) => sum + leg[part], 0)).toBeCloseTo(whole, 6)
      expect(mae).toBeGreaterThanOrEqual(Math.max(0, -gross))
      expect(mfe).toBeGreaterThanOrEqual(Math.max(0, gross))
    }
    expect(report.trades.some(({ legs }) => legs.length > 2)).toBe(true)
    expect(report.position).toHaveLength(3)
    expect([report.long, report.enter]).toEqual([null, expect.any(String)])
  })

  it('has the range of its net: other volatilities of the model, and twice the slippage', () => {
    expect(range).toMatchObject({ lowerVolatility: netOf(plan, 0.1), higherVolatility: netOf(plan, 0.18) })
    expect(range!.doubleSlippage).toBe(netOf({ ...plan, slippage: 2 }, 0.14))
  })

  it('compares its entries with random ones, which have no direction either', () => {
    const { trades, percentile } = report.statistics.randomEntries!
    expect(trades).toBeGreaterThanOrEqual(result.trades.length)
    expect(percentile).toBeGreaterThanOrEqual(0)
  })

  it('is printed with the legs of the trades shown and with what is assumed of positions', () => {
    const lines = printBacktests([report])
    expect(lines).toContainEqual(expect.stringContaining('The margin of multi-leg positions is estimated.'))
    const legs = lines.filter((line) =>
      /^ {6}SELL 50 NIFTY\S+[CP]E: \d+\.\d\d → \d+\.\d\d, \d\d:\d\d–\d\d:\d\d [A-Z_]+, net -?[\d,]+$/u.test(line),
    )
    expect(legs.length).toBeGreaterThanOrEqual(20)
  })
})

it('a signal without a direction finds nothing to trade on the index itself', () => {
  const { trades, denials } = runBacktest(testPlan(STRADDLE), niftyHistory(WALK, { kind: 'INDEX' }))
  expect(trades).toEqual([])
  expect(new Set(denials.map(({ denial }) => denial.reason))).toEqual(new Set(['NO_CONTRACT']))
})
