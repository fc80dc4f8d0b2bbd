import { bucketStart } from '../../schema/market/candles.ts'
import type { Instant } from '../../schema/time.ts'

/** One bar as charts draw it: `time` is its start, prices in rupees. */
export interface ChartCandle {
  readonly time: Instant
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

/** The bar a price falls into: the forming one carried on, or a new one. `minutes` is the bar's length. */
export function addPrice(forming: ChartCandle | null, price: number, at: Instant, minutes: number): ChartCandle {
  const time = bucketStart(at, minutes)
  if (!forming || forming.time !== time) return { time, open: price, high: price, low: price, close: price }
  return { ...forming, high: Math.max(forming.high, price), low: Math.min(forming.low, price), close: price }
}

/**
 * The closed bars with the forming one at their end. A last bar that the server has only in part (its first minutes)
 * is completed; a forming bar older than the last closed one is history already and changes nothing.
 */
export function withForming(closed: readonly ChartCandle[], forming: ChartCandle | null): readonly ChartCandle[] {
  if (!forming) return closed
  const last = closed.at(-1)
  if (!last || forming.time > last.time) return [...closed, forming]
  if (forming.time < last.time) return closed
  const completed = { ...last, high: Math.max(last.high, forming.high), low: Math.min(last.low, forming.low), close: forming.close }
  return [...closed.slice(0, -1), completed]
}
