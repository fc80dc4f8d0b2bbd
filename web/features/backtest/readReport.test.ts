import { describe, expect, it } from 'vitest'
import { legText } from './legText.ts'
import { readReport } from './readReport.ts'
import { backtestResult, reportedStrategy, reportedTrade } from './testing/testReport.ts'

describe('readReport', () => {
  it('begins the curve with the funds at the first entry and goes on with every trade', () => {
    const read = readReport(backtestResult())
    expect(read.ok && read.value.equity).toEqual([
      { time: Date.parse('2026-11-19T04:05:00Z'), equity: 100_000, drawdown: 0 },
      { time: Date.parse('2026-11-19T04:35:00Z'), equity: 102_190, drawdown: 0 },
      { time: Date.parse('2026-11-20T05:50:00Z'), equity: 100_630, drawdown: 1_560 },
    ])
    expect(read).toMatchObject({ value: { denied: 1, stillOpen: 0, days: 2, signals: 3, metrics: { net: 630 } } })
  })

  it('takes the range and what was assumed, and is without them for results of before', () => {
    expect(readReport(backtestResult())).toMatchObject({ value: { range: { low: -900, high: 1_400 }, assumptions: { slippage: 1 } } })
    const before = reportedStrategy({ range: undefined, assumptions: undefined })
    expect(readReport(backtestResult([before]))).toMatchObject({ ok: true, value: { range: null, assumptions: null } })
    expect(readReport(backtestResult([reportedStrategy({ range: null })]))).toMatchObject({ ok: true, value: { range: null } })
  })

  it('says of a damaged result what is wrong with it', () => {
    expect(readReport(null)).toMatchObject({ ok: false })
    expect(readReport(backtestResult([]))).toEqual({ ok: false, error: 'The result is of no strategy.' })
    expect(readReport(backtestResult([reportedStrategy()], 'two'))).toEqual({ ok: false, error: expect.stringContaining('days') })
  })

  it('has the years whose rules are not known; a report of before has none', () => {
    expect(readReport({ ...backtestResult(), uncoveredYears: [2022] })).toMatchObject({ value: { uncoveredYears: [2022] } })
    expect(readReport(backtestResult())).toMatchObject({ value: { uncoveredYears: [] } })
  })

  it('takes the legs of a position, whose trade has no premium of its own; a trade of before has none', () => {
    const leg = {
      ...{ contract: 'NIFTY26NOV24500CE', side: 'SELL', priceSource: 'MODEL', quantity: 75, reason: 'COMBINED_STOP' },
      ...{ entryTime: '2026-11-19T09:35:00+05:30', entryPrice: 100, exitTime: '2026-11-19T10:05:00+05:30', exitPrice: 125 },
      ...{ gross: -1_875, charges: 60, net: -1_935 },
    }
    const position = reportedTrade({ side: 'NEUTRAL', entryPrice: null, exitPrice: null, reason: 'COMBINED_STOP', legs: [leg] })
    const read = readReport(backtestResult([reportedStrategy({ trades: [position, reportedTrade()] })]))
    expect(read).toMatchObject({ value: { trades: [{ side: 'NEUTRAL', entryPrice: null, legs: [{ exitPrice: 125 }] }, { legs: [] }] } })
    expect(read.ok && read.value.trades[0]!.legs.map(legText)).toEqual(['Sold 75 NIFTY26NOV24500CE, 100.00 → 125.00'])
  })

  it('takes what the engine makes of a run without trades', () => {
    const none = reportedStrategy({ trades: [], equity: [], priceSources: {} })
    expect(readReport(backtestResult([none]))).toMatchObject({ ok: true, value: { equity: [], trades: [] } })
  })
})
