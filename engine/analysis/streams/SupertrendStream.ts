import type { CandleColumns } from '../../../schema/market/candles.ts'
import { TOLERANCE } from './warmth.ts'
import { AtrStream } from './AtrStream.ts'
import { UnknownBand } from './UnknownBand.ts'
import type { IndicatorStream } from './IndicatorStream.ts'

/**
 * `supertrend` as a stream. Its bands remember: one that nothing has moved since last month is where last month put it. So it is warm by what
 * the market did, not by a count of bars: once its range is, UnknownBand follows where the bands of any longer history could be, and when these have
 * come together and a close has been beyond one of them, every history has the same bands and the same direction, for ever.
 */
export class SupertrendStream implements IndicatorStream {
  /** Value, direction. */
  readonly values = new Float64Array(2).fill(NaN)
  isWarm = false
  readonly #multiplier: number
  readonly #range: AtrStream
  #before = NaN
  #upper = Infinity
  #lower = -Infinity
  #up = false
  readonly #unknownUpper = new UnknownBand()
  /** Of the prices below zero: a lower band is an upper one upside down. */
  readonly #unknownLower = new UnknownBand()

  constructor(period: number, multiplier: number) {
    this.#multiplier = multiplier
    this.#range = new AtrStream(period)
  }

  step(bars: CandleColumns, i: number): void {
    const before = this.#before
    const close = (this.#before = bars.close[i]!)
    this.#range.step(bars, i)
    const range = this.#range.values[0]!
    if (Number.isNaN(range)) return
    const middle = (bars.high[i]! + bars.low[i]!) / 2
    const distance = this.#multiplier * range
    const top = middle + distance
    const bottom = middle - distance
    if (top < this.#upper || before > this.#upper) this.#upper = top
    if (bottom > this.#lower || before < this.#lower) this.#lower = bottom
    this.#up = this.#up ? close >= this.#lower : close > this.#upper
    this.values[0] = this.#up ? this.#lower : this.#upper
    this.values[1] = this.#up ? 1 : -1
    if (this.isWarm || Math.max(1, this.#multiplier) * this.#range.left > TOLERANCE) return
    this.#unknownUpper.step(top, before)
    this.#unknownLower.step(-bottom, -before)
    const known = this.#unknownUpper.isKnown && this.#unknownLower.isKnown
    // Then the direction is the same whichever it was. Narrow bands may lie the wrong way round, and a close between them turns it.
    this.isWarm = known && close > this.#upper === close >= this.#lower
  }
}
