import { INTERVAL_MINUTES, type CandleColumns, type Interval } from '../../../schema/market/candles.ts'
import { indicatorText, outputsOf, type IndicatorCall } from '../../../schema/rules/indicators.ts'
import { istMinuteOfDay } from '../../../schema/time.ts'
import { ColumnPool } from './ColumnPool.ts'
import { computeIndicator } from '../indicators/computeIndicator.ts'
import type { BarColumns } from './BarColumns.ts'
import type { Source } from './Source.ts'
import { openStream } from '../streams/openStream.ts'

type Outputs = Readonly<Record<string, Float64Array>>

/** All bars of a stretch of history, as columns: each distinct indicator is computed once, over all of them, and cached. */
export class Series implements BarColumns {
  readonly candles: CandleColumns
  readonly interval: Interval
  readonly length: number
  readonly #pool: ColumnPool
  #time: Float64Array | null = null
  readonly #indicators = new Map<string, Outputs>()
  readonly #warmFrom = new Map<string, number>()

  /**
   * The candles must already be bars of the interval, oldest first, all of them closed. Columns are taken from the pool, so they and what
   * was made of them hold until it is reset.
   */
  constructor(candles: CandleColumns, interval: Interval, pool: ColumnPool = new ColumnPool()) {
    this.candles = candles
    this.interval = interval
    this.length = candles.time.length
    this.#pool = pool
  }

  column(source: Source): Float64Array {
    switch (source.kind) {
      case 'constant':
        return Float64Array.of(source.value)
      case 'time':
        return (this.#time ??= this.#minutesOfDay())
      case 'price':
        return this.candles[source.field]
      case 'indicator': {
        const column = this.#outputsOf(source.call)[source.output]
        if (!column) throw new RangeError(`${indicatorText(source.call)} has no output ${source.output}`)
        return column
      }
    }
  }

  warmFrom(source: Source): number {
    if (source.kind !== 'indicator') return 0
    const key = indicatorText(source.call)
    let from = this.#warmFrom.get(key)
    if (from === undefined) this.#warmFrom.set(key, (from = this.#firstWarm(source.call)))
    return from
  }

  #minutesOfDay(): Float64Array {
    const minutes = this.#pool.take(this.length)
    for (let i = 0; i < minutes.length; i++) minutes[i] = istMinuteOfDay(this.candles.time[i]!)
    return minutes
  }

  #outputsOf(call: IndicatorCall): Outputs {
    const key = indicatorText(call)
    let outputs = this.#indicators.get(key)
    if (!outputs) {
      outputs = Object.fromEntries(outputsOf(call.name).map((name) => [name, this.#pool.take(this.length)]))
      computeIndicator(this.candles, call, INTERVAL_MINUTES[this.interval], outputs)
      this.#indicators.set(key, outputs)
    }
    return outputs
  }

  /** The batch does not know when it is warm; its stream does, and must be fed no more bars than that takes. */
  #firstWarm(call: IndicatorCall): number {
    const stream = openStream(call, INTERVAL_MINUTES[this.interval])
    for (let i = 0; i < this.length; i++) {
      stream.step(this.candles, i)
      if (stream.isWarm) return i
    }
    return Infinity
  }
}
