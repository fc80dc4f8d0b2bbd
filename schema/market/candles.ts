import type { Paise } from '../money.ts'
import { MINUTE, type Instant } from '../time.ts'

/** One closed bar; `time` is its start. Prices in paise. */
export interface Candle {
  readonly time: Instant
  readonly open: Paise
  readonly high: Paise
  readonly low: Paise
  readonly close: Paise
  readonly volume: number
}

/** Bar lengths strategies and charts may use, in minutes. All divide the session from its 09:15 start. */
export const INTERVAL_MINUTES = { '1min': 1, '5min': 5, '15min': 15 } as const
export type Interval = keyof typeof INTERVAL_MINUTES
export const INTERVALS = Object.keys(INTERVAL_MINUTES) as readonly Interval[]

export function isInterval(text: string): text is Interval {
  return Object.hasOwn(INTERVAL_MINUTES, text)
}

/**
 * A series of bars, oldest first, one array per column; all arrays have the same length.
 * `time` is the start of the bar (epoch milliseconds); prices are in rupees, because indicators are.
 */
export interface CandleColumns {
  readonly time: Float64Array
  readonly open: Float64Array
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
  readonly volume: Float64Array
}

export const CANDLE_COLUMNS = ['time', 'open', 'high', 'low', 'close', 'volume'] as const satisfies readonly (keyof CandleColumns)[]

/** Start of the bar of `minutes` that holds an instant. 09:15 IST is a multiple of 15 minutes in UTC, so buckets are plain multiples. */
export function bucketStart(at: Instant, minutes: number): Instant {
  return at - (at % (minutes * MINUTE))
}

/** Candles to columns (paise to rupees). */
export function toColumns(candles: readonly Candle[]): CandleColumns {
  const columns = allocateColumns(candles.length)
  candles.forEach((candle, i) => {
    columns.time[i] = candle.time
    columns.open[i] = candle.open / 100
    columns.high[i] = candle.high / 100
    columns.low[i] = candle.low / 100
    columns.close[i] = candle.close / 100
    columns.volume[i] = candle.volume
  })
  return columns
}

export function allocateColumns(length: number): CandleColumns {
  const column = () => new Float64Array(length)
  return { time: column(), open: column(), high: column(), low: column(), close: column(), volume: column() }
}

/**
 * Folds a series into longer bars: first open, highest high, lowest low, last close, summed volume.
 * The last bar may still be incomplete; the caller knows whether its last minute has closed.
 */
export function foldColumns(source: CandleColumns, minutes: number): CandleColumns {
  if (minutes === 1) return source
  const out = allocateColumns(source.time.length)
  let last = -1
  for (let i = 0; i < source.time.length; i++) {
    const start = bucketStart(source.time[i]!, minutes)
    if (last < 0 || out.time[last] !== start) {
      last++
      out.time[last] = start
      out.open[last] = source.open[i]!
      out.high[last] = source.high[i]!
      out.low[last] = source.low[i]!
    } else {
      out.high[last] = Math.max(out.high[last]!, source.high[i]!)
      out.low[last] = Math.min(out.low[last]!, source.low[i]!)
    }
    out.close[last] = source.close[i]!
    out.volume[last] = out.volume[last]! + source.volume[i]!
  }
  return sliceColumns(out, 0, last + 1)
}

/** The bars from `start` up to, not including, `end`: views on the same memory, not copies. */
export function sliceColumns(source: CandleColumns, start: number, end: number): CandleColumns {
  const cut = (column: Float64Array) => column.subarray(start, end)
  return {
    time: cut(source.time),
    open: cut(source.open),
    high: cut(source.high),
    low: cut(source.low),
    close: cut(source.close),
    volume: cut(source.volume),
  }
}
