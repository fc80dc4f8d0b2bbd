/** A canvas prepared for painting in CSS pixels. */
export interface Surface {
  readonly context: CanvasRenderingContext2D
  /** Device pixels in a CSS pixel. */
  readonly density: number
  /** The value of a theme token at this moment: `--pnl-up`. */
  readonly token: (name: string) => string
}

/** Clears a canvas whose CSS size is `width` × `height` and scales it for this display. Null where nothing can be painted. */
export function prepareCanvas(canvas: HTMLCanvasElement, width: number, height: number): Surface | null {
  const context = canvas.getContext('2d')
  if (!context) return null
  const density = window.devicePixelRatio
  const columns = Math.round(width * density)
  const rows = Math.round(height * density)
  // Setting a size reallocates the bitmap, even for the same size: only set it when it changes.
  if (canvas.width !== columns) canvas.width = columns
  if (canvas.height !== rows) canvas.height = rows
  context.setTransform(density, 0, 0, density, 0, 0)
  context.clearRect(0, 0, width, height)
  const style = getComputedStyle(canvas)
  const known = new Map<string, string>()
  // Painting needs the style thousands of times; it is read once.
  const token = (name: string) => {
    const value = known.get(name) ?? style.getPropertyValue(name).trim()
    known.set(name, value)
    return value
  }
  return { context, density, token }
}
