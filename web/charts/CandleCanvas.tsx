import { useLayoutEffect, useRef } from 'react'
import { useThemeStore } from '../theme/useThemeStore.ts'
import type { BarRange } from './barWindow.ts'
import { MARGIN, type CandleGeometry } from './candleGeometry.ts'
import type { ChartCandle } from './ChartCandle.ts'
import { barsIn } from './chartExtents.ts'
import { drawCandles } from './drawCandles.ts'
import { drawMarkers } from './drawMarkers.ts'
import { drawOverlays } from './drawOverlays.ts'
import { drawUprights } from './drawUprights.ts'
import type { OverlayPicture } from './overlayLines.ts'
import { prepareCanvas, type Surface } from './prepareCanvas.ts'
import type { PlacedMarker } from './TradeMarker.ts'

interface CandleCanvasProps {
  candles: readonly ChartCandle[]
  pictures: readonly OverlayPicture[]
  /** The same without the last bar; these must be the same objects as long as nothing of them has changed. */
  settled: readonly ChartCandle[]
  settledPictures: readonly OverlayPicture[]
  placed: readonly PlacedMarker[]
  range: BarRange
  geometry: CandleGeometry
  width: number
  height: number
}

/** Bars, indicators and markers. The settled bars have a canvas of their own: a new price paints the last bar and the markers only. */
export function CandleCanvas({ candles, pictures, settled, settledPictures, placed, range, geometry, width, height }: CandleCanvasProps) {
  const settledCanvas = useRef<HTMLCanvasElement>(null)
  const formingCanvas = useRef<HTMLCanvasElement>(null)
  const { preset, darkMode, pnl } = useThemeStore()
  const { start, end } = range

  // preset, darkMode, pnl: canvases do not follow CSS variables by themselves.
  useLayoutEffect(() => {
    const surface = settledCanvas.current && openPlot(settledCanvas.current, width, height, geometry)
    if (!surface) return
    const { first, last } = barsIn({ start, end }, settled.length)
    paintBars(surface, settled, settledPictures, first, last, geometry)
  }, [settled, settledPictures, start, end, geometry, width, height, preset, darkMode, pnl])

  useLayoutEffect(() => {
    const surface = formingCanvas.current && openPlot(formingCanvas.current, width, height, geometry)
    if (!surface) return
    const last = candles.length - 1
    if (end > last) paintBars(surface, candles, pictures, last, last, geometry)
    drawMarkers(surface, placed, { start, end }, geometry)
  }, [candles, pictures, placed, start, end, geometry, width, height, preset, darkMode, pnl])

  return (
    <>
      <canvas ref={settledCanvas} />
      <canvas ref={formingCanvas} />
    </>
  )
}

/** A canvas with the plot's origin; clipped to the plot. */
function openPlot(canvas: HTMLCanvasElement, width: number, height: number, { plotWidth, plotHeight }: CandleGeometry): Surface | null {
  const surface = prepareCanvas(canvas, width, height)
  if (!surface) return null
  surface.context.translate(MARGIN.left, MARGIN.top)
  surface.context.beginPath()
  surface.context.rect(-MARGIN.left, -MARGIN.top, plotWidth + MARGIN.left, plotHeight + MARGIN.top)
  surface.context.clip()
  return surface
}

function paintBars(
  surface: Surface,
  candles: readonly ChartCandle[],
  pictures: readonly OverlayPicture[],
  first: number,
  last: number,
  geometry: CandleGeometry,
): void {
  const { middle, slot, price, volume } = geometry
  if (volume) {
    drawUprights(surface, first, last, geometry, 0.25, (i) => {
      const candle = candles[i]!
      const top = volume.y(candle.volume)
      return { token: candle.close >= candle.open ? '--pnl-up' : '--pnl-down', top, height: volume.top + volume.height - top }
    })
  }
  drawCandles(surface, candles, first, last + 1, { x: middle, y: price.y, slot })
  // From the bar before, so that the line does not break.
  drawOverlays(surface, pictures, Math.max(0, first - 1), last, geometry)
}
