import type { ChartCandle } from './ChartCandle.ts'
import type { Surface } from './prepareCanvas.ts'

interface CandlePlacement {
  /** Middle of the bar with this index, CSS pixels. */
  readonly x: (index: number) => number
  readonly y: (price: number) => number
  /** Room from one bar to the next. */
  readonly slot: number
}

/** Below this many device pixels a bar no longer has its own body. */
const THINNEST_SLOT = 2

/** Paints the bars from index `from` up to, not including, `to`, on whole device pixels, in the theme's colours of profit and loss. */
export function drawCandles(surface: Surface, candles: readonly ChartCandle[], from: number, to: number, placement: CandlePlacement): void {
  if (placement.slot * surface.density < THINNEST_SLOT) drawColumns(surface, candles, from, to, placement)
  else drawBars(surface, candles, from, to, placement)
}

function drawBars(
  { context, density, token }: Surface,
  candles: readonly ChartCandle[],
  from: number,
  to: number,
  placement: CandlePlacement,
) {
  const { x, y, slot } = placement
  const pixel = 1 / density
  const snap = (value: number) => Math.round(value * density) / density
  const half = Math.max(pixel, Math.min(14, slot * 0.68)) / 2
  const wick = Math.max(1, Math.round(density)) / density
  for (const rose of [true, false]) {
    context.fillStyle = token(rose ? '--pnl-up' : '--pnl-down')
    for (let i = from; i < to; i++) {
      const { open, high, low, close } = candles[i]!
      if (close >= open !== rose) continue
      const middle = x(i)
      const top = snap(y(high))
      context.fillRect(snap(middle - wick / 2), top, wick, Math.max(pixel, snap(y(low)) - top))
      const bodyTop = snap(y(Math.max(open, close)))
      const left = snap(middle - half)
      context.fillRect(left, bodyTop, Math.max(pixel, snap(middle + half) - left), Math.max(1, snap(y(Math.min(open, close))) - bodyTop))
    }
  }
}

/** Bars closer than the pixels of the display: all that fall on one column of pixels become one line from their lowest to their highest. */
function drawColumns(
  { context, density, token }: Surface,
  candles: readonly ChartCandle[],
  from: number,
  to: number,
  { x, y }: CandlePlacement,
) {
  const up = token('--pnl-up')
  const down = token('--pnl-down')
  for (let i = from; i < to;) {
    const column = Math.floor(x(i) * density)
    const { open } = candles[i]!
    let { high, low, close } = candles[i]!
    for (i++; i < to && Math.floor(x(i) * density) === column; i++) {
      const next = candles[i]!
      high = Math.max(high, next.high)
      low = Math.min(low, next.low)
      close = next.close
    }
    context.fillStyle = close >= open ? up : down
    context.fillRect(column / density, y(high), 1 / density, Math.max(1 / density, y(low) - y(high)))
  }
}
