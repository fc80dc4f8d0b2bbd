import { scaleLinear } from '@visx/scale'
import type { ChartCandle } from './ChartCandle.ts'

/** Room for the price labels on the right and the times below, in CSS pixels. */
export const MARGIN = { top: 8, right: 68, bottom: 26, left: 4 } as const

/** Bars keep this width at least; older ones leave the picture first. */
const NARROWEST_BAR = 4

/** Where everything of a candle picture stands, in CSS pixels of the plot area. */
export type CandleGeometry = ReturnType<typeof candleGeometry>

/** Lays bars out on a plot of this size: the newest at the right edge, the price scale around what is visible. */
export function candleGeometry(candles: readonly ChartCandle[], width: number, height: number) {
  const plotWidth = Math.max(0, width - MARGIN.left - MARGIN.right)
  const plotHeight = Math.max(0, height - MARGIN.top - MARGIN.bottom)
  const visible = candles.slice(-Math.max(1, Math.floor(plotWidth / NARROWEST_BAR)))
  const lowest = Math.min(...visible.map((candle) => candle.low))
  const highest = Math.max(...visible.map((candle) => candle.high))
  // A flat series still needs a scale with some height.
  const padding = (highest - lowest) * 0.06 || Math.max(1, highest * 0.0005)
  const slot = plotWidth / Math.max(1, visible.length)
  return {
    visible,
    plotWidth,
    plotHeight,
    slot,
    barWidth: Math.max(1, Math.min(14, slot * 0.68)),
    /** Index of a visible bar to the middle of its slot. */
    x: (index: number) => (index + 0.5) * slot,
    y: scaleLinear<number>({ domain: [lowest - padding, highest + padding], range: [plotHeight, 0] }),
    /** The visible bar at a horizontal position. */
    indexAt: (x: number) => Math.max(0, Math.min(visible.length - 1, Math.floor(x / slot))),
    /** Bars whose time is written below, spread evenly. */
    labelled: spread(visible.length, Math.max(2, Math.floor(plotWidth / 90))),
  }
}

function spread(count: number, labels: number): number[] {
  const step = Math.max(1, Math.ceil(count / labels))
  return Array.from({ length: count }, (_, index) => index).filter((index) => (count - 1 - index - Math.floor(step / 2)) % step === 0)
}
