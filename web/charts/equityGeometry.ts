import { scaleLinear } from '@visx/scale'
import { addDays, DAY, istDate, istInstant, MINUTE, parseTimeOfDay, type Instant } from '../../schema/time.ts'

/** An account's value from an instant on, in rupees. */
export interface EquityPoint {
  readonly time: Instant
  readonly equity: number
  /** How far that lies below the highest value before, also of points that are not drawn: 0 or more. */
  readonly drawdown: number
}

/** A curve of the API as drawn: from zero, at the opening of its first day, to the exit of each trade. */
export function curveFromZero(
  points: readonly { readonly at: string; readonly equity: number; readonly drawdown: number }[],
): EquityPoint[] {
  const drawn = points.map(({ at, ...rest }) => ({ time: Date.parse(at), ...rest }))
  const [first] = drawn
  if (!first) return []
  return [{ time: Math.min(istInstant(istDate(first.time), SESSION_OPEN), first.time), equity: 0, drawdown: 0 }, ...drawn]
}

/** Room for the amounts on the right and the days below, in CSS pixels. */
export const EQUITY_MARGIN = { top: 8, right: 84, bottom: 26, left: 8 } as const
/** Between the equity and the drawdown below it. */
const GAP = 18
/** The drawdown's part of the height. */
const DRAWDOWN_PART = 0.28
const LABEL_WIDTH = 90
const SESSION_OPEN = parseTimeOfDay('09:15') ?? 0

/**
 * The layout of an equity picture, in CSS pixels: two plots, one above the other, on one time axis. Points are oldest first, at least one.
 */
export function equityGeometry(points: readonly EquityPoint[], width: number, height: number) {
  const plotWidth = Math.max(0, width - EQUITY_MARGIN.left - EQUITY_MARGIN.right)
  const plotHeight = Math.max(0, height - EQUITY_MARGIN.top - EQUITY_MARGIN.bottom - GAP)
  const drawdownHeight = Math.round(plotHeight * DRAWDOWN_PART)
  const equityHeight = plotHeight - drawdownHeight
  const first = points[0]?.time ?? 0
  const last = points.at(-1)?.time ?? first
  let lowest = Infinity
  let highest = -Infinity
  for (const { equity } of points) {
    lowest = Math.min(lowest, equity)
    highest = Math.max(highest, equity)
  }
  // A flat line still needs a scale with some height, and a single point one with some width.
  const padding = (highest - lowest) * 0.06 || Math.max(1, Math.abs(highest) * 0.01)
  const x = scaleLinear<number>({ domain: [first, Math.max(last, first + MINUTE)], range: [0, plotWidth] })
  const deepest = points.reduce((deep, { drawdown }) => Math.max(deep, drawdown), 0)
  return {
    plotWidth,
    equityHeight,
    drawdownTop: equityHeight + GAP,
    drawdownHeight,
    x,
    equityScale: scaleLinear<number>({ domain: [lowest - padding, highest + padding], range: [equityHeight, 0] }),
    drawdownScale: scaleLinear<number>({ domain: [-deepest || -1, 0], range: [drawdownHeight, 0] }),
    /** The labels of the time axis: one per day, or times of day within a single day. */
    labelled: labelsBetween(first, last, Math.max(1, Math.floor(plotWidth / LABEL_WIDTH))),
    /** The point that holds at a horizontal position: the last one not after it. */
    indexAt: (at: number) => lastNotAfter(points, x.invert(at)),
  }
}

/** At most `count` instants: beginnings of days in India, or the middles of as many equal parts of less than a day. */
function labelsBetween(first: Instant, last: Instant, count: number): Instant[] {
  if (last - first < DAY) return Array.from({ length: count }, (_, i) => Math.round(first + ((i + 0.5) / count) * (last - first)))
  const firstDay = istInstant(addDays(istDate(first), 1), 0)
  const days = Math.floor((last - firstDay) / DAY) + 1
  const step = Math.ceil(days / count)
  return Array.from({ length: Math.ceil(days / step) }, (_, i) => firstDay + i * step * DAY)
}

/** Index of the last point at or before an instant; 0 when all are later. */
function lastNotAfter(points: readonly EquityPoint[], at: Instant): number {
  let low = 0
  let high = points.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((points[middle]?.time ?? Infinity) <= at) low = middle
    else high = middle - 1
  }
  return low
}
