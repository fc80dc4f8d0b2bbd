import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MINUTE } from '../../schema/time.ts'
import type { ChartCandle } from './ChartCandle.ts'
import { placeMarkers, placePoint, type TradeMarker } from './TradeMarker.ts'

const OPEN = Date.parse('2026-11-20T03:45:00Z')
const candles: ChartCandle[] = Array.from({ length: 20 }, (_, i) => ({
  ...{ time: OPEN + i * 5 * MINUTE, open: 100 + i, high: 103 + i, low: 99 + i, close: 102 + i, volume: 0 },
}))
const trade = (id: string, entry: number, exit: number | null): TradeMarker => ({
  ...{ kind: 'trade', id, side: 'LONG', title: id, details: [], profit: null, entry: { time: entry, price: null } },
  exit: exit === null ? null : { time: exit, price: null },
})

describe('placePoint', () => {
  it('stands as far into its bar as its time is, and at its own price', () => {
    expect(placePoint({ time: OPEN + 6 * MINUTE, price: 250.05 }, candles, 5)).toEqual({ position: 1.2, level: 250.05 })
  })

  it('without a price stands inside the body of its bar', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20 * 5 * MINUTE - 1 }), (since) => {
        const point = placePoint({ time: OPEN + since, price: null }, candles, 5)
        const { open, close } = candles[Math.floor(point?.position ?? -1)]!
        expect(point?.level).toBeGreaterThanOrEqual(open)
        expect(point?.level).toBeLessThanOrEqual(close)
      }),
    )
  })

  it('is nowhere before the first bar and after the last', () => {
    expect(placePoint({ time: OPEN - 1, price: 1 }, candles, 5)).toBeNull()
    expect(placePoint({ time: OPEN + 100 * MINUTE + 1, price: 1 }, candles, 5)).toBeNull()
  })

  it('of a time between two sessions stands at the end of the first', () => {
    const twoDays = [...candles, { ...candles[0]!, time: OPEN + 24 * 60 * MINUTE }]
    expect(placePoint({ time: OPEN + 600 * MINUTE, price: null }, twoDays, 5)).toEqual({ position: 20, level: 121 })
  })
})

describe('placeMarkers', () => {
  it('leaves out a trade that is not wholly within the bars, and sorts by entry', () => {
    const placed = placeMarkers(
      [
        trade('late', OPEN + 50 * MINUTE, OPEN + 60 * MINUTE),
        trade('began before', OPEN - MINUTE, OPEN + MINUTE),
        trade('ended after', OPEN + 95 * MINUTE, OPEN + 200 * MINUTE),
        trade('running', OPEN + 20 * MINUTE, null),
        { kind: 'signal', id: 'signal', side: 'SHORT', title: '', details: [], at: { time: OPEN, price: null } },
      ],
      candles,
      5,
    )
    expect(placed.map(({ marker, exit }) => [marker.id, exit === null])).toEqual([
      ['signal', true],
      ['running', true],
      ['late', false],
    ])
  })
})
