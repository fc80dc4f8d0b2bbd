import type { Instant } from '../../schema/time.ts'
import type { ChartCandle } from './ChartCandle.ts'

/** Bars a chart shows before anybody zooms, where it has room for them. */
const BARS_AT_FIRST = 120
/** Bars are at least so wide before anybody zooms, in CSS pixels. */
const WIDTH_AT_FIRST = 4
/** Zooming in ends here. */
const FEWEST_BARS = 12

/**
 * Which part of a series is in sight. It is named by the bar at the right edge, not by its place in the series, so that it stays where
 * it is when older bars are put before it or new ones behind it.
 */
export interface BarWindow {
  /** How many bars wide, also in part; null is as many as a chart shows at first. */
  readonly span: number | null
  /** The bar at the right edge and how much of it is in sight (0–1]; null follows the newest bar. */
  readonly right: { readonly time: Instant; readonly part: number } | null
}

/** A stretch of a series by place: from `start` up to `end`, both also in part. Bar i takes the room from i to i + 1. */
export interface BarRange {
  readonly start: number
  readonly end: number
}

/** A chart's initial window: the newest bars. */
export const NEWEST_BARS: BarWindow = { span: null, right: null }

/**
 * The part of a series that a window shows on a plot of this width (CSS pixels): always inside the series, never empty unless the series
 * is.
 */
export function rangeOf(window: BarWindow, candles: readonly ChartCandle[], plotWidth: number): BarRange {
  const span = spanOf(window, candles.length, plotWidth)
  const wanted = window.right === null ? candles.length : indexAtTime(candles, window.right.time) + window.right.part
  const end = clamp(wanted, span, candles.length)
  return { start: end - span, end }
}

/** The window `bars` further right (left when negative), as far as there are bars. */
export function panned(window: BarWindow, candles: readonly ChartCandle[], plotWidth: number, bars: number): BarWindow {
  const { start, end } = rangeOf(window, candles, plotWidth)
  return windowOf({ start: start + bars, end: end + bars }, candles)
}

/**
 * The window shows `factor` times as many bars (below 1: closer), and the bar at `at` stays there: a part of the plot's width,
 * 0 its left and 1 its right edge. At the ends of the series, and of zooming, it gives way as little as it can.
 */
export function zoomed(window: BarWindow, candles: readonly ChartCandle[], plotWidth: number, factor: number, at: number): BarWindow {
  const { start, end } = rangeOf(window, candles, plotWidth)
  const span = clamp((end - start) * factor, Math.min(FEWEST_BARS, candles.length), candles.length)
  const anchor = start + at * (end - start)
  return windowOf({ start: anchor - at * span, end: anchor + (1 - at) * span }, candles)
}

/** The window moved just so far that bar `index` is wholly in sight; the same one when it is already. */
export function revealing(window: BarWindow, candles: readonly ChartCandle[], plotWidth: number, index: number): BarWindow {
  const { start, end } = rangeOf(window, candles, plotWidth)
  if (index < start) return panned(window, candles, plotWidth, index - start)
  if (index + 1 > end) return panned(window, candles, plotWidth, index + 1 - end)
  return window
}

/** The place of the last bar that begins at or before an instant; −1 before the first. */
export function indexAtTime(candles: readonly ChartCandle[], time: Instant): number {
  let low = 0
  let high = candles.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (candles[middle]!.time <= time) low = middle + 1
    else high = middle
  }
  return low - 1
}

function spanOf({ span }: BarWindow, length: number, plotWidth: number): number {
  const wanted = span ?? Math.min(BARS_AT_FIRST, Math.floor(plotWidth / WIDTH_AT_FIRST))
  return clamp(wanted, Math.min(FEWEST_BARS, length), length)
}

/** The window of a stretch that may reach beyond the series; it is moved back into it. */
function windowOf({ start, end }: BarRange, candles: readonly ChartCandle[]): BarWindow {
  const span = end - start
  const inside = clamp(end, span, candles.length)
  if (inside >= candles.length) return { span, right: null }
  // The right edge lies in the bar before a whole number: all of that one is in sight.
  const index = Math.ceil(inside) - 1
  return { span, right: { time: candles[index]!.time, part: inside - index } }
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value))
}
