import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addPrice, withForming, type ChartCandle } from './ChartCandle.ts'

const open = Date.parse('2026-11-20T03:45:00Z')
const bar = (minute: number, close: number): ChartCandle => ({ time: open + minute * 60_000, open: close, high: close, low: close, close })

describe('addPrice', () => {
  it('opens a bar at the start of its interval and carries it on', () => {
    const first = addPrice(null, 100, open + 61_000, 5)
    expect(first).toEqual({ time: open, open: 100, high: 100, low: 100, close: 100 })
    const second = addPrice(addPrice(first, 103, open + 62_000, 5), 99, open + 299_000, 5)
    expect(second).toEqual({ time: open, open: 100, high: 103, low: 99, close: 99 })
    expect(addPrice(second, 101, open + 300_000, 5).time).toBe(open + 300_000)
  })

  it('holds every price between its low and its high', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 50 }), (prices) => {
        const formed = prices.reduce<ChartCandle | null>((forming, price, i) => addPrice(forming, price, open + i, 1), null)
        expect(formed).toMatchObject({ open: prices[0], close: prices.at(-1), high: Math.max(...prices), low: Math.min(...prices) })
      }),
    )
  })
})

describe('withForming', () => {
  it('appends a newer bar, completes the last one and ignores an older one', () => {
    const closed = [bar(0, 100), bar(1, 101)]
    expect(withForming(closed, bar(2, 102))).toEqual([...closed, bar(2, 102)])
    expect(withForming(closed, { ...bar(1, 99), high: 104 }).at(-1)).toEqual({ ...bar(1, 99), open: 101, high: 104 })
    expect(withForming(closed, bar(0, 90))).toBe(closed)
    expect(withForming([], bar(0, 90))).toEqual([bar(0, 90)])
  })
})
