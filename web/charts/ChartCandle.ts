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

/**
 * The bars that live prices have formed, after one more price: the last one carried on, or a new one begun.
 * The bar before it is kept, because its closed form comes from the server a moment later. `minutes` is a bar's length.
 */
export function addPrice(formed: readonly ChartCandle[], price: number, at: Instant, minutes: number): readonly ChartCandle[] {
  const time = bucketStart(at, minutes)
  const current = formed.at(-1)
  if (current?.time === time) {
    const grown = { ...current, high: Math.max(current.high, price), low: Math.min(current.low, price), close: price }
    return [...formed.slice(0, -1), grown]
  }
  const begun: ChartCandle = { time, open: price, high: price, low: price, close: price }
  // The market's clock went back (a sandbox that started anew): what was formed belongs to another session.
  return current && time > current.time ? [current, begun] : [begun]
}

/**
 * Closed bars with the formed ones at their end. A last bar that the server has only in part (its first minutes) is
 * completed by the one still forming; formed bars that the server has closed change nothing.
 */
export function withFormed(closed: readonly ChartCandle[], formed: readonly ChartCandle[]): readonly ChartCandle[] {
  const last = closed.at(-1)
  if (!last) return formed
  const forming = formed.at(-1)
  if (forming?.time === last.time) {
    const high = Math.max(last.high, forming.high)
    const low = Math.min(last.low, forming.low)
    return [...closed.slice(0, -1), { ...last, high, low, close: forming.close }]
  }
  return [...closed, ...formed.filter((bar) => bar.time > last.time)]
}
