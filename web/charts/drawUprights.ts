import type { CandleGeometry } from './candleGeometry.ts'
import type { Surface } from './prepareCanvas.ts'

/** A column standing at a bar: its colour's token and its place in CSS pixels. */
interface Upright {
  readonly token: string
  readonly top: number
  readonly height: number
}

/**
 * Paints a column at each bar from `from` to `to`, both included, if it has one. Where bars are closer than display pixels, only the
 * highest per pixel column is painted. `opacity` is 0–1.
 */
export function drawUprights(
  { context, density, token }: Surface,
  from: number,
  to: number,
  { middle, slot }: Pick<CandleGeometry, 'middle' | 'slot'>,
  opacity: number,
  uprightAt: (index: number) => Upright | null,
): void {
  const width = Math.max(1 / density, slot * 0.68)
  let highest: Upright | null = null
  context.globalAlpha = opacity
  for (let i = from; i <= to; i++) {
    const upright = uprightAt(i)
    if (upright && (!highest || upright.height > highest.height)) highest = upright
    if (i < to && Math.floor(middle(i) * density) === Math.floor(middle(i + 1) * density)) continue
    if (highest) {
      context.fillStyle = token(highest.token)
      context.fillRect(middle(i) - width / 2, highest.top, width, highest.height)
    }
    highest = null
  }
  context.globalAlpha = 1
}
