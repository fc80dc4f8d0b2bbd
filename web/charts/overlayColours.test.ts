import { scaleLinear } from '@visx/scale'
import { expect, it } from 'vitest'
import type { ChartCandle } from './ChartCandle.ts'
import { drawOverlays } from './drawOverlays.ts'
import { OVERLAY_NAMES, OVERLAYS } from './Overlay.ts'
import { overlayPictures } from './overlayLines.ts'

const candles = Array.from({ length: 120 }, (_, i): ChartCandle => {
  const close = 100 + 20 * Math.sin(i / 9)
  return { time: i * 60_000, open: close - 1, high: close + 2, low: close - 2, close, volume: 10 }
})
const pane = { top: 0, height: 100, y: scaleLinear<number>({ domain: [0, 200], range: [100, 0] }) }
const place = { price: pane, rsi: pane, macd: pane, middle: (i: number) => i * 8, slot: 8, plotWidth: 960 }

/** A context that paints nothing. */
const blank = new Proxy({} as CanvasRenderingContext2D, { get: () => () => undefined, set: () => true })

it.each(OVERLAY_NAMES)('%s is painted in its own colour, never in those of gain and loss', (name) => {
  const used = new Set<string>()
  const token = (asked: string) => {
    used.add(asked)
    return '#000000'
  }
  const overlay = { name, parameters: OVERLAYS[name].parameters, hidden: false, colour: 4 }
  const pictures = overlayPictures(candles, [overlay], 1)
  drawOverlays({ context: blank, density: 1, token }, pictures, 0, candles.length - 1, place)
  expect([...used]).toEqual(['--series-4'])
})
