import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MINUTE } from '../../schema/time.ts'
import { NEWEST_BARS, rangeOf } from './barWindow.ts'
import type { ChartCandle } from './ChartCandle.ts'
import { FIRST_VIEW, viewAfterKey, type Charted, type ChartView } from './chartView.ts'
import { placeMarkers, type TradeMarker } from './TradeMarker.ts'

const OPEN = Date.parse('2026-11-20T03:45:00Z')
const candles = Array.from({ length: 300 }, (_, i): ChartCandle => ({
  time: OPEN + i * MINUTE,
  open: 1,
  high: 2,
  low: 1,
  close: 2,
  volume: 0,
}))
const signal = (minute: number): TradeMarker => ({
  ...{ kind: 'signal', id: `at ${minute}`, side: 'LONG', title: '', details: [] },
  at: { time: OPEN + minute * MINUTE + 30_000, price: null },
})
const charted: Charted = { candles, plotWidth: 800, placed: placeMarkers([signal(250), signal(20)], candles, 1) }
const after = (keys: readonly string[], from: ChartView = FIRST_VIEW) =>
  keys.reduce((view, key) => viewAfterKey(view, key.replace('Shift ', ''), key.startsWith('Shift '), charted) ?? view, from)
const bar = (view: ChartView) => (view.pointed === null ? null : (view.pointed - OPEN) / MINUTE)
const range = (view: ChartView) => rangeOf(view.window, candles, charted.plotWidth)

const KEYS = [
  'ArrowLeft',
  'ArrowRight',
  'Shift ArrowLeft',
  'Shift ArrowRight',
  'Home',
  'End',
  '+',
  '-',
  '0',
  'ArrowUp',
  'ArrowDown',
  'Escape',
]

describe('keys on a chart', () => {
  it('move the crosshair bar by bar from the newest on, to the ends, and let go of it', () => {
    expect(bar(after(['ArrowLeft']))).toBe(298)
    expect(bar(after(['ArrowLeft', 'ArrowLeft', 'ArrowRight']))).toBe(298)
    expect(bar(after(['Home']))).toBe(0)
    expect(bar(after(['Home', 'ArrowLeft']))).toBe(0)
    expect(bar(after(['Home', 'End']))).toBe(299)
    expect(bar(after(['ArrowLeft', 'Escape']))).toBeNull()
  })

  it('keep the bar of the crosshair in sight', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...KEYS), { maxLength: 30 }),
        fc.constantFrom('ArrowLeft', 'ArrowRight', 'Home', 'End'),
        (keys, last) => {
          const view = after([...keys, last])
          expect(range(view).start).toBeLessThanOrEqual(bar(view)! + 1e-6)
          expect(range(view).end).toBeGreaterThanOrEqual(bar(view)! + 1 - 1e-6)
        },
      ),
    )
  })

  it('with Shift move the chart by a quarter, and 0 shows the newest bars again', () => {
    const moved = after(['Shift ArrowLeft'])
    expect(range(moved)).toEqual({ start: 150, end: 270 })
    expect(bar(moved)).toBeNull()
    expect(after(['Shift ArrowLeft', '+', '0']).window).toBe(NEWEST_BARS)
  })

  it('zoom in and out around the crosshair', () => {
    const pointed = after(['Home', 'ArrowRight', '-', '-'])
    const { start, end } = range(after(['+'], pointed))
    expect(end - start).toBeLessThan(range(pointed).end - range(pointed).start)
    expect(start).toBeLessThanOrEqual(1.5)
    expect(range(after(['+', '-'], pointed)).end).toBeCloseTo(range(pointed).end, 6)
  })

  it('go from marker to marker, showing each, and stay at the last', () => {
    const newest = after(['ArrowUp'])
    expect([newest.marker, bar(newest), newest.byKey]).toEqual(['at 250', 250, true])
    const oldest = after(['ArrowUp'], newest)
    expect([oldest.marker, bar(oldest), range(oldest).start]).toEqual(['at 20', 20, 20])
    expect(after(['ArrowUp'], oldest).marker).toBe('at 20')
    expect(after(['ArrowDown'], oldest).marker).toBe('at 250')
    expect(after(['ArrowLeft'], oldest).marker).toBeNull()
  })

  it('that mean nothing to it are left to the page', () => {
    expect(viewAfterKey(FIRST_VIEW, 'a', false, charted)).toBeNull()
    expect(viewAfterKey(FIRST_VIEW, 'Escape', false, charted)).toBeNull()
    expect(viewAfterKey(FIRST_VIEW, 'ArrowUp', false, { ...charted, placed: [] })).toBeNull()
    expect(viewAfterKey(FIRST_VIEW, 'ArrowLeft', false, { ...charted, candles: [] })).toBeNull()
  })
})
