import type { Candle } from '../../../schema/market/candles.ts'
import type { Paise } from '../../../schema/money.ts'
import { MINUTE, type Instant } from '../../../schema/time.ts'
import { SeededRandom } from '../../../schema/SeededRandom.ts'

/** Market time between two ticks of an index, as the exchange broadcasts them. */
export const TICK_SPACING = 250
const TICKS = MINUTE / TICK_SPACING
/** Size of the steps between the fixed points, as a share of the candle's range: about what a random walk with that range has. */
const ROUGHNESS = 0.04
/** Ticks between the open, the two extremes and the close, at least: no market crosses its minute's whole range in a blink. */
const EDGE = TICKS / 20
const BETWEEN_EXTREMES = TICKS / 6

export interface IndexTick {
  readonly at: Instant
  readonly price: Paise
  /** One of the four prices that make the candle; these are streamed even when others are skipped. */
  readonly fixed: boolean
}

/**
 * The price path inside a one-minute candle, a tick every 250 ms of market time: the first at the minute's start is the open,
 * the last at :59.750 is the close, high and low are both touched, and nothing lies outside them. Folding the fixed ticks
 * gives back the candle. The same candle and seed give the same path.
 */
export function candleTicks(candle: Candle, seed: string): readonly IndexTick[] {
  const random = new SeededRandom(`${seed}:${candle.time}`)
  const first = random.integer(EDGE, TICKS - EDGE - BETWEEN_EXTREMES)
  const second = random.integer(first + BETWEEN_EXTREMES, TICKS - EDGE)
  // A rising minute more often makes its low first.
  const lowFirst = random.uniform() < (candle.close >= candle.open ? 0.7 : 0.3)
  const fixed: readonly (readonly [position: number, price: Paise])[] = [
    [0, candle.open],
    [first, lowFirst ? candle.low : candle.high],
    [second, lowFirst ? candle.high : candle.low],
    [TICKS - 1, candle.close],
  ]

  const ticks: IndexTick[] = [{ at: candle.time, price: candle.open, fixed: true }]
  for (let leg = 1; leg < fixed.length; leg++) {
    const [from, start] = fixed[leg - 1]!
    const [to, end] = fixed[leg]!
    let price: number = start
    for (let position = from + 1; position < to; position++) {
      const pull = (end - price) / (to - position + 1)
      price += pull + ROUGHNESS * (candle.high - candle.low) * random.normal()
      price = Math.min(candle.high, Math.max(candle.low, price))
      ticks.push({ at: candle.time + position * TICK_SPACING, price: toStep(price, candle), fixed: false })
    }
    ticks.push({ at: candle.time + to * TICK_SPACING, price: end, fixed: true })
  }
  return ticks
}

/** To five paise, but never beyond the candle, whose own prices may lie between the steps. */
function toStep(price: number, candle: Candle): Paise {
  const stepped = (Math.round(price / 5) * 5) as Paise
  return stepped > candle.high ? candle.high : stepped < candle.low ? candle.low : stepped
}
