import { RULE_LIMITS } from '../../schema/limits.ts'
import { INTERVAL_MINUTES, type CandleColumns, type Interval } from '../../schema/market/candles.ts'
import { indicatorText, outputsOf, type IndicatorCall } from '../../schema/rules/indicators.ts'
import type { Operand } from '../../schema/rules/RuleSet.ts'
import { istMinuteOfDay } from '../../schema/time.ts'
import { ColumnPool } from './ColumnPool.ts'
import { computeIndicator } from './indicators/computeIndicator.ts'

/** As many of the last bars as a rule can look at: the furthest offset, from the last bar and from the one before it. */
const LATEST_BARS = RULE_LIMITS.offset.max + 2

type Outputs = Readonly<Record<string, Float64Array>>

/** Bars of one index and interval, with what strategies ask of them: each distinct indicator is computed once, however many strategies use it. */
export class Series {
  readonly candles: CandleColumns
  readonly interval: Interval
  readonly length: number
  readonly #pool: ColumnPool
  readonly #columns = new Map<string, Float64Array>()
  readonly #indicators = new Map<string, Outputs>()
  /** The ends of indicators that were asked for their latest values only. */
  readonly #latest = new Map<string, Outputs>()
  readonly #spare: Float64Array[] = []

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

  /** The operand's value on every bar; NaN where it has none. Shared: not to be written to. */
  column(operand: Operand): Float64Array {
    const key = JSON.stringify(operand)
    let column = this.#columns.get(key)
    if (!column) this.#columns.set(key, (column = this.#make(operand)))
    return column
  }

  /**
   * The operand's value `back` bars before the last one, 0 or 1: the element of `column`, without keeping a column of every indicator for
   * it. NaN where it has none, and before the first bar.
   */
  latest(operand: Operand, back: 0 | 1): number {
    const { candles } = this
    const last = this.length - 1 - back
    if (last < 0) return NaN
    switch (operand.kind) {
      case 'constant':
        return operand.value
      case 'timeOfDay':
        return operand.minute
      case 'time':
        return istMinuteOfDay(candles.time[last]!)
      case 'price':
        return candles[operand.field][last - operand.offset] ?? NaN
      case 'indicator': {
        const end = outputOf(this.#latestOf(operand.call), operand)
        return end[end.length - 1 - back - operand.offset] ?? NaN
      }
    }
  }

  #make(operand: Operand): Float64Array {
    switch (operand.kind) {
      case 'constant':
        return this.#pool.take(this.length).fill(operand.value)
      case 'timeOfDay':
        return this.#pool.take(this.length).fill(operand.minute)
      case 'time': {
        const minutes = this.#pool.take(this.length)
        for (let i = 0; i < minutes.length; i++) minutes[i] = istMinuteOfDay(this.candles.time[i]!)
        return minutes
      }
      case 'price':
        return this.#shift(this.candles[operand.field], operand.offset)
      case 'indicator':
        return this.#shift(outputOf(this.#outputsOf(operand.call), operand), operand.offset)
    }
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

  #latestOf(call: IndicatorCall): Outputs {
    const key = indicatorText(call)
    let ends = this.#latest.get(key)
    if (!ends) {
      const outputs = Object.fromEntries(outputsOf(call.name).map((name, i) => [name, (this.#spare[i] ??= this.#pool.take(this.length))]))
      computeIndicator(this.candles, call, INTERVAL_MINUTES[this.interval], outputs)
      ends = Object.fromEntries(Object.entries(outputs).map(([name, column]) => [name, column.slice(-LATEST_BARS)]))
      this.#latest.set(key, ends)
    }
    return ends
  }

  #shift(column: Float64Array, bars: number): Float64Array {
    if (bars === 0) return column
    const shifted = this.#pool.take(this.length)
    shifted.fill(NaN, 0, bars)
    if (bars < this.length) shifted.set(column.subarray(0, this.length - bars), bars)
    return shifted
  }
}

function outputOf(outputs: Outputs, { call, output }: Extract<Operand, { kind: 'indicator' }>): Float64Array {
  const column = outputs[output]
  if (!column) throw new RangeError(`${indicatorText(call)} has no output ${output}`)
  return column
}
