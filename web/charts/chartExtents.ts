import type { BarRange } from './barWindow.ts'
import type { ChartCandle } from './ChartCandle.ts'
import type { OverlayPicture } from './overlayLines.ts'

/** What the scales of a chart must hold: plain numbers, so that an unchanged picture is recognised. */
export interface ChartExtents {
  /** Lowest and highest of bars and overlays in sight, in rupees. */
  readonly low: number
  readonly high: number
  /** The highest volume in sight; 0 where volume is unknown. */
  readonly volume: number
  readonly hasRsi: boolean
  /** The MACD's largest distance from zero; null without a MACD. */
  readonly macd: number | null
}

/** The extents of the stretch of bars in sight. */
export function chartExtents(candles: readonly ChartCandle[], range: BarRange, pictures: readonly OverlayPicture[]): ChartExtents {
  const { first, last } = barsIn(range, candles.length)
  let low = Infinity
  let high = -Infinity
  let volume = 0
  for (let i = first; i <= last; i++) {
    const candle = candles[i]!
    low = Math.min(low, candle.low)
    high = Math.max(high, candle.high)
    volume = Math.max(volume, candle.volume)
  }
  let macd: number | null = null
  for (const { pane, lines } of pictures) {
    if (pane === 'rsi') continue
    for (const { values } of lines) {
      for (let i = first; i <= last; i++) {
        const value = values[i]!
        if (Number.isNaN(value)) continue
        if (pane === 'macd') macd = Math.max(macd ?? 0, Math.abs(value))
        else {
          low = Math.min(low, value)
          high = Math.max(high, value)
        }
      }
    }
    if (pane === 'macd') macd ??= 0
  }
  return { low, high, volume, hasRsi: pictures.some(({ pane }) => pane === 'rsi'), macd }
}

/** The bars that a range shows wholly or in part, by place; `last` is before `first` when there are none. */
export function barsIn({ start, end }: BarRange, length: number): { readonly first: number; readonly last: number } {
  return { first: Math.max(0, Math.floor(start)), last: Math.min(length, Math.ceil(end)) - 1 }
}
