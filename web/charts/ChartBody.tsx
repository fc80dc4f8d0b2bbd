import { useParentSize } from '@visx/responsive'
import { useEffect, useEffectEvent, useMemo, type Dispatch, type Ref, type SetStateAction } from 'react'
import { styled } from 'styled-components'
import { plotWidthOf } from './candleGeometry.ts'
import { CandleLegend } from './CandleLegend.tsx'
import { CandlePlot } from './CandlePlot.tsx'
import { CandleTable } from './CandleTable.tsx'
import type { ChartCandle } from './ChartCandle.ts'
import { barsIn } from './chartExtents.ts'
import { ChartToolbar } from './ChartToolbar.tsx'
import { stepped, ZOOM_STEP, zoomedAtCrosshair, type ChartView } from './chartView.ts'
import { indexAtTime, NEWEST_BARS, rangeOf } from './barWindow.ts'
import { MOST_OVERLAYS, type Overlay } from './Overlay.ts'
import { OverlayLegend } from './OverlayLegend.tsx'
import { overlayPictures } from './overlayLines.ts'
import { placeMarkers, type TradeMarker } from './TradeMarker.ts'

const Frame = styled.div`
  display: flex;
  flex-direction: column;
  gap: 4px;
`

const Stage = styled.div`
  position: relative;
  flex: 1;
  min-width: 0;
  min-height: 0;
`

/** Minimum width, in CSS pixels, at which the indicator values are shown by default. */
const ROOMY = 560

const NO_MARKERS: readonly TradeMarker[] = []

/** What a chart shows. */
export interface ChartedSeries {
  symbol: string
  /** A bar's length. */
  minutes: number
  /** Oldest first, at least one. Bars that have not changed must be the same objects: only others are painted again. */
  candles: readonly ChartCandle[]
  markers?: readonly TradeMarker[]
  /** The user has come near the oldest bar, or an indicator needs earlier ones. Called again when bars were added and it is still so. */
  onNearStart?: () => void
}

interface ChartBodyProps {
  series: ChartedSeries
  view: ChartView
  asTable: boolean
  overlays: readonly Overlay[]
  isFull: boolean
  fullButton: Ref<HTMLButtonElement>
  /** CSS pixels, or a part of where it lies. */
  height: number | string
  onView: Dispatch<SetStateAction<ChartView>>
  onOverlays: (overlays: readonly Overlay[]) => void
  /** Asks for the dialog of an indicator; `edited` null: of a new one. */
  onDialog: (dialog: { readonly edited: Overlay | null }) => void
  onTable: () => void
  onFull: () => void
}

/** All of a chart in the place that it has at the moment: legends above, bars or table, and the buttons below. */
export function ChartBody({
  series: { symbol, minutes, candles, markers = NO_MARKERS, onNearStart },
  view,
  asTable,
  overlays,
  isFull,
  fullButton,
  height,
  onView,
  onOverlays,
  onDialog,
  onTable,
  onFull,
}: ChartBodyProps) {
  const { parentRef, width, height: stageHeight } = useParentSize<HTMLDivElement>({ debounceTime: 50 })
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

  const candle = candles[shown]
  if (!candle) return null
  return (
    <Frame style={{ height }}>
      <CandleLegend candle={candle} spoken={view.byKey && view.marker === null} />
      {asTable ? null : (
        <OverlayLegend
          overlays={overlays}
          pictures={pictures}
          index={shown}
          // Before the first layout by the window, so that the bars do not move with it.
          isRoomy={(width || window.innerWidth) >= ROOMY}
          onChange={onOverlays}
          onEdit={(edited) => onDialog({ edited })}
        />
      )}
      <Stage ref={parentRef}>
        {asTable ? (
          <CandleTable label={label} candles={candles} markers={placed} />
        ) : (
          <CandlePlot {...{ label, minutes, overlays, pictures, view, charted, pointed, width, height: stageHeight, onView }} />
        )}
      </Stage>
      <ChartToolbar
        {...{ asTable, isFull, fullButton, onTable, onFull }}
        canAdd={overlays.length < MOST_OVERLAYS}
        onStep={(direction) => onView(stepped(view, charted, direction))}
        onZoom={(closer) => onView(zoomedAtCrosshair(view, charted, closer ? 1 / ZOOM_STEP : ZOOM_STEP))}
        onReset={() => onView({ ...view, window: NEWEST_BARS })}
        onAdd={() => onDialog({ edited: null })}
      />
    </Frame>
  )
}
