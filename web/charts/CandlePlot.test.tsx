import { fireEvent, render } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MINUTE } from '../../schema/time.ts'
import { indexAtTime, rangeOf } from './barWindow.ts'
import { candleGeometry, MARGIN, plotWidthOf } from './candleGeometry.ts'
import { CandlePlot } from './CandlePlot.tsx'
import type { ChartCandle } from './ChartCandle.ts'
import { chartExtents } from './chartExtents.ts'
import { FIRST_VIEW, type ChartView } from './chartView.ts'
import { placeMarkers } from './TradeMarker.ts'

const OPEN = Date.parse('2026-11-20T03:45:00Z')
const candles = Array.from({ length: 300 }, (_, i): ChartCandle => ({
  ...{ time: OPEN + i * MINUTE, open: 24_000, high: 24_100, low: 23_900, close: 24_050, volume: 0 },
}))
const SIZE = { width: 800, height: 400 }
const placed = placeMarkers(
  [{ kind: 'signal', id: 's', side: 'LONG', title: 'LONG signal', details: [], at: { time: OPEN + 250 * MINUTE, price: null } }],
  candles,
  1,
)
const charted = { candles, placed, plotWidth: plotWidthOf(SIZE.width) }
const range = (view: ChartView) => rangeOf(view.window, candles, charted.plotWidth)

function watch() {
  let shown = FIRST_VIEW
  function Chart() {
    const [view, onView] = useState(FIRST_VIEW)
    shown = view
    const pointed = view.pointed === null ? -1 : indexAtTime(candles, view.pointed)
    return <CandlePlot {...{ label: 'NIFTY', minutes: 1, overlays: [], pictures: [], view, charted, pointed, onView, ...SIZE }} />
  }
  render(<Chart />)
  const plot = document.querySelector('[role=application]')!
  plot.setPointerCapture = () => undefined
  const geometry = candleGeometry(range(FIRST_VIEW), chartExtents(candles, range(FIRST_VIEW), []), SIZE.width, SIZE.height)
  return { plot, geometry, view: () => shown, labels: () => [...plot.querySelectorAll('svg text')].map(({ textContent }) => textContent) }
}
const mouse = (x: number, y: number) => ({
  pointerId: 1,
  pointerType: 'mouse',
  button: 0,
  clientX: x + MARGIN.left,
  clientY: y + MARGIN.top,
})

// jsdom paints nothing.
beforeEach(() => void vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null))
afterEach(() => void vi.restoreAllMocks())

it('labels the axes at the crosshair: the time of the bar, and the level under the pointer', () => {
  const { plot, geometry, labels } = watch()
  fireEvent.pointerMove(plot, mouse(geometry.middle(250), geometry.price.y(24_010.5)))
  expect(labels()).toContain('20 Nov 13:25')
  expect(labels()).toContain('24,010.50')
  fireEvent.keyDown(plot, { key: 'ArrowLeft' })
  expect(labels()).toContain('20 Nov 13:24')
  // The last price has a label of its own, at the same level.
  expect(labels().filter((text) => text === '24,050.00')).toHaveLength(2)
  fireEvent.pointerLeave(plot, mouse(0, 0))
  expect(labels()).not.toContain('20 Nov 13:24')
})

it('moves by a drag of the mouse that begins on a marker', () => {
  const { plot, geometry, view } = watch()
  const { entry } = placed[0]!
  const [x, y] = [geometry.x(entry.position), geometry.price.y(entry.level)]
  fireEvent.pointerMove(plot, mouse(x, y))
  expect(view().marker).toBe('s')
  const before = range(view())
  fireEvent.pointerDown(plot, mouse(x, y))
  for (const moved of [40, 80, 120]) fireEvent.pointerMove(plot, mouse(x + moved, y))
  fireEvent.pointerUp(plot, mouse(x + 120, y))
  expect(before.start - range(view()).start).toBeCloseTo(120 / geometry.slot, 6)
})
