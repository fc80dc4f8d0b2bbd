import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Candle } from '../../../schema/market/candles.ts'
import { paise } from '../../../schema/money.ts'
import { istInstant, MINUTE } from '../../../schema/time.ts'
import { candleTicks, type IndexTick } from './candleTicks.ts'

const time = istInstant('2026-11-20', 9 * 60 + 15)

const anyCandle: fc.Arbitrary<Candle> = fc
  .tuple(
    fc.integer({ min: 5, max: 9_000_000 }),
    fc.nat(60_000),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.double({ min: 0, max: 1, noNaN: true }),
  )
  .map(([low, range, openAt, closeAt]) => ({
    time,
    low: paise(low),
    high: paise(low + range),
    open: paise(low + Math.round(range * openAt)),
    close: paise(low + Math.round(range * closeAt)),
    volume: 0,
  }))

function fold(ticks: readonly IndexTick[]) {
  const prices = ticks.map((tick) => tick.price)
  return { open: prices[0], high: Math.max(...prices), low: Math.min(...prices), close: prices.at(-1) }
}

const pricesOf = ({ open, high, low, close }: Candle) => ({ open, high, low, close })

describe('the ticks of a candle', () => {
  it('fold back to the candle, all of them and the fixed ones alone', () => {
    fc.assert(
      fc.property(anyCandle, fc.string(), (candle, seed) => {
        const ticks = candleTicks(candle, seed)
        expect(fold(ticks)).toEqual(pricesOf(candle))
        expect(fold(ticks.filter((tick) => tick.fixed))).toEqual(pricesOf(candle))
      }),
    )
  })

  it('begin at the minute, come every 250 ms and end before the next', () => {
    fc.assert(
      fc.property(anyCandle, fc.string(), (candle, seed) => {
        const ticks = candleTicks(candle, seed)
        expect(ticks.map((tick) => tick.at)).toEqual(Array.from({ length: 240 }, (_, i) => time + i * 250))
        expect(ticks.at(-1)!.at).toBeLessThan(time + MINUTE)
        expect(ticks.filter((tick) => tick.fixed)).toHaveLength(4)
      }),
    )
  })

  it('are the same for the same candle and seed, and others for another seed', () => {
    const candle = { time, open: paise(24_500_00), high: paise(24_510_00), low: paise(24_495_00), close: paise(24_505_00), volume: 0 }
    expect(candleTicks(candle, 'a')).toEqual(candleTicks(candle, 'a'))
    expect(candleTicks(candle, 'a')).not.toEqual(candleTicks(candle, 'b'))
  })
})
