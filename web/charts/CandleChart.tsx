import { useParentSize } from '@visx/responsive'
import { lazy, Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { styled } from 'styled-components'
import { plotWidthOf } from './candleGeometry.ts'
import { CandleLegend } from './CandleLegend.tsx'
import { CandlePlot } from './CandlePlot.tsx'
import { CandleTable } from './CandleTable.tsx'
import type { ChartCandle } from './ChartCandle.ts'
import { barsIn } from './chartExtents.ts'
import { ChartToolbar } from './ChartToolbar.tsx'
import { FIRST_VIEW, stepped, ZOOM_STEP, zoomedAtCrosshair } from './chartView.ts'
import { indexAtTime, NEWEST_BARS, rangeOf } from './barWindow.ts'
import { MOST_OVERLAYS, withOverlay, type Overlay } from './Overlay.ts'
import { OverlayLegend } from './OverlayLegend.tsx'
import { overlayPictures } from './overlayLines.ts'
import { placeMarkers, type TradeMarker } from './TradeMarker.ts'
import { useOverlays } from './useOverlays.ts'

// Who only looks needs no dialog.
const OverlayDialog = lazy(() => import('./OverlayDialog.tsx').then((module) => ({ default: module.OverlayDialog })))

const Frame = styled.div`
  display: grid;
  grid-template-rows: auto minmax(0, 1fr) auto;
  gap: 4px;
`

const Stage = styled.div`
  position: relative;
  min-width: 0;
`

/** Minimum width, in CSS pixels, at which the indicator values are shown by default. */
const ROOMY = 560

const NO_MARKERS: readonly TradeMarker[] = []

interface CandleChartProps {
  symbol: string
  /** A bar's length. */
  minutes: number
  /** Oldest first, at least one. Bars that have not changed must be the same objects: only others are painted again. */
  candles: readonly ChartCandle[]
  /** Of everything: legend, chart and buttons; in CSS pixels. */
  height: number
  markers?: readonly TradeMarker[]
  /** The user has come near the oldest bar, or an indicator needs earlier ones. Called again when bars were added and it is still so. */
  onNearStart?: () => void
}

/**
 * The candle chart: bars and volume, crosshair, zoom, indicators and markers, by mouse, touch and keys, and the same as a table.
 * Shows the newest bars first; indicators are remembered for the user and the symbol.
 */
export function CandleChart({ symbol, minutes, candles, height, markers = NO_MARKERS, onNearStart }: CandleChartProps) {
  const { parentRef, width, height: stageHeight } = useParentSize<HTMLDivElement>({ debounceTime: 50 })
  const [view, setView] = useState(FIRST_VIEW)
  const [asTable, setAsTable] = useState(false)
  const [overlays, setOverlays] = useOverlays(symbol)
  const [dialog, setDialog] = useState<{ readonly edited: Overlay | null } | null>(null)
  const pictures = useMemo(() => overlayPictures(candles, overlays, minutes), [candles, overlays, minutes])
  const placed = useMemo(() => placeMarkers(markers, candles, minutes), [markers, candles, minutes])
  const charted = { candles, placed, plotWidth: plotWidthOf(width) }
  const range = rangeOf(view.window, candles, charted.plotWidth)
  const pointed = view.pointed === null ? -1 : indexAtTime(candles, view.pointed)
  const shown = pointed >= 0 ? pointed : barsIn(range, candles.length).last
  const label = `${symbol}, ${minutes} minute candles`

  const isTouched = view.window !== NEWEST_BARS || overlays.length > 0
  const isNearStart = width > 0 && isTouched && range.start < (range.end - range.start) / 2
  const callNearStart = useEffectEvent(() => onNearStart?.())
  const firstTime = candles[0]?.time
  useEffect(() => {
    if (isNearStart) callNearStart()
  }, [isNearStart, firstTime])

  function save(chosen: Pick<Overlay, 'name' | 'parameters'>) {
    const edited = dialog?.edited
    setOverlays(edited ? overlays.map((each) => (each === edited ? { ...each, ...chosen } : each)) : withOverlay(overlays, chosen))
    setDialog(null)
  }

  const candle = candles[shown]
  if (!candle) return null
  return (
    <Frame style={{ height }}>
      <CandleLegend candle={candle} spoken={view.byKey && view.marker === null} />
      <Stage ref={parentRef}>
        {asTable ? (
          <CandleTable label={label} candles={candles} markers={placed} />
        ) : (
          <>
            <CandlePlot {...{ label, minutes, overlays, pictures, view, charted, pointed, width, height: stageHeight }} onView={setView} />
            <OverlayLegend
              overlays={overlays}
              pictures={pictures}
              index={shown}
              isRoomy={width >= ROOMY}
              onChange={setOverlays}
              onEdit={(edited) => setDialog({ edited })}
            />
          </>
        )}
      </Stage>
      <ChartToolbar
        asTable={asTable}
        canAdd={overlays.length < MOST_OVERLAYS}
        onStep={(direction) => setView(stepped(view, charted, direction))}
        onZoom={(closer) => setView(zoomedAtCrosshair(view, charted, closer ? 1 / ZOOM_STEP : ZOOM_STEP))}
        onReset={() => setView({ ...view, window: NEWEST_BARS })}
        onAdd={() => setDialog({ edited: null })}
        onTable={() => setAsTable(!asTable)}
      />
      <Suspense fallback={null}>
        {dialog ? <OverlayDialog edited={dialog.edited} overlays={overlays} onSave={save} onClose={() => setDialog(null)} /> : null}
      </Suspense>
    </Frame>
  )
}
