import type { CandleGeometry, Pane } from './candleGeometry.ts'
import type { OverlayLine, OverlayPicture } from './overlayLines.ts'
import { drawUprights } from './drawUprights.ts'
import type { Surface } from './prepareCanvas.ts'

/** Paints the indicators' lines from bar `from` to bar `to`, both included, each in its pane. */
export function drawOverlays(
  surface: Surface,
  pictures: readonly OverlayPicture[],
  from: number,
  to: number,
  geometry: Pick<CandleGeometry, 'price' | 'rsi' | 'macd' | 'middle' | 'slot' | 'plotWidth'>,
): void {
  const { context } = surface
  for (const { pane, lines } of pictures) {
    const place = geometry[pane]
    if (!place) continue
    context.save()
    context.beginPath()
    context.rect(0, place.top, geometry.plotWidth, place.height)
    context.clip()
    for (const line of lines) {
      if (line.look === 'columns') drawColumns(surface, line, from, to, place, geometry)
      else drawLine(surface, line, from, to, place, geometry.middle)
    }
    context.restore()
  }
}

/** One point per column of pixels is enough: the last one. */
function drawLine(
  { context, density, token }: Surface,
  line: OverlayLine,
  from: number,
  to: number,
  { y }: Pane,
  middle: (index: number) => number,
) {
  context.beginPath()
  context.strokeStyle = token(line.token)
  context.lineWidth = 1.5
  context.setLineDash(line.look === 'dashed' ? [4, 3] : [])
  let isDown = false
  for (let i = from; i <= to; i++) {
    const value = line.values[i]!
    if (Number.isNaN(value)) {
      isDown = false
      continue
    }
    if (isDown && i < to && Math.floor(middle(i) * density) === Math.floor(middle(i + 1) * density)) continue
    if (isDown) context.lineTo(middle(i), y(value))
    else context.moveTo(middle(i), y(value))
    isDown = true
  }
  context.stroke()
}

function drawColumns(
  surface: Surface,
  line: OverlayLine,
  from: number,
  to: number,
  { y }: Pane,
  { middle, slot }: Pick<CandleGeometry, 'middle' | 'slot'>,
) {
  const zero = y(0)
  drawUprights(surface, from, to, { middle, slot }, 0.55, (i) => {
    const value = line.values[i]!
    if (Number.isNaN(value)) return null
    return { token: line.token, top: Math.min(zero, y(value)), height: Math.abs(y(value) - zero) }
  })
}
