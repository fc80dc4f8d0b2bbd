import { describe, expect, it } from 'vitest'
import type { Candle } from '../../../schema/market/candles.ts'
import { paise } from '../../../schema/money.ts'
import { istInstant, MINUTE, type IsoDate } from '../../../schema/time.ts'
import { ReplaySource } from './ReplaySource.ts'
import { SyntheticSource } from './SyntheticSource.ts'

function flatDay(date: IsoDate, price: number): readonly Candle[] {
  const all = { open: paise(price), high: paise(price), low: paise(price), close: paise(price), volume: 0 }
  return Array.from({ length: 375 }, (_, i) => ({ time: istInstant(date, 555) + i * MINUTE, ...all }))
}

/** Two days of Nifty alone, a Thursday and the Friday of the week after. */
function replay(first: IsoDate, second: IsoDate, seed = 1): ReplaySource {
  const days = new Map([
    [first, flatDay(first, 21_727_75)],
    [second, flatDay(second, 21_900_00)],
  ])
  return new ReplaySource('replay', new Map([['NIFTY', days]]), [first, second], seed)
}

const source = replay('2024-02-01', '2024-02-09')

describe('the past of a replay', () => {
  it.each(['2024-02-01', '2015-06-04'])('is three years of sessions before %s, of every index', (first) => {
    const early = replay(first, '2024-02-09')
    const dates: IsoDate[] = []
    for (let date = early.sessionBefore(first); date !== null; date = early.sessionBefore(date)) dates.push(date)
    expect(dates.length).toBeGreaterThanOrEqual(744)
    for (const index of ['NIFTY', 'SENSEX'] as const) expect(early.candles(index, dates[743]!)).toHaveLength(375)
  })

  it('ends at the first price recorded, moves as drawn before it, and closes its minutes where it says the day closes', () => {
    expect(source.close('NIFTY', '2024-01-31')).toBe(21_727_75)
    const drawn = new SyntheticSource(1)
    const change = (of: { close: SyntheticSource['close'] }) =>
      Math.log(of.close('NIFTY', '2024-01-30')! / of.close('NIFTY', '2024-01-12')!)
    expect(change(source)).toBeCloseTo(change(drawn), 5)
    for (const date of ['2024-01-31', '2023-06-01'])
      for (const index of ['NIFTY', 'BANKNIFTY'] as const) expect(source.candles(index, date).at(-1)!.close).toBe(source.close(index, date))
    for (const { low, open, close, high } of source.candles('NIFTY', '2024-01-31')) {
      expect(low).toBeLessThanOrEqual(Math.min(open, close))
      expect(high).toBeGreaterThanOrEqual(Math.max(open, close))
    }
  })

  it('is followed by the recorded days alone', () => {
    expect(source.firstDay).toBe('2024-02-01')
    expect(['2024-01-31', '2024-02-01', '2024-02-02'].map((date) => source.sessionFrom(date))).toEqual([
      '2024-01-31',
      '2024-02-01',
      '2024-02-09',
    ])
    expect(source.sessionFrom('2024-02-10')).toBeNull()
    expect(source.sessionBefore('2024-02-09')).toBe('2024-02-01')
    expect(source.candles('NIFTY', '2024-02-05')).toEqual([])
    expect(source.candles('NIFTY', '2024-02-01')).toEqual(flatDay('2024-02-01', 21_727_75))
  })
})
