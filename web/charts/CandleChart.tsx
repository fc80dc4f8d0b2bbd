import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { ChartBody, type ChartedSeries } from './ChartBody.tsx'
import { FIRST_VIEW } from './chartView.ts'
import { FullScreen } from './FullScreen.tsx'
import { withOverlay, type Overlay } from './Overlay.ts'
import { useOverlays } from './useOverlays.ts'

// Who only looks needs no dialog.
const OverlayDialog = lazy(() => import('./OverlayDialog.tsx').then((module) => ({ default: module.OverlayDialog })))

interface CandleChartProps extends ChartedSeries {
  /** Of everything: legend, chart and buttons; in CSS pixels. */
  height: number
}

/**
 * The candle chart: bars and volume, crosshair, zoom, indicators and markers, by mouse, touch and keys, and the same as a table; in its
 * place or over the whole screen. Shows the newest bars first; indicators are remembered for the user and the symbol.
 */
export function CandleChart({ height, ...series }: CandleChartProps) {
  const { symbol, minutes } = series
  const [view, setView] = useState(FIRST_VIEW)
  const [asTable, setAsTable] = useState(false)
  const [overlays, setOverlays] = useOverlays(symbol)
  const [dialog, setDialog] = useState<{ readonly edited: Overlay | null } | null>(null)
  const [isFull, setFull] = useState(false)
  const fullButton = useRef<HTMLButtonElement>(null)

  // The chart that comes back has another button than the one that was pressed.
  const wasFull = useRef(false)
  useEffect(() => {
    if (wasFull.current && !isFull) fullButton.current?.focus()
    wasFull.current = isFull
  }, [isFull])

  function fill(full: boolean) {
    setFull(full)
    // Its pixels are of a chart of another size.
    setView((now) => ({ ...now, level: null }))
  }

  function save(chosen: Pick<Overlay, 'name' | 'parameters'>) {
    const edited = dialog?.edited
    setOverlays(edited ? overlays.map((each) => (each === edited ? { ...each, ...chosen } : each)) : withOverlay(overlays, chosen))
    setDialog(null)
  }

  const body = (
    <ChartBody
      {...{ series, view, asTable, overlays, isFull, fullButton }}
      height={isFull ? '100%' : height}
      onView={setView}
      onOverlays={setOverlays}
      onDialog={setDialog}
      onTable={() => setAsTable(!asTable)}
      onFull={() => fill(!isFull)}
    />
  )
  return (
    <>
      {isFull ? (
        <>
          <div style={{ height }} />
          <FullScreen title={symbol} description={`${minutes} minute candles`} onClose={() => fill(false)}>
            {body}
          </FullScreen>
        </>
      ) : (
        body
      )}
      <Suspense fallback={null}>
        {dialog ? <OverlayDialog edited={dialog.edited} overlays={overlays} onSave={save} onClose={() => setDialog(null)} /> : null}
      </Suspense>
    </>
  )
}
