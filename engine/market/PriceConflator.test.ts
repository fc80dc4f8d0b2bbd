import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PriceTuple } from '../../schema/events/SakhaEvent.ts'
import { paise } from '../../schema/money.ts'
import { PriceConflator } from './PriceConflator.ts'

describe('PriceConflator', () => {
  let flushed: (readonly PriceTuple[])[]
  let conflator: PriceConflator
  beforeEach(() => {
    vi.useFakeTimers()
    flushed = []
    conflator = new PriceConflator((prices) => flushed.push(prices))
  })
  afterEach(() => {
    conflator.stop()
    vi.useRealTimers()
  })

  it('after a pause prices go on at once and together; of many within the next 250 ms only the last of each symbol does', () => {
    conflator.put('NIFTY', paise(100), 1)
    conflator.put('BANKNIFTY', paise(200), 2)
    conflator.put('NIFTY', paise(101), 3)
    vi.advanceTimersByTime(0)
    expect(flushed).toEqual([
      [
        ['NIFTY', 101, 3],
        ['BANKNIFTY', 200, 2],
      ],
    ])
    conflator.put('NIFTY', paise(102), 4)
    conflator.put('NIFTY', paise(103), 5)
    vi.advanceTimersByTime(249)
    expect(flushed).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(flushed.at(-1)).toEqual([['NIFTY', 103, 5]])
  })

  it('at most four flushes happen in a second after the first, however many ticks come', () => {
    for (let ms = 0; ms < 1_000; ms += 5) {
      conflator.put('NIFTY', paise(100 + ms), ms)
      vi.advanceTimersByTime(5)
    }
    expect(flushed.length).toBeLessThanOrEqual(1 + 4)
    expect(flushed.at(-1)?.[0]?.[1]).toBeGreaterThan(paise(800))
  })

  it('a price that did not move, or moved back within the interval, is not sent again', () => {
    conflator.put('NIFTY', paise(100), 1)
    vi.advanceTimersByTime(250)
    conflator.put('NIFTY', paise(105), 2)
    conflator.put('NIFTY', paise(100), 3)
    vi.advanceTimersByTime(250)
    expect(flushed).toHaveLength(1)
  })

  it('the last price always arrives: what was put is what was flushed last', () => {
    conflator.put('NIFTY', paise(100), 1)
    vi.advanceTimersByTime(250)
    conflator.put('NIFTY', paise(101), 2)
    conflator.put('NIFTY', paise(102), 3)
    vi.advanceTimersByTime(250)
    expect(flushed.at(-1)).toEqual([['NIFTY', 102, 3]])
  })

  it('many symbols go in chunks that fit a notification of 7,900 bytes', () => {
    for (let i = 0; i < 250; i++) conflator.put(`BANKNIFTY28OCT26${50_000 + i}CE`, paise(1_000_000 + i), 1_792_000_000_000)
    vi.advanceTimersByTime(250)
    expect(flushed.map((prices) => prices.length)).toEqual([100, 100, 50])
    for (const prices of flushed)
      expect(Buffer.byteLength(JSON.stringify({ type: 'prices.moved', prices, leftAt: 1_792_000_000_000 }))).toBeLessThan(7_900)
  })

  it('a forgotten symbol that comes back is sent afresh', () => {
    conflator.put('X', paise(100), 1)
    vi.advanceTimersByTime(250)
    conflator.forget('X')
    conflator.put('X', paise(100), 2)
    vi.advanceTimersByTime(250)
    expect(flushed).toHaveLength(2)
  })
})
