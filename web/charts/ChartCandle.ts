import { bucketStart } from '../../schema/market/candles.ts'
import type { Instant } from '../../schema/time.ts'

/** One bar as charts draw it: `time` is its start, prices in rupees; a volume of 0 is an unknown one, as an index has it. */
export interface ChartCandle {
  readonly time: Instant
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/** A bar of the API, whose time is an ISO text, as charts draw it. */
export function chartCandle({ time, open, high, low, close, volume }: Omit<ChartCandle, 'time'> & { readonly time: string }): ChartCandle {
  return { time: Date.parse(time), open, high, low, close, volume }
}

/**
 * The bars formed by live prices, after one more price: extends the last one or begins a new one. Keeps the bar before it, because its
 * closed form comes from the server a moment later. `minutes` is a bar's length.
 */
export function addPrice(formed: readonly ChartCandle[], price: number, at: Instant, minutes: number): readonly ChartCandle[] {
  const time = bucketStart(at, minutes)
  const current = formed.at(-1)
  if (current?.time === time) {
    const grown = { ...current, high: Math.max(current.high, price), low: Math.min(current.low, price), close: price }
    return [...formed.slice(0, -1), grown]
  }
  const begun: ChartCandle = { time, open: price, high: price, low: price, close: price, volume: 0 }
  // The market's clock went back (a restarted sandbox): the formed bars belong to another session.
  return current && time > current.time ? [current, begun] : [begun]
}

/**
 * The server's bars with the formed ones at their end. The last bar, which the server may have in part only, is completed by
 * the formed one of its time. A formed bar that began before `watchedFrom` lacks its beginning: it is no bar by itself.
 */
export function withFormed(known: readonly ChartCandle[], formed: readonly ChartCandle[], watchedFrom: Instant): readonly ChartCandle[] {
  const last = known.at(-1)
  const own = formed.filter((bar) => bar.time >= watchedFrom && (!last || bar.time > last.time))
  const rest = last && formed.find((bar) => bar.time === last.time)
  if (!last || !rest) return [...known, ...own]
  const completed: ChartCandle = { ...last, high: Math.max(last.high, rest.high), low: Math.min(last.low, rest.low), close: rest.close }
  return [...known.slice(0, -1), completed, ...own]
}

/**
 * Known bars, merged with the latest of the server. Keeps only one contiguous stretch: bars wholly before the latest (with an unknown gap),
 * or after them (a restarted market), are dropped. At most `most` bars, the newest.
 */
export function joinBars(known: readonly ChartCandle[], latest: readonly ChartCandle[], most: number): readonly ChartCandle[] {
  const first = latest[0]
  const overlaps = first !== undefined && known.some((bar) => bar.time === first.time) && known.at(-1)!.time <= latest.at(-1)!.time
  if (!overlaps) return latest.slice(-most)
  return [...known.filter((bar) => bar.time < first.time), ...latest].slice(-most)
}
