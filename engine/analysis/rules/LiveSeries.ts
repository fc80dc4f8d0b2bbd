import { RULE_LIMITS } from '../../../schema/limits.ts'
import {
  allocateColumns,
  bucketStart,
  CANDLE_COLUMNS,
  foldColumns,
  INTERVAL_MINUTES,
  sliceColumns,
  type CandleColumns,
  type Interval,
} from '../../../schema/market/candles.ts'
import { indicatorText, outputsOf, type IndicatorCall } from '../../../schema/rules/indicators.ts'
import { istMinuteOfDay, MINUTE, type Instant } from '../../../schema/time.ts'
import type { BarColumns } from './BarColumns.ts'
import type { Source } from './Source.ts'
import type { IndicatorStream } from '../streams/IndicatorStream.ts'
import { openStream } from '../streams/openStream.ts'
import { indicatorBars } from './warmUp.ts'

/** Bars that stay when columns are full: as far back as a rule may look, from the newest bar and the one before it. */
const KEPT = RULE_LIMITS.offset.max + 2
/** Bars that have a place: two kilobytes for each output of an indicator. */
const PLACES = 256

interface Live {
  readonly call: IndicatorCall
  stream: IndicatorStream
  readonly columns: readonly Float64Array[]
  /** The number of the first bar on which the stream was warm. */
  warmFrom: number
  isUsed: boolean
}

/**
 * The newest bars of an index and interval with the indicators that strategies request, each advanced by the bar that closed: a candle
 * costs the same however long the history is. Its output depends on the candles alone: a series rebuilt from the same minutes, or
 * from fewer, agrees within the tolerance wherever it is warm.
 */
export class LiveSeries implements BarColumns {
  readonly interval: Interval
  /** Generation counter: when it changes, columns must be requested again, and earlier times and numbers are void. */
  beginnings = 0
  readonly #minutesABar: number
  /** The newest bars; behind those that are complete, the one that is not. */
  readonly #bars = allocateColumns(PLACES)
  readonly #time = new Float64Array(PLACES)
  readonly #indicators = new Map<string, Live>()
  /** The place after the newest complete bar. */
  #end = 0
  /** Bars before the first that has a place. */
  #dropped = 0
  #isBarOpen = false
  /** Starts of the first and of the last minute there were. */
  #first: Instant = -Infinity
  #last: Instant = -Infinity
  #minutes = allocateColumns(0)

  constructor(interval: Interval) {
    this.interval = interval
    this.#minutesABar = INTERVAL_MINUTES[interval]
  }

  /**
   * Adds the minutes that start before `until` and later than those it has. `minutes`: all there are, oldest first; when they begin
   * earlier than before, indicators that were not warm are recomputed from there.
   */
  advance(minutes: CandleColumns, until: Instant): void {
    const { time } = minutes
    this.#minutes = minutes
    const first = time[0]
    if (first === undefined || first >= until) return
    // Anything in between is no longer there.
    if (first > this.#last) this.#begin(first)
    let next = time.length
    while (next > 0 && time[next - 1]! > this.#last) next--
    for (; next < time.length && time[next]! < until; next++) this.#take(minutes, next)
    if (this.#isBarOpen && this.#bars.time[this.#end]! + this.#length <= until) this.#close()
    if (first < this.#first) this.#lengthen(first)
  }

  /** The place of the complete bar that starts at an instant; null when there is none, or it has too few bars before it. */
  placeOf(start: Instant): number | null {
    for (let place = this.#end - 1; place >= 0; place--) {
      if (this.#bars.time[place]! > start) continue
      return this.#bars.time[place] === start && (this.#dropped === 0 || place >= KEPT - 1) ? place : null
    }
    return null
  }

  /** Whether it is the place of the newest complete bar. */
  isNewest(place: number): boolean {
    return place === this.#end - 1
  }

  /** Whether it has moved past a bar that starts at an instant. */
  isPast(start: Instant): boolean {
    return this.#end > 0 && this.#bars.time[this.#end - 1]! > start
  }

  /** How many bars there are up to a place, its own included. */
  barsTo(place: number): number {
    return this.#dropped + place + 1
  }

  column(source: Source): Float64Array {
    switch (source.kind) {
      case 'constant':
        return Float64Array.of(source.value)
      case 'time':
        return this.#time
      case 'price':
        return this.#bars[source.field]
      case 'indicator': {
        const column = this.#live(source.call).columns[outputsOf(source.call.name).indexOf(source.output)]
        if (!column) throw new RangeError(`${indicatorText(source.call)} has no output ${source.output}`)
        return column
      }
    }
  }

  warmFrom(source: Source): number {
    return source.kind === 'indicator' ? this.#live(source.call).warmFrom - this.#dropped : -this.#dropped
  }

  /** Starts recording which indicators are used: all that are still wanted must be requested again. */
  noteUse(): void {
    this.beginnings++
    for (const live of this.#indicators.values()) live.isUsed = false
  }

  /** Drops the indicators not used since noteUse. */
  dropUnused(): void {
    for (const [key, { isUsed }] of this.#indicators) if (!isUsed) this.#indicators.delete(key)
  }

  get #length(): number {
    return this.#minutesABar * MINUTE
  }

  #begin(first: Instant): void {
    this.beginnings++
    this.#first = first
    this.#end = this.#dropped = 0
    this.#isBarOpen = false
    for (const live of this.#indicators.values()) {
      live.stream = openStream(live.call, this.#minutesABar)
      live.warmFrom = Infinity
    }
  }

  /** Adds a minute. The rest of a bar whose start is missing is left out: a longer history would make it different. */
  #take(minutes: CandleColumns, i: number): void {
    const bars = this.#bars
    const start = bucketStart(minutes.time[i]!, this.#minutesABar)
    if (this.#isBarOpen && bars.time[this.#end] !== start) this.#close()
    this.#last = minutes.time[i]!
    if (start < this.#first) return
    if (!this.#isBarOpen) {
      if (this.#end === PLACES) this.#drop()
      this.#isBarOpen = true
      for (const name of CANDLE_COLUMNS) bars[name][this.#end] = minutes[name][i]!
      bars.time[this.#end] = start
      return
    }
    const place = this.#end
    bars.high[place] = Math.max(bars.high[place]!, minutes.high[i]!)
    bars.low[place] = Math.min(bars.low[place]!, minutes.low[i]!)
    bars.close[place] = minutes.close[i]!
    bars.volume[place]! += minutes.volume[i]!
  }

  #close(): void {
    const place = this.#end++
    this.#isBarOpen = false
    this.#time[place] = istMinuteOfDay(this.#bars.time[place]!)
    for (const live of this.#indicators.values()) {
      live.stream.step(this.#bars, place)
      for (let k = 0; k < live.columns.length; k++) live.columns[k]![place] = live.stream.values[k]!
      if (live.warmFrom === Infinity && live.stream.isWarm) live.warmFrom = this.#dropped + place
    }
  }

  #drop(): void {
    const dropped = PLACES - KEPT
    for (const name of CANDLE_COLUMNS) this.#bars[name].copyWithin(0, dropped)
    this.#time.copyWithin(0, dropped)
    for (const { columns } of this.#indicators.values()) for (const column of columns) column.copyWithin(0, dropped)
    this.#end = KEPT
    this.#dropped += dropped
  }

  #live(call: IndicatorCall): Live {
    const key = indicatorText(call)
    let live = this.#indicators.get(key)
    if (!live) {
      const columns = outputsOf(call.name).map(() => new Float64Array(PLACES))
      live = { call, columns, stream: openStream(call, this.#minutesABar), warmFrom: Infinity, isUsed: true }
      this.#fill(live)
      this.#indicators.set(key, live)
    }
    live.isUsed = true
    return live
  }

  /**
   * Recomputes an indicator, from twice as many bars as it is known to need before the first that has a place: what is left of its start
   * is then no more than rounding. Uses more, and finally all, when it stays cold.
   */
  #fill(live: Live): void {
    const all = this.#dropped + this.#end
    for (let bars = 2 * indicatorBars(live.call, this.#minutesABar) + PLACES; ; bars *= 4) {
      this.#fillFrom(live, this.#history(bars))
      if (live.warmFrom <= this.#dropped || bars >= all) return
    }
  }

  /** `history`: bars that end with the newest one. */
  #fillFrom(live: Live, history: CandleColumns): void {
    const { length } = history.time
    const shift = this.#end - length
    for (const column of live.columns) column.fill(NaN)
    live.stream = openStream(live.call, this.#minutesABar)
    live.warmFrom = Infinity
    for (let i = 0; i < length; i++) {
      live.stream.step(history, i)
      if (live.warmFrom === Infinity && live.stream.isWarm) live.warmFrom = i + shift + this.#dropped
      if (i + shift >= 0) live.columns.forEach((column, k) => (column[i + shift] = live.stream.values[k]!))
    }
  }

  /** The minutes begin earlier than was known. */
  #lengthen(first: Instant): void {
    const { time } = this.#minutes
    let longer = 0
    for (let i = 0, bar = -Infinity; time[i]! < this.#first; i++) {
      const start = bucketStart(time[i]!, this.#minutesABar)
      if (start === bar || start < first) continue
      bar = start
      longer++
    }
    this.#first = first
    this.#dropped += longer
    for (const live of this.#indicators.values()) {
      if (live.warmFrom === Infinity) this.#fill(live)
      else live.warmFrom += longer
    }
  }

  /** The newest complete bars, so many or all there are minutes for. */
  #history(bars: number): CandleColumns {
    const { time } = this.#minutes
    const until = this.#end === 0 ? -Infinity : this.#bars.time[this.#end - 1]! + this.#length
    let end = time.length
    while (end > 0 && time[end - 1]! >= until) end--
    let from = Math.max(0, end - bars * this.#minutesABar)
    // A bar whose start is cut off is left out.
    const known = from === 0 ? time[0]! : time[from - 1]! + 1
    while (from < end && bucketStart(time[from]!, this.#minutesABar) < known) from++
    return foldColumns(sliceColumns(this.#minutes, from, end), this.#minutesABar)
  }
}
