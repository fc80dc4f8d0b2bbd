import type { Instant } from '../../schema/time.ts'
import { barsIn } from './chartExtents.ts'
import { indexAtTime, NEWEST_BARS, panned, rangeOf, revealing, zoomed, type BarWindow } from './barWindow.ts'
import type { ChartCandle } from './ChartCandle.ts'
import type { PlacedMarker } from './TradeMarker.ts'

/** One step of zooming by button or key. */
export const ZOOM_STEP = 1.35
/** One step of moving by button or key, in widths of the window. */
const PAN_STEP = 0.25

/** The user's view of a chart: the window, the hovered bar and the selected marker. */
export interface ChartView {
  readonly window: BarWindow
  /** Start of the crosshair's bar; null: none. */
  readonly pointed: Instant | null
  /** Where the crosshair's level is read, in pixels below the plot's top; null: at the bar's close. */
  readonly level: number | null
  /** Id of the marker whose tooltip is shown. */
  readonly marker: string | null
  /** Whether they were chosen by key: then they are read out. */
  readonly byKey: boolean
}

export const FIRST_VIEW: ChartView = { window: NEWEST_BARS, pointed: null, level: null, marker: null, byKey: false }

/** The subject of a view. */
export interface Charted {
  readonly candles: readonly ChartCandle[]
  /** CSS pixels. */
  readonly plotWidth: number
  readonly placed: readonly PlacedMarker[]
}

/** The view moved by a step: to the left (−1) or right (1). */
export function stepped(view: ChartView, { candles, plotWidth }: Charted, direction: -1 | 1): ChartView {
  const { start, end } = rangeOf(view.window, candles, plotWidth)
  return { ...view, window: panned(view.window, candles, plotWidth, direction * PAN_STEP * (end - start)) }
}

/** The view zoomed by a factor around the crosshair, or around its middle without one in sight. */
export function zoomedAtCrosshair(view: ChartView, { candles, plotWidth }: Charted, factor: number): ChartView {
  const { start, end } = rangeOf(view.window, candles, plotWidth)
  const pointed = view.pointed === null ? -1 : indexAtTime(candles, view.pointed) + 0.5
  const at = pointed >= start && pointed <= end ? (pointed - start) / (end - start) : 0.5
  return { ...view, window: zoomed(view.window, candles, plotWidth, factor, at) }
}

/**
 * The view after a key: ← → Home End move the crosshair (the window follows), with Shift the window; + − zoom, 0 shows the newest bars
 * again; ↑ ↓ go from marker to marker; Escape lets go. Null for any other key, and where there is nothing to go to.
 */
export function viewAfterKey(view: ChartView, key: string, shift: boolean, charted: Charted): ChartView | null {
  const { candles } = charted
  if (candles.length === 0) return null
  const last = candles.length - 1
  const range = rangeOf(view.window, candles, charted.plotWidth)
  const from = view.pointed === null ? barsIn(range, candles.length).last : indexAtTime(candles, view.pointed)
  switch (key) {
    case 'ArrowLeft':
      return shift ? stepped(view, charted, -1) : pointedAt(view, charted, from - 1)
    case 'ArrowRight':
      return shift ? stepped(view, charted, 1) : pointedAt(view, charted, from + 1)
    case 'Home':
      return pointedAt(view, charted, 0)
    case 'End':
      return pointedAt(view, charted, last)
    case '+':
    case '=':
      return zoomedAtCrosshair(view, charted, 1 / ZOOM_STEP)
    case '-':
    case '_':
      return zoomedAtCrosshair(view, charted, ZOOM_STEP)
    case '0':
      return { ...view, window: NEWEST_BARS }
    case 'ArrowUp':
      return atMarker(view, charted, -1)
    case 'ArrowDown':
      return atMarker(view, charted, 1)
    case 'Escape':
      return view.pointed === null && view.marker === null ? null : { ...view, pointed: null, level: null, marker: null }
    default:
      return null
  }
}

function pointedAt(view: ChartView, { candles, plotWidth }: Charted, wanted: number): ChartView {
  const index = Math.max(0, Math.min(candles.length - 1, wanted))
  const window = revealing(view.window, candles, plotWidth, index)
  return { window, pointed: candles[index]!.time, level: null, marker: null, byKey: true }
}

/** The marker before or after the one shown; from the crosshair on, or from the right edge, when none is. */
function atMarker(view: ChartView, charted: Charted, direction: -1 | 1): ChartView | null {
  const { candles, placed } = charted
  const shown = placed.findIndex(({ marker }) => marker.id === view.marker)
  const from = view.pointed === null ? candles.length : indexAtTime(candles, view.pointed) + 0.5
  const next =
    shown >= 0
      ? placed[shown + direction]
      : direction === 1
        ? (placed.find(({ entry }) => entry.position >= from) ?? placed.at(-1))
        : (placed.findLast(({ entry }) => entry.position < from) ?? placed[0])
  if (!next) return shown >= 0 ? view : null
  const index = Math.min(candles.length - 1, Math.floor(next.entry.position))
  return { ...pointedAt(view, charted, index), marker: next.marker.id }
}
