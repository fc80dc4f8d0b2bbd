import { scaleLinear } from '@visx/scale'
import type { Instant } from '../../schema/time.ts'

/** How many there were in a stretch of time. */
export interface CountBar {
  /** Its beginning. */
  readonly time: Instant
  /** By kind, in the order of the chart's kinds: drawn from the ground up. */
  readonly counts: readonly number[]
}

/** All kinds together. */
export function totalOf({ counts }: CountBar): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

/** What counts are drawn over. */
export interface CountRange {
  readonly from: Instant
  readonly until: Instant
  /** Length of each bar's stretch. */
  readonly ms: number
  readonly limit: number
}

/** Room for the counts on the right and the times below, in CSS pixels. */
export const COUNT_MARGIN = { top: 14, right: 44, bottom: 26, left: 8 } as const
/** Narrower bars would vanish. */
const LEAST_WIDTH = 2
const LABEL_WIDTH = 90

/** The layout of a picture of counts in time with their limit, in CSS pixels. Bars are oldest first. */
export function countGeometry(bars: readonly CountBar[], { from, until, ms, limit }: CountRange, width: number, height: number) {
  const plotWidth = Math.max(0, width - COUNT_MARGIN.left - COUNT_MARGIN.right)
  const plotHeight = Math.max(0, height - COUNT_MARGIN.top - COUNT_MARGIN.bottom)
  const most = bars.reduce((high, bar) => Math.max(high, totalOf(bar)), limit)
  const x = scaleLinear<number>({ domain: [from, until], range: [0, plotWidth] })
  const labels = Math.max(1, Math.floor(plotWidth / LABEL_WIDTH))
  return {
    plotWidth,
    plotHeight,
    x,
    y: scaleLinear<number>({ domain: [0, most], range: [plotHeight, 0] }),
    barWidth: Math.max(LEAST_WIDTH, (ms / (until - from)) * plotWidth - 1),
    labelled: Array.from({ length: labels }, (_, i) => Math.round(from + ((i + 0.5) / labels) * (until - from))),
    /** The bar nearest to a horizontal position. */
    indexAt: (at: number) => nearest(bars, x.invert(at) - ms / 2),
  }
}

function nearest(bars: readonly CountBar[], at: Instant): number {
  return bars.reduce((best, { time }, i) => (Math.abs(time - at) < Math.abs((bars[best]?.time ?? Infinity) - at) ? i : best), 0)
}
