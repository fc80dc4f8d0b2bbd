import { INTERVAL_MINUTES, type CandleColumns, type Interval } from '../../schema/market/candles.ts'
import { indicatorText } from '../../schema/rules/indicators.ts'
import type { Operand } from '../../schema/rules/RuleSet.ts'
import { istMinuteOfDay } from '../../schema/time.ts'
import { computeIndicator } from './indicators/computeIndicator.ts'

/** Bars of one index and interval, with every column asked of them: each distinct indicator is computed once, however many strategies use it. */
export class Series {
  readonly candles: CandleColumns
  readonly interval: Interval
  readonly #indicators = new Map<string, ReadonlyMap<string, Float64Array>>()
  readonly #columns = new Map<string, Float64Array>()

  /** The candles must already be bars of the interval, oldest first, all of them closed. */
  constructor(candles: CandleColumns, interval: Interval) {
    this.candles = candles
    this.interval = interval
  }

  get length(): number {
    return this.candles.time.length
  }

  /** The operand's value on every bar; NaN where it has none. Shared: not to be written to. */
  column(operand: Operand): Float64Array {
    const key = JSON.stringify(operand)
    let column = this.#columns.get(key)
    if (!column) this.#columns.set(key, (column = this.#make(operand)))
    return column
  }

  #make(operand: Operand): Float64Array {
    switch (operand.kind) {
      case 'constant':
        return new Float64Array(this.length).fill(operand.value)
      case 'timeOfDay':
        return new Float64Array(this.length).fill(operand.minute)
      case 'time':
        return this.candles.time.map(istMinuteOfDay)
      case 'price':
        return shift(this.candles[operand.field], operand.offset)
      case 'indicator': {
        const key = indicatorText(operand.call)
        let outputs = this.#indicators.get(key)
        if (!outputs) this.#indicators.set(key, (outputs = computeIndicator(this.candles, operand.call, INTERVAL_MINUTES[this.interval])))
        const output = outputs.get(operand.output)
        if (!output) throw new RangeError(`${key} has no output ${operand.output}`)
        return shift(output, operand.offset)
      }
    }
  }
}

function shift(column: Float64Array, bars: number): Float64Array {
  if (bars === 0) return column
  const out = new Float64Array(column.length).fill(NaN)
  out.set(column.subarray(0, Math.max(0, column.length - bars)), Math.min(bars, column.length))
  return out
}
