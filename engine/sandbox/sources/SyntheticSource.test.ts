import { describe, expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import type { Candle } from '../../../schema/market/candles.ts'
import { INDEX_SYMBOLS } from '../../../schema/market/indices.ts'
import { istInstant, MINUTE, type IsoDate } from '../../../schema/time.ts'
import { SYNTHETIC_EPOCH } from './DailyPath.ts'
import { usualPattern } from './plantPattern.ts'
import { SyntheticSource } from './SyntheticSource.ts'

const source = new SyntheticSource(1)

function sessions(from: IsoDate, count: number): IsoDate[] {
  const dates: IsoDate[] = []
  for (let date = source.sessionFrom(from); dates.length < count; date = SHIPPED_MARKET_RULES.nextTradingDay(date)) dates.push(date)
  return dates
}

function returns(candles: readonly Candle[]): number[] {
  return candles.slice(1).map((candle, i) => Math.log(candle.close / candles[i]!.close))
}

const deviation = (values: readonly number[]) => Math.sqrt(values.reduce((sum, value) => sum + value ** 2, 0) / values.length)

function correlation(a: readonly number[], b: readonly number[]): number {
  const product = a.reduce((sum, value, i) => sum + value * b[i]!, 0) / a.length
  return product / (deviation(a) * deviation(b))
}

describe('a synthetic market', () => {
  it('gives the same day for the same seed, however it was reached, and another day for another seed', () => {
    const other = new SyntheticSource(1)
    other.candles('SENSEX', '2028-05-15')
    expect(other.candles('NIFTY', '2026-11-20')).toEqual(source.candles('NIFTY', '2026-11-20'))
    expect(new SyntheticSource(2).candles('NIFTY', '2026-11-20')).not.toEqual(source.candles('NIFTY', '2026-11-20'))
  })

  it('is a market of its own with a pattern: half of the days have it, at another time for each index, the others only another level', () => {
    const planted = new SyntheticSource(1, SYNTHETIC_EPOCH, usualPattern('w'))
    expect(planted.marketId).toBe('sandbox-seed-1-pattern-w')
    const dates = sessions('2020-03-02', 40)
    const withIt = dates.filter((date) => planted.patternOf('NIFTY', date))
    expect(withIt.length).toBeGreaterThan(12)
    expect(withIt.length).toBeLessThan(28)
    expect(planted.patternOf('NIFTY', withIt[0]!)).not.toEqual(planted.patternOf('BANKNIFTY', withIt[0]!))
    const without = dates.find((date) => !planted.patternOf('NIFTY', date))!
    returns(planted.candles('NIFTY', without)).forEach((each, i) =>
      expect(each).toBeCloseTo(returns(source.candles('NIFTY', without))[i]!, 4),
    )
    for (const date of dates) expect(planted.candles('NIFTY', date).at(-1)!.close).toBe(planted.close('NIFTY', date))
    expect(new SyntheticSource(1, SYNTHETIC_EPOCH, usualPattern('w')).candles('NIFTY', dates[30]!)).toEqual(
      planted.candles('NIFTY', dates[30]!),
    )
  })

  it('draws a W of the wanted depth and the drift that follows it', () => {
    const planted = new SyntheticSource(1, SYNTHETIC_EPOCH, { ...usualPattern('w'), rate: 1, noise: 0, drift: 6 })
    const { shapeFrom, driftFrom } = planted.patternOf('NIFTY', '2020-03-02')!
    const closes = planted.candles('NIFTY', '2020-03-02').map(({ close }) => close)
    const [begin, low, middle, again, end] = [0, 10, 20, 30, 40].map((minute) => closes[shapeFrom - 1 + minute]!)
    expect([low! < middle!, again! < middle!, middle! < begin!, Math.abs(low! - again!) <= 5, Math.abs(begin! - end!) <= 5]).toEqual(
      Array(5).fill(true),
    )
    expect(closes[driftFrom + 29]! - end!).toBeGreaterThan(begin! - low!)
  })

  it('stands at its reference levels on the reference day', () => {
    const closes = INDEX_SYMBOLS.map((index) => source.close(index, '2026-11-20'))
    expect(closes).toEqual([24_500_00, 52_500_00, 80_500_00, 12_700_00])
  })

  it('has 375 minutes a session, each with low ≤ open, close ≤ high, in steps of five paise', () => {
    for (const index of INDEX_SYMBOLS) {
      const candles = source.candles(index, '2026-11-23')
      const open = istInstant('2026-11-23', 9 * 60 + 15)
      expect(candles.map((candle) => candle.time)).toEqual(Array.from({ length: 375 }, (_, i) => open + i * MINUTE))
      for (const candle of candles) {
        expect(candle.low).toBeLessThanOrEqual(Math.min(candle.open, candle.close))
        expect(candle.high).toBeGreaterThanOrEqual(Math.max(candle.open, candle.close))
        expect([candle.open, candle.high, candle.low, candle.close].every((price) => price % 5 === 0)).toBe(true)
      }
    }
  })

  it('closes its minutes where it says the day closes', () => {
    for (const date of sessions('2026-03-01', 10))
      for (const index of INDEX_SYMBOLS) expect(source.candles(index, date).at(-1)!.close).toBe(source.close(index, date))
  })

  it('is closed on holidays and before its first day', () => {
    expect(source.candles('NIFTY', '2026-11-24')).toEqual([])
    expect(source.close('NIFTY', '2019-12-31')).toBeNull()
    expect(source.sessionBefore('2020-01-01')).toBeNull()
  })

  it('has three years of sessions before the first day of its clock', () => {
    let sessions = 0
    for (let date = source.sessionBefore(source.firstDay); date !== null; date = source.sessionBefore(date)) sessions++
    expect(sessions).toBeGreaterThanOrEqual(744)
  })

  it('moves like Nifty: minutes of 3–6 basis points, livelier at the open than at midday, fat-tailed', () => {
    const days = sessions('2026-01-01', 60).map((date) => source.candles('NIFTY', date))
    const all = days.flatMap(returns)
    const opening = days.flatMap((day) => returns(day.slice(0, 6)))
    const midday = days.flatMap((day) => returns(day.slice(120, 240)))
    expect(deviation(all) * 1e4).toBeGreaterThan(3)
    expect(deviation(all) * 1e4).toBeLessThan(6)
    expect(deviation(opening)).toBeGreaterThan(2 * deviation(midday))
    const kurtosis = all.reduce((sum, value) => sum + value ** 4, 0) / all.length / deviation(all) ** 4
    expect(kurtosis).toBeGreaterThan(4)
  })

  it('has days that cluster in volatility, with gaps between them', () => {
    const dates = sessions('2022-01-01', 1_000)
    const closes = dates.map((date) => source.close('NIFTY', date)!)
    const daily = closes.slice(1).map((close, i) => Math.log(close / closes[i]!))
    expect(deviation(daily) * Math.sqrt(250)).toBeGreaterThan(0.1)
    expect(deviation(daily) * Math.sqrt(250)).toBeLessThan(0.25)
    const squares = daily.map((value) => value ** 2)
    const mean = squares.reduce((sum, value) => sum + value, 0) / squares.length
    const centred = squares.map((value) => value - mean)
    expect(correlation(centred.slice(1), centred.slice(0, -1))).toBeGreaterThan(0.02)
    const gaps = dates.slice(1, 50).map((date, i) => Math.log(source.candles('NIFTY', date)[0]!.open / closes[i]!))
    expect(deviation(gaps)).toBeGreaterThan(0.002)
  })

  it('moves its indices together', () => {
    const [nifty, bank] = (['NIFTY', 'BANKNIFTY'] as const).map((index) =>
      sessions('2026-06-01', 10).flatMap((date) => returns(source.candles(index, date))),
    )
    expect(correlation(nifty!, bank!)).toBeGreaterThan(0.6)
  })

  it('stays near its levels for twenty years', () => {
    for (const date of sessions('2046-01-01', 5)) {
      const close = source.close('NIFTY', date)!
      expect(close).toBeGreaterThan(10_000_00)
      expect(close).toBeLessThan(60_000_00)
    }
  })
})
