import { INDICATORS, indicatorText, type IndicatorName } from '../../schema/rules/indicators.ts'

interface OverlayDefinition {
  readonly title: string
  readonly short: string
  /** Drawn over the bars, or in a pane of its own below them. */
  readonly pane: 'price' | 'rsi' | 'macd'
  /** The defaults, in the order of the indicator's parameters. */
  readonly parameters: readonly number[]
}

/** The indicators a chart can show, out of those the rule language knows. */
export const OVERLAYS = {
  sma: { title: 'Simple moving average', short: 'SMA', pane: 'price', parameters: [20] },
  ema: { title: 'Exponential moving average', short: 'EMA', pane: 'price', parameters: [20] },
  bollinger: { title: 'Bollinger bands', short: 'Bollinger', pane: 'price', parameters: [20, 2] },
  supertrend: { title: 'Supertrend', short: 'Supertrend', pane: 'price', parameters: [10, 3] },
  vwap: { title: 'VWAP', short: 'VWAP', pane: 'price', parameters: [] },
  rsi: { title: 'RSI', short: 'RSI', pane: 'rsi', parameters: [14] },
  macd: { title: 'MACD', short: 'MACD', pane: 'macd', parameters: [12, 26, 9] },
} as const satisfies Partial<Record<IndicatorName, OverlayDefinition>>

export type OverlayName = keyof typeof OVERLAYS
export const OVERLAY_NAMES = Object.keys(OVERLAYS) as readonly OverlayName[]

export function isOverlayName(text: unknown): text is OverlayName {
  return OVERLAY_NAMES.some((name) => name === text)
}

/** As many as there are distinct colours. */
export const MOST_OVERLAYS = 6

/** An indicator on a chart. `colour` is the number of its token, `--series-1` to `--series-6`. */
export interface Overlay {
  readonly name: OverlayName
  readonly parameters: readonly number[]
  readonly hidden: boolean
  readonly colour: number
}

/** `supertrend(10,3)`: the same for equal indicators, and only for them. */
export const overlayKey = (overlay: Pick<Overlay, 'name' | 'parameters'>): string => indicatorText(overlay)

/** `EMA 20`, `Supertrend 10, 3`. */
export const overlayLabel = ({ name, parameters }: Pick<Overlay, 'name' | 'parameters'>): string =>
  [OVERLAYS[name].short, parameters.join(', ')].filter(Boolean).join(' ')

/** A parameter's fault in words; null when it is within bounds. `index` is its place among the indicator's parameters. */
export function parameterProblem(name: OverlayName, index: number, value: number): string | null {
  const bounds = Object.values(INDICATORS[name].parameters)[index]
  if (!bounds) return `${OVERLAYS[name].short} has no such parameter.`
  const { min, max, unit } = bounds
  const inBounds = value >= min && value <= max && (unit === 'factor' || Number.isInteger(value))
  if (inBounds) return null
  return unit === 'factor' ? `A number from ${min} to ${max}.` : `A whole number from ${min} to ${max}.`
}

/** One more indicator in the first free colour; the same list when it is there already, or there are as many as can be distinguished. */
export function withOverlay(overlays: readonly Overlay[], added: Pick<Overlay, 'name' | 'parameters'>): readonly Overlay[] {
  if (overlays.length >= MOST_OVERLAYS || overlays.some((each) => overlayKey(each) === overlayKey(added))) return overlays
  const colours = Array.from({ length: MOST_OVERLAYS }, (_, i) => i + 1)
  const colour = colours.find((each) => !overlays.some((overlay) => overlay.colour === each)) ?? 1
  return [...overlays, { name: added.name, parameters: added.parameters, hidden: false, colour }]
}

/** The list with one of them moved up (−1) or down (1); the same list where it ends. */
export function movedOverlay(overlays: readonly Overlay[], overlay: Overlay, by: -1 | 1): readonly Overlay[] {
  const from = overlays.indexOf(overlay)
  const other = overlays[from + by]
  return other ? overlays.with(from, other).with(from + by, overlay) : overlays
}

/** Parses what the browser has stored; drops anything that is no valid list of indicators. */
export function readOverlays(stored: unknown): readonly Overlay[] {
  if (!Array.isArray(stored)) return []
  return stored.reduce<readonly Overlay[]>((overlays, each: unknown) => {
    const overlay = readOverlay(each)
    if (!overlay) return overlays
    const more = withOverlay(overlays, overlay)
    return more.map((one, i) => (i === overlays.length ? { ...one, hidden: overlay.hidden } : one))
  }, [])
}

function readOverlay(stored: unknown): Omit<Overlay, 'colour'> | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { name, parameters, hidden } = stored as Readonly<Record<string, unknown>>
  if (!isOverlayName(name) || !Array.isArray(parameters) || parameters.length !== OVERLAYS[name].parameters.length) return null
  const values = parameters.filter((value) => typeof value === 'number')
  if (values.length !== parameters.length || values.some((value, i) => parameterProblem(name, i, value) !== null)) return null
  return { name, parameters: values, hidden: hidden === true }
}
