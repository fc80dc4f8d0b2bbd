import { nakedSpans, type NakedSpan } from '../../../engine/testing/nakedSpans.ts'
import { SECOND, type Instant } from '../../../schema/time.ts'
import type { Trader } from './enrolTrader.ts'
import type { ExchangeMirror } from './ExchangeMirror.ts'
import type { Books } from './readBooks.ts'

/** How fast stops came, and what was without one. */
export interface StopTimes {
  /** Real seconds from the last fill of a leg's entry until its stop rested at the exchange, ascending. */
  readonly seconds: readonly number[]
  /** Legs that were over before they had one. */
  readonly never: number
  /** Units of a contract of an account without an order that would close them, the longest first. */
  readonly naked: readonly (NakedSpan & { readonly clientCode: string; readonly option: string; readonly isMoved: boolean })[]
}

/** Measures by the exchange's ledger. `until`: market time at which the run ended; `speed`: market seconds in a real one. */
export function measureStops(books: Books, traders: readonly Trader[], mirror: ExchangeMirror, until: Instant, speed: number): StopTimes {
  const filledAt = new Map<string, Instant>()
  const restedAt = new Map<string, Instant>()
  const contracts = new Map<string, { readonly clientCode: string; readonly token: string; readonly option: string }>()
  const moved = new Map<string, Instant>()
  for (const entry of mirror.entries) {
    if (entry.kind === 'fill') {
      const { tag, clientCode, token, tradingSymbol: option } = entry.fill
      filledAt.set(tag, entry.at)
      contracts.set(`${clientCode} ${token}`, { clientCode, token, option })
    }
    if (entry.kind === 'order' && entry.order.resting !== null && !restedAt.has(entry.order.tag)) restedAt.set(entry.order.tag, entry.at)
    if (entry.kind === 'conversion') moved.set(`${entry.conversion.clientCode} ${entry.conversion.token}`, entry.at)
  }
  const seconds: number[] = []
  let never = 0
  for (const { id, stopPaise } of books.legs) {
    if (stopPaise === null) continue
    const entered = books.orders.flatMap(({ legId, purpose, clientOrderId }) =>
      legId === id && purpose === 'ENTRY' ? (filledAt.get(clientOrderId) ?? []) : [],
    )
    const stops = books.stops.flatMap(({ legId, clientOrderId }) => (legId === id ? (restedAt.get(clientOrderId) ?? []) : []))
    const rested = Math.min(...stops)
    if (stops.length === 0) never++
    else seconds.push(Math.max(0, rested - Math.max(...entered)) / SECOND / speed)
  }
  const naked = [...contracts].flatMap(([key, { clientCode, token, option }]) =>
    nakedSpans(mirror.entries, { clientCode, token }, until).map((span) => ({
      ...{ ...span, clientCode, option },
      isMoved: (moved.get(key) ?? Infinity) <= span.from + span.lasts,
    })),
  )
  return { seconds: seconds.sort((a, b) => a - b), never, naked: naked.sort((a, b) => b.lasts - a.lasts) }
}

/** The value below which a share of sorted numbers lies; NaN without any. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}
