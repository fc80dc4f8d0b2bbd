import type { Instant } from '../../schema/time.ts'
import { indexAtTime } from './barWindow.ts'
import { MINUTE } from '../../schema/time.ts'
import type { ChartCandle } from './ChartCandle.ts'
import type { SignalSide } from '../../schema/trading/SignalSide.ts'

/** A point of a chart. `price` is a level of the chart's own series, in rupees; null when unknown: the point lies on its bar. */
export interface MarkerPoint {
  readonly time: Instant
  readonly price: number | null
}

interface MarkerText {
  readonly id: string
  /** Which way the index was expected to go; NEUTRAL: neither. */
  readonly side: SignalSide
  /** Its title: `PAPER · 24,500 CE · EMA Crossover`. */
  readonly title: string
  /** The rest of its tooltip, line by line: option prices, reasons. */
  readonly details: readonly string[]
}

/** An event on a chart: a trade from entry to exit, or a signal without a trade. */
export type TradeMarker =
  | (MarkerText & {
      readonly kind: 'trade'
      readonly entry: MarkerPoint
      /** Null while the trade runs. */
      readonly exit: MarkerPoint | null
      /** Profit or loss in rupees; null while unknown. */
      readonly profit: number | null
    })
  | (MarkerText & { readonly kind: 'signal'; readonly at: MarkerPoint })

/** A point by its place in the series (bar i takes i to i + 1) and its level in rupees. */
export interface PlacedPoint {
  readonly position: number
  readonly level: number
}

/** A marker that lies within the bars of a chart; `exit` is null for signals and running trades. */
export interface PlacedMarker {
  readonly marker: TradeMarker
  readonly entry: PlacedPoint
  readonly exit: PlacedPoint | null
}

/** The markers whose points all lie within the bars, by the time they begin. `minutes` is a bar's length. */
export function placeMarkers(markers: readonly TradeMarker[], candles: readonly ChartCandle[], minutes: number): readonly PlacedMarker[] {
  return markers
    .flatMap((marker): PlacedMarker[] => {
      const entry = placePoint(marker.kind === 'trade' ? marker.entry : marker.at, candles, minutes)
      if (!entry) return []
      if (marker.kind === 'signal' || marker.exit === null) return [{ marker, entry, exit: null }]
      const exit = placePoint(marker.exit, candles, minutes)
      return exit ? [{ marker, entry, exit }] : []
    })
    .sort((a, b) => a.entry.position - b.entry.position)
}

/**
 * A point's position: as far into its bar as its time is. Without a price of its own it lies on the straight line from the bar's open to
 * its close. Null outside the bars.
 */
export function placePoint({ time, price }: MarkerPoint, candles: readonly ChartCandle[], minutes: number): PlacedPoint | null {
  const index = indexAtTime(candles, time)
  const candle = candles[index]
  if (!candle) return null
  const gone = (time - candle.time) / (minutes * MINUTE)
  if (gone > 1 && index === candles.length - 1) return null
  // Between two sessions there are no bars: a point there moves to the end of the previous one.
  const part = Math.min(1, gone)
  return { position: index + part, level: price ?? candle.open + part * (candle.close - candle.open) }
}
