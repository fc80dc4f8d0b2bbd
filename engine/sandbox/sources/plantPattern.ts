import type { PlantedShape } from '../../../schema/market/drawnMarket.ts'
import type { SeededRandom } from '../../../schema/SeededRandom.ts'

/** Corner points of a shape: share of its length, and height in units of its depth. */
const PATTERN_SHAPES = {
  w: [
    [0, 0],
    [0.25, -1],
    [0.5, -0.35],
    [0.75, -1],
    [1, 0],
  ],
  flag: [
    [0, 0],
    [0.35, 1],
    [0.55, 0.75],
    [0.7, 0.9],
    [0.85, 0.65],
    [1, 0.8],
  ],
  shoulders: [
    [0, 0],
    [0.15, 0.6],
    [0.3, 0.2],
    [0.5, 1],
    [0.7, 0.2],
    [0.85, 0.6],
    [1, 0],
  ],
} as const satisfies Readonly<Record<PlantedShape, readonly (readonly [number, number])[]>>

/** A shape that minutes of some days follow, and a drift that comes after it: something that can be known beforehand. */
export interface PlantedPattern {
  readonly shape: PlantedShape
  /** Share of the days that have it. */
  readonly rate: number
  /** Minutes of the shape, and of the drift after it. */
  readonly length: number
  readonly hold: number
  /** Height of the shape and size of the drift, in standard deviations of what the index would move in that time. */
  readonly depth: number
  readonly drift: number
  /** What is left of the minutes' own returns while the shape is drawn. */
  readonly noise: number
  /** Whether half of them stand on their head. */
  readonly isMirrored: boolean
}

/** Half of the days, as clear as a trader might wish for. */
export function usualPattern(shape: PlantedShape): PlantedPattern {
  return { shape, rate: 0.5, length: 40, hold: 30, depth: 1.5, drift: 1, noise: 0.4, isMirrored: false }
}

/** Minutes at the begin of a session, and after the end of the drift, that no pattern reaches into. */
const BEGIN = 40
const END = 70

/** Where a pattern lies. */
export interface PlantedAt {
  /** First minute of the shape, and of the drift. */
  readonly shapeFrom: number
  readonly driftFrom: number
  readonly direction: 1 | -1
}

/**
 * Plants a pattern into a session's log returns, in place; null, and nothing is changed, on a day that has none.
 * `volatilities`: the standard deviations that the returns were drawn with.
 */
export function plantPattern(
  { shape, rate, length, hold, depth, drift, noise, isMirrored }: PlantedPattern,
  random: SeededRandom,
  returns: Float64Array,
  volatilities: Float64Array,
): PlantedAt | null {
  const starts = returns.length - BEGIN - END - length - hold
  if (starts < 1 || random.uniform() >= rate) return null
  const shapeFrom = BEGIN + random.integer(0, starts - 1)
  const direction = isMirrored && random.uniform() < 0.5 ? -1 : 1
  const driftFrom = shapeFrom + length
  const size = direction * depth * deviationOf(volatilities, shapeFrom, driftFrom)
  for (let k = 0; k < length; k++) {
    const step = heightAt(shape, (k + 1) / length) - heightAt(shape, k / length)
    returns[shapeFrom + k] = noise * returns[shapeFrom + k]! + size * step
  }
  const variance = deviationOf(volatilities, driftFrom, driftFrom + hold) ** 2
  for (let minute = driftFrom; minute < driftFrom + hold; minute++)
    returns[minute]! += (direction * drift * volatilities[minute]! ** 2) / Math.sqrt(variance)
  return { shapeFrom, driftFrom, direction }
}

function deviationOf(volatilities: Float64Array, from: number, to: number): number {
  let variance = 0
  for (let minute = from; minute < to; minute++) variance += volatilities[minute]! ** 2
  return Math.sqrt(variance)
}

function heightAt(shape: PlantedShape, share: number): number {
  const corners = PATTERN_SHAPES[shape]
  const next = corners.findIndex(([at]) => at >= share)
  const [to, high] = corners[next]!
  if (next === 0) return high
  const [from, low] = corners[next - 1]!
  return low + ((high - low) * (share - from)) / (to - from)
}
