import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toColumns, type Candle } from '../../schema/market/candles.ts'
import { paise } from '../../schema/money.ts'
import { MINUTE } from '../../schema/time.ts'
import { CandleBook } from './CandleBook.ts'

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
        expect(book.count('SENSEX')).toBe(count)
        expect(book.lastTime('SENSEX')).toBe(count === 0 ? null : candle(count - 1).time)
        for (const other of ['NIFTY', 'BANKNIFTY'] as const) expect(book.columns(other).time).toHaveLength(0)
      }),
      { numRuns: 50 },
    )
  })

  it('takes no candle that is not later than the last one', () => {
    const book = CandleBook.create({ symbols: ['NIFTY'], capacity: 10 })
    book.append('NIFTY', candle(5))
    expect(book.append('NIFTY', candle(5))).toBe(false)
    expect(book.append('NIFTY', candle(4))).toBe(false)
    expect(book.columns('NIFTY')).toEqual(toColumns([candle(5)]))
  })

  it('is the same book to a reader elsewhere, without a copy', () => {
    const book = CandleBook.create({ symbols: ['NIFTY'], capacity: 10 })
    const reader = CandleBook.attach(structuredClone(book.descriptor))
    book.append('NIFTY', candle(0))
    expect(reader.columns('NIFTY')).toEqual(toColumns([candle(0)]))
    expect(reader.columns('NIFTY').close.buffer).toBeInstanceOf(SharedArrayBuffer)
  })

  it('leaves an older view as it was until 256 candles later, and says when it no longer is', () => {
    const book = CandleBook.create({ symbols: ['NIFTY'], capacity: 50 })
    for (const each of candles(0, 120)) book.append('NIFTY', each)
    const expected = toColumns(candles(70, 120))
    for (const each of candles(120, 375)) book.append('NIFTY', each)
    expect(book.isIntact('NIFTY', 120)).toBe(true)
    expect(book.columns('NIFTY', 120)).toEqual(expected)
    // The next append would begin to overwrite the view: from here on it cannot be vouched for.
    book.append('NIFTY', candle(375))
    expect(book.isIntact('NIFTY', 120)).toBe(false)
    book.append('NIFTY', candle(376))
    expect(book.columns('NIFTY', 120)).not.toEqual(expected)
  })

  it('refuses an index it was not made for, and a capacity that is no size', () => {
    const book = CandleBook.create({ symbols: ['NIFTY'], capacity: 10 })
    expect(() => book.append('SENSEX', candle(0))).toThrow('the candle book has no SENSEX')
    expect(() => CandleBook.create({ symbols: ['NIFTY'], capacity: 0 })).toThrow(RangeError)
  })
})
