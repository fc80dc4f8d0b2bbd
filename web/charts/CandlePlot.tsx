import { useMemo, useRef, type KeyboardEvent } from 'react'
import { styled } from 'styled-components'
import { formatPrice } from '../lib/formatMoney.ts'
import { formatDay, formatTime } from '../lib/formatTime.ts'
import { NEWEST_BARS, panned, rangeOf, zoomed } from './barWindow.ts'
import { CandleAxes } from './CandleAxes.tsx'
import { CandleCanvas } from './CandleCanvas.tsx'
import { candleGeometry, MARGIN } from './candleGeometry.ts'
import type { ChartCandle } from './ChartCandle.ts'
import { barsIn, chartExtents } from './chartExtents.ts'
import { Crosshair } from './Crosshair.tsx'
import { viewAfterKey, type Charted, type ChartView } from './chartView.ts'
import { markerAt } from './drawMarkers.ts'
import { MarkerTooltip } from './MarkerTooltip.tsx'
import type { Overlay } from './Overlay.ts'
import { overlayPictures, type OverlayPicture } from './overlayLines.ts'
import { timeTicks } from './timeTicks.ts'
import { useChartGestures } from './useChartGestures.ts'
import { useSettledBars } from './useSettledBars.ts'

/** Hit distance of a marker, in CSS pixels. */
const MARKER_REACH = 12

const Plot = styled.div`
  position: absolute;
  inset: 0;
  cursor: crosshair;
  touch-action: pan-y;
  user-select: none;
  -webkit-touch-callout: none;

  &:active {
    cursor: grabbing;
  }

  canvas,
  svg {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    pointer-events: none;
  }
`

interface CandlePlotProps {
  label: string
  minutes: number
  overlays: readonly Overlay[]
  pictures: readonly OverlayPicture[]
  view: ChartView
  charted: Charted
  /** The bar of the crosshair; −1 is none. */
  pointed: number
  /** CSS pixels; 0 before the first layout. */
  width: number
  height: number
  onView: (change: ChartView | ((view: ChartView) => ChartView)) => void
}

/** The picture of a chart with its gestures and keys. */
export function CandlePlot({ label, minutes, overlays, pictures, view, charted, pointed, width, height, onView }: CandlePlotProps) {
  const plot = useRef<HTMLDivElement>(null)
  const { candles, plotWidth, placed } = charted
  const settled = useSettledBars(candles)
  const settledPictures = useMemo(() => overlayPictures(settled, overlays, minutes), [settled, overlays, minutes])
  const { start, end } = rangeOf(view.window, candles, plotWidth)
  const { low, high, volume, hasRsi, macd } = chartExtents(candles, { start, end }, pictures)
  const geometry = useMemo(
    () => candleGeometry({ start, end }, { low, high, volume, hasRsi, macd }, width, height),
    [start, end, low, high, volume, hasRsi, macd, width, height],
  )
  const text = useMemo(() => summary(label, candles), [label, candles])
  const { first, last } = barsIn({ start, end }, candles.length)
  const shownMarker = placed.find(({ marker }) => marker.id === view.marker)
  const isMarkerInSight = shownMarker && shownMarker.entry.position >= start && shownMarker.entry.position <= end

  const gestures = useChartGestures(plot, {
    onPan: (pixels) => onView((now) => ({ ...now, window: panned(now.window, candles, plotWidth, -pixels / geometry.slot) })),
    onZoom(factor, x) {
      const at = Math.max(0, Math.min(1, (x - MARGIN.left) / plotWidth))
      const after = rangeOf(zoomed(view.window, candles, plotWidth, factor, at), candles, plotWidth)
      onView((now) => ({ ...now, window: zoomed(now.window, candles, plotWidth, factor, at) }))
      return after.start !== start || after.end !== end
    },
    onPoint(x, y) {
      const index = Math.max(0, Math.min(candles.length - 1, geometry.indexAt(x - MARGIN.left)))
      const marker = markerAt(placed, x - MARGIN.left, y - MARGIN.top, MARKER_REACH, geometry)?.marker.id ?? null
      onView((now) => ({ ...now, pointed: candles[index]?.time ?? null, level: y - MARGIN.top, marker, byKey: false }))
    },
    onLeave: () => onView((now) => ({ ...now, pointed: null, level: null, marker: null })),
  })

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const after = viewAfterKey(view, event.key, event.shiftKey, charted)
    if (!after) return
    event.preventDefault()
    onView(after)
  }

  return (
    <Plot
      ref={plot}
      role="application"
      aria-roledescription="candle chart"
      tabIndex={0}
      aria-label={[text, marked(placed.length), KEYS, placed.length > 0 ? MARKER_KEYS : ''].filter(Boolean).join(' ')}
      onKeyDown={onKeyDown}
      onDoubleClick={() => onView({ ...view, window: NEWEST_BARS })}
      {...gestures}
    >
      {width > 0 ? (
        <>
          <CandleCanvas {...{ candles, pictures, settled, settledPictures, placed, range: { start, end }, geometry, width, height }} />
          <svg aria-hidden>
            <g transform={`translate(${MARGIN.left} ${MARGIN.top})`}>
              <CandleAxes geometry={geometry} ticks={timeTicks(candles, first, last, geometry.slot, minutes)} last={candles.at(-1)!} />
              {pointed < first || pointed > last ? null : (
                <Crosshair {...{ geometry, candle: candles[pointed]!, index: pointed, at: view.level }} />
              )}
            </g>
          </svg>
        </>
      ) : null}
      {shownMarker && (isMarkerInSight || view.byKey) ? <MarkerTooltip placed={shownMarker} geometry={geometry} /> : null}
    </Plot>
  )
}

const KEYS =
  'Use the left and right arrow keys to step through candles, with Shift to move the chart; plus and minus to zoom, 0 to show the newest.'
const MARKER_KEYS = 'Use the up and down arrow keys to go from trade to trade.'

function marked(count: number): string {
  if (count === 0) return ''
  return count === 1 ? '1 trade or signal is marked.' : `${count} trades and signals are marked.`
}

function summary(label: string, candles: readonly ChartCandle[]): string {
  const first = candles[0]
  const last = candles.at(-1)
  if (!first || !last) return `${label}: no candles.`
  const low = candles.reduce((lowest, candle) => Math.min(lowest, candle.low), Infinity)
  const high = candles.reduce((highest, candle) => Math.max(highest, candle.high), -Infinity)
  const at = ({ time }: ChartCandle) => `${formatDay(time)} ${formatTime(time)}`
  return `${label} from ${at(first)} to ${at(last)} IST: opened at ${formatPrice(first.open)}, last ${formatPrice(last.close)}, low ${formatPrice(low)}, high ${formatPrice(high)}.`
}
