import type { ChartCandle } from './ChartCandle.ts'

interface CandlePlacement {
  /** Middle of the bar with this index, CSS pixels. */
  readonly x: (index: number) => number
  readonly y: (price: number) => number
  readonly barWidth: number
}

/**
 * Paints bars over the whole canvas, sharp on any display. The canvas's CSS size is `width` × `height`;
 * its colours are the theme's profit and loss tokens at this moment.
 */
export function drawCandles(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
  candles: readonly ChartCandle[],
  { x, y, barWidth }: CandlePlacement,
): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const density = window.devicePixelRatio
  canvas.width = Math.round(width * density)
  canvas.height = Math.round(height * density)
  context.scale(density, density)
  const style = getComputedStyle(canvas)
  const up = style.getPropertyValue('--pnl-up')
  const down = style.getPropertyValue('--pnl-down')
  for (const [index, candle] of candles.entries()) {
    const rose = candle.close >= candle.open
    const middle = x(index)
    const top = y(Math.max(candle.open, candle.close))
    const bottom = y(Math.min(candle.open, candle.close))
    context.fillStyle = rose ? up : down
    context.fillRect(middle - 0.5, y(candle.high), 1, Math.max(1, y(candle.low) - y(candle.high)))
    context.fillRect(middle - barWidth / 2, top, barWidth, Math.max(1, bottom - top))
  }
}
