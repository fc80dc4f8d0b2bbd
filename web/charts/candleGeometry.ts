import { scaleLinear } from '@visx/scale'
import type { BarRange } from './barWindow.ts'
import type { ChartExtents } from './chartExtents.ts'

/** Room for the price labels on the right and the times below, in CSS pixels. */
export const MARGIN = { top: 8, right: 68, bottom: 26, left: 4 } as const

/** A pane below the bars takes this part of the height, and this gap above it, in CSS pixels. */
const LOWER_PANE = 0.2
const GAP = 10
/** The share of the price pane used by the volume bars. */
const VOLUME_PART = 0.16

/** The layout of a candle chart, in CSS pixels of the plot area. */
export type CandleGeometry = ReturnType<typeof candleGeometry>

type Scale = ReturnType<typeof scaleLinear<number>>

/** One stretch of the height with a scale of its own. */
export interface Pane {
  readonly top: number
  readonly height: number
  readonly y: Scale
}

/** Lays a stretch of bars out on a chart of this size (CSS pixels, margins included). */
export function candleGeometry({ start, end }: BarRange, extents: ChartExtents, width: number, height: number) {
  const plotWidth = plotWidthOf(width)
  const plotHeight = Math.max(0, height - MARGIN.top - MARGIN.bottom)
  const slot = plotWidth / Math.max(1, end - start)
  const lower = (extents.hasRsi ? 1 : 0) + (extents.macd === null ? 0 : 1)
  const lowerHeight = Math.round(plotHeight * LOWER_PANE)
  const priceHeight = Math.max(0, plotHeight - lower * (lowerHeight + GAP))
  const lowerTop = (place: number) => priceHeight + GAP + place * (lowerHeight + GAP)
  const { low, high, volume, macd } = extents
  // A flat series still needs a scale with some height.
  const padding = (high - low) * 0.06 || Math.max(1, high * 0.0005)
  const price = pane(0, priceHeight, [low - padding, high + padding])
  const reach = macd || 1
  const x = (position: number) => (position - start) * slot
  return {
    plotWidth,
    plotHeight,
    slot,
    price,
    rsi: extents.hasRsi ? pane(lowerTop(0), lowerHeight, [0, 100]) : null,
    macd: macd === null ? null : pane(lowerTop(lower - 1), lowerHeight, [-reach * 1.1, reach * 1.1]),
    volume: volume > 0 ? pane(priceHeight * (1 - VOLUME_PART), priceHeight * VOLUME_PART, [0, volume]) : null,
    /** A place in the series, bar i from i to i + 1, to pixels. */
    x,
    /** Middle of the bar with this index. */
    middle: (index: number) => x(index + 0.5),
    /** The bar at a horizontal position; also one before or behind the series. */
    indexAt: (pixels: number) => Math.floor(start + pixels / slot),
  }
}

/** A chart's plot width: the chart's less the margins. */
export function plotWidthOf(width: number): number {
  return Math.max(0, width - MARGIN.left - MARGIN.right)
}

function pane(top: number, height: number, domain: readonly [number, number]): Pane {
  return { top, height, y: scaleLinear<number>({ domain: [...domain], range: [top + height, top] }) }
}
