import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addPrice, joinBars, withFormed, type ChartCandle } from './ChartCandle.ts'

const open = Date.parse('2026-11-20T03:45:00Z')
const bar = (minute: number, close: number): ChartCandle => ({
  time: open + minute * 60_000,
  open: close,
  high: close,
  low: close,
  close,
  volume: 0,
})

describe('addPrice', () => {
  it('opens a bar at the start of its interval and carries it on', () => {
    const first = addPrice([], 100, open + 61_000, 5)
    expect(first).toEqual([{ time: open, open: 100, high: 100, low: 100, close: 100, volume: 0 }])
    const second = addPrice(addPrice(first, 103, open + 62_000, 5), 99, open + 299_000, 5)
    expect(second).toEqual([{ time: open, open: 100, high: 103, low: 99, close: 99, volume: 0 }])
  })

  it('keeps the bar before the forming one, and no more', () => {
    const formed = [0, 1, 2].reduce<readonly ChartCandle[]>((bars, minute) => addPrice(bars, minute, open + minute * 60_000, 1), [])
    expect(formed).toEqual([bar(1, 1), bar(2, 2)])
  })

  it('forgets what it formed when the market begins anew', () => {
    expect(addPrice([bar(1, 1), bar(2, 2)], 50, open, 1)).toEqual([bar(0, 50)])
  })

  it('holds every price between its low and its high', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 50 }), (prices) => {
        const formed = prices.reduce<readonly ChartCandle[]>((bars, price, i) => addPrice(bars, price, open + i, 1), [])
        const [high, low] = [Math.max(...prices), Math.min(...prices)]
        expect(formed).toEqual([{ time: open, open: prices[0], close: prices.at(-1), high, low, volume: 0 }])
      }),
    )
  })
})

describe('withFormed', () => {
  const closed = [bar(0, 100), bar(1, 101)]

  it('appends what the server has not closed yet', () => {
    expect(withFormed(closed, [bar(2, 102), bar(3, 103)], open)).toEqual([...closed, bar(2, 102), bar(3, 103)])
    expect(withFormed([], [bar(0, 90)], open)).toEqual([bar(0, 90)])
    expect(withFormed(closed, [], open)).toEqual(closed)
  })

  it('completes a bar that the server has in part', () => {
    expect(withFormed(closed, [{ ...bar(1, 99), high: 104 }], open).at(-1)).toEqual({ ...bar(1, 99), open: 101, high: 104 })
  })

  it('completes it, too, when the next one has begun', () => {
    expect(withFormed(closed, [bar(1, 105), bar(2, 102)], open).slice(1)).toEqual([{ ...bar(1, 101), high: 105, close: 105 }, bar(2, 102)])
  })

  it('leaves out a bar whose beginning was not watched, and earlier ones', () => {
    expect(withFormed(closed, [bar(2, 102)], open + 2.5 * 60_000)).toEqual(closed)
    expect(withFormed(closed, [bar(0, 90)], open)).toEqual(closed)
  })
})

describe('joinBars', () => {
  const from = (first: number, last: number, close = 1) => Array.from({ length: last - first + 1 }, (_, i) => bar(first + i, close))

  it('keeps what came before and takes the latest word on each bar', () => {
    expect(joinBars(from(0, 5), from(4, 7, 2), 100)).toEqual([...from(0, 3), ...from(4, 7, 2)])
  })

  it('begins anew after a gap, and when the market does', () => {
    expect(joinBars(from(0, 5), from(7, 9), 100)).toEqual(from(7, 9))
    expect(joinBars(from(5, 9), from(0, 6), 100)).toEqual(from(0, 6))
    expect(joinBars([], from(0, 3), 100)).toEqual(from(0, 3))
    expect(joinBars(from(0, 3), [], 100)).toEqual([])
  })

  it('holds the newest bars up to a bound', () => {
    expect(joinBars(from(0, 5), from(4, 7), 3)).toEqual(from(5, 7))
  })
})
