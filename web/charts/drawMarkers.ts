import type { BarRange } from './barWindow.ts'
import type { CandleGeometry } from './candleGeometry.ts'
import type { Surface } from './prepareCanvas.ts'
import type { PlacedMarker, PlacedPoint } from './TradeMarker.ts'
import type { Direction } from '../../schema/trading/SignalSide.ts'

/** Half the size of a marker, in CSS pixels. */
const HALF = 5

type Corners = readonly (readonly [number, number])[]

const DIAMOND: Corners = [
  [0, -HALF],
  [HALF, 0],
  [0, HALF],
  [-HALF, 0],
]

function triangle(side: Direction): Corners {
  const tip = side === 'LONG' ? -HALF : HALF
  return [
    [0, tip],
    [HALF, -tip],
    [-HALF, -tip],
  ]
}

type Place = Pick<CandleGeometry, 'x' | 'price'>

/** The colour of a trade by its result. */
export function profitToken(profit: number | null): string {
  if (profit === null || profit === 0) return '--text'
  return profit > 0 ? '--pnl-up' : '--pnl-down'
}

/**
 * Paints the markers in sight. A trade: a filled triangle at its entry, up for LONG and down for SHORT, a filled diamond for NEUTRAL, a filled
 * square at its exit, and the line between them. A signal without a trade: a hollow diamond.
 */
export function drawMarkers({ context, token }: Surface, placed: readonly PlacedMarker[], range: BarRange, place: Place): void {
  context.lineWidth = 1.5
  const ground = token('--ground')
  for (const { marker, entry, exit } of placed) {
    if ((exit ?? entry).position < range.start || entry.position > range.end) continue
    const from = pixels(entry, place)
    if (marker.kind === 'signal') {
      context.strokeStyle = token('--muted')
      outline(context, DIAMOND, from)
      context.stroke()
      continue
    }
    const colour = token(profitToken(marker.profit))
    if (exit) {
      const to = pixels(exit, place)
      context.strokeStyle = colour
      context.setLineDash([5, 3])
      context.beginPath()
      context.moveTo(from.x, from.y)
      context.lineTo(to.x, to.y)
      context.stroke()
      context.setLineDash([])
      outline(
        context,
        [
          [-HALF + 1, -HALF + 1],
          [HALF - 1, -HALF + 1],
          [HALF - 1, HALF - 1],
          [-HALF + 1, HALF - 1],
        ],
        to,
      )
      fill(context, colour, ground)
    }
    outline(context, marker.side === 'NEUTRAL' ? DIAMOND : triangle(marker.side), from)
    fill(context, token('--accent'), ground)
  }
}

/** The marker whose entry or exit is nearest to a point of the plot, within `reach` CSS pixels; the later one of equals. */
export function markerAt(placed: readonly PlacedMarker[], x: number, y: number, reach: number, place: Place): PlacedMarker | null {
  let nearest: PlacedMarker | null = null
  let distance = reach
  for (const each of placed) {
    for (const point of each.exit ? [each.entry, each.exit] : [each.entry]) {
      const at = pixels(point, place)
      const away = Math.hypot(at.x - x, at.y - y)
      if (away > distance) continue
      nearest = each
      distance = away
    }
  }
  return nearest
}

const pixels = (point: PlacedPoint, { x, price }: Place) => ({ x: x(point.position), y: price.y(point.level) })

function outline(
  context: CanvasRenderingContext2D,
  corners: readonly (readonly [number, number])[],
  at: { readonly x: number; readonly y: number },
): void {
  context.beginPath()
  for (const [dx, dy] of corners) context.lineTo(at.x + dx, at.y + dy)
  context.closePath()
}

/** Filled, and outlined against what lies below. */
function fill(context: CanvasRenderingContext2D, colour: string, ground: string): void {
  context.strokeStyle = ground
  context.stroke()
  context.fillStyle = colour
  context.fill()
}
