import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toColumns, type Candle } from '../../schema/market/candles.ts'
import { paise } from '../../schema/money.ts'
import { MINUTE } from '../../schema/time.ts'
import { CandleBook, readPage } from './CandleBook.ts'

const START = 1_704_080_700_000

function candle(i: number): Candle {
  const base = 1_000 + 3 * i
  return { time: START + i * MINUTE, open: paise(base), high: paise(base + 2), low: paise(base - 1), close: paise(base + 1), volume: i }
}
const candles = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => candle(from + i))

describe('CandleBook', () => {
  it('holds the last candles in rupees, oldest first, in one piece, for every capacity and count', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 0, max: 1_500 }), (capacity, count) => {
        const book = CandleBook.create({ symbols: ['NIFTY', 'SENSEX', 'BANKNIFTY'], capacity })
        for (const each of candles(0, count)) expect(book.append('SENSEX', each)).toBe(true)
        expect(book.columns('SENSEX')).toEqual(toColumns(candles(Math.max(0, count - capacity), count)))
        expect(book.count('SENSEX')).toBe(Math.min(count, capacity))
        expect(book.firstTime('SENSEX')).toBe(count === 0 ? null : candle(Math.max(0, count - capacity)).time)
        expect(book.lastTime('SENSEX')).toBe(count === 0 ? null : candle(count - 1).time)
        for (const other of ['NIFTY', 'BANKNIFTY'] as const) expect(book.columns(other).time).toHaveLength(0)
      }),
      { numRuns: 20 },
    )
  })

  it('takes no candle that is not later than the last one', () => {
    const book = CandleBook.create({ symbols: ['NIFTY'], capacity: 10 })
    book.append('NIFTY', candle(5))
    expect(book.append('NIFTY', candle(5))).toBe(false)
    expect(book.append('NIFTY', candle(4))).toBe(false)
    expect(book.columns('NIFTY')).toEqual(toColumns([candle(5)]))
  })

  it('is read elsewhere without a copy, and what a reader was shown never changes, however many candles follow', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 1_500 }), (before, after) => {
        const book = CandleBook.create({ symbols: ['NIFTY'], capacity: 50 })
        for (const each of candles(0, before)) book.append('NIFTY', each)
        const page = book.page('NIFTY')
        expect(page.buffer).toBeInstanceOf(SharedArrayBuffer)
        for (const each of candles(before, before + after)) book.append('NIFTY', each)
        expect(readPage(page)).toEqual(toColumns(candles(Math.max(0, before - 50), before)))
      }),
      { numRuns: 20 },
    )
  })

  it('takes older candles in before its own, keeps as many as it then has, and leaves out those it knows', () => {
    const book = CandleBook.create({ symbols: ['NIFTY', 'SENSEX'], capacity: 10 })
    for (const each of candles(100, 120)) book.append('NIFTY', each)
    expect(book.extend('NIFTY', toColumns(candles(70, 115)))).toBe(40)
    expect(book.columns('NIFTY')).toEqual(toColumns(candles(70, 120)))
    expect(book.extend('NIFTY', toColumns(candles(70, 120)))).toBe(0)
    for (const each of candles(120, 1_000)) book.append('NIFTY', each)
    expect(book.columns('NIFTY')).toEqual(toColumns(candles(950, 1_000)))
    expect(book.extend('SENSEX', toColumns(candles(0, 5)))).toBe(5)
    expect(book.columns('SENSEX')).toEqual(toColumns(candles(0, 5)))
  })

  it('puts a candle that came late at its place, and says that what was made of the others is void', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { minLength: 2, maxLength: 300 }), fc.nat(), (minutes, pick) => {
        const late = minutes[pick % minutes.length]!
        const known = minutes.filter((minute) => minute !== late).sort((a, b) => a - b)
        const book = CandleBook.create({ symbols: ['NIFTY'], capacity: 500 })
        for (const minute of known) book.append('NIFTY', candle(minute))
        const before = { page: book.page('NIFTY'), columns: book.columns('NIFTY') }
        const isBetween = late > known[0]! && late < known.at(-1)!
        expect(book.insert('NIFTY', candle(late))).toBe(late > known[0]!)
        expect(book.insert('NIFTY', candle(known[0]!))).toBe(false)
        const kept = late < known[0]! ? known : [...known, late].sort((a, b) => a - b)
        expect(book.columns('NIFTY')).toEqual(toColumns(kept.map(candle)))
        expect(book.page('NIFTY').revision).toBe(before.page.revision + (isBetween ? 1 : 0))
        expect(before.columns).toEqual(toColumns(known.map(candle)))
      }),
    )
  })

  it('refuses an index it was not made for, and a capacity that is no size', () => {
    const book = CandleBook.create({ symbols: ['NIFTY'], capacity: 10 })
    expect(() => book.append('SENSEX', candle(0))).toThrow('the candle book has no SENSEX')
    expect(() => CandleBook.create({ symbols: ['NIFTY'], capacity: 0 })).toThrow(RangeError)
  })
})
