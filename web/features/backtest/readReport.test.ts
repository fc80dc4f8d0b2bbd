import { describe, expect, it } from 'vitest'
import { readReport } from './readReport.ts'
import { backtestResult, reportedStrategy } from './testReport.ts'

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

  it('takes what the engine makes of a run without trades', () => {
    const none = reportedStrategy({ trades: [], equity: [], priceSources: {} })
    expect(readReport(backtestResult([none]))).toMatchObject({ ok: true, value: { equity: [], trades: [] } })
  })
})
