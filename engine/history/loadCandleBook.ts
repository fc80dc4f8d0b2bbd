import { allocateColumns, CANDLE_COLUMNS, sliceColumns, toColumns, type CandleColumns } from '../../schema/market/candles.ts'
import { INDEX_SYMBOLS, type IndexSymbol } from '../../schema/market/indices.ts'
import { parseRuleSet } from '../../schema/rules/parseRuleSet.ts'
import type { Instant } from '../../schema/time.ts'
import { warmUpMinutes } from '../analysis/rules/warmUp.ts'
import { CandleBook } from '../market/CandleBook.ts'
import { SESSION_MINUTES } from './historyNeeds.ts'
import type { Store } from '../store/Store.ts'

/** Minutes each index keeps in memory at least: what the slowest built-in strategy needs, several times over. */
export const LEAST_MINUTES = 9_000
/** And at most, so that no rule fills the memory: three years, 13 megabytes of each index. */
export const MOST_MINUTES = 280_000
/** Candles that are read at a time. */
const CHUNK = 10_000

/** The candle book as the database knows it, as far back as the traded strategies need, and the start of each index's last stored candle. */
export async function loadCandleBook(store: Store): Promise<{ book: CandleBook; lastStored: Map<IndexSymbol, Instant> }> {
  const book = CandleBook.create({ symbols: INDEX_SYMBOLS, capacity: LEAST_MINUTES })
  await growCandleBook(store, book, minutesNeeded(await store.tradedStrategies()))
  const lastStored = new Map<IndexSymbol, Instant>()
  for (const symbol of INDEX_SYMBOLS) {
    const last = book.lastTime(symbol)
    if (last !== null) lastStored.set(symbol, last)
  }
  return { book, lastStored }
}

/** Minutes of history that these strategies need before all of them may signal, within the bounds of what is kept. */
export function minutesNeeded(strategies: readonly { readonly rules: unknown }[]): number {
  const needs = strategies.flatMap(({ rules }) => {
    const parsed = parseRuleSet(rules)
    return parsed.ok ? [warmUpMinutes(parsed.value)] : []
  })
  // A bar whose start is missing counts for nothing: one more session leaves every needed bar whole.
  return Math.min(MOST_MINUTES, Math.max(LEAST_MINUTES, ...needs) + SESSION_MINUTES)
}

/** Reads stored candles older than the book's own until it has so many of each index, or there are no more. */
export async function growCandleBook(store: Store, book: CandleBook, minutes: number): Promise<void> {
  for (const symbol of INDEX_SYMBOLS) {
    const missing = minutes - book.count(symbol)
    if (missing > 0) book.extend(symbol, await olderCandles(store, symbol, book.firstTime(symbol), missing))
  }
}

/** At most `count` newest stored candles before an instant (null: of all), oldest first. In chunks: rows are larger than what is kept. */
async function olderCandles(store: Store, symbol: IndexSymbol, before: Instant | null, count: number): Promise<CandleColumns> {
  const all = allocateColumns(count)
  let first = count
  for (let until = before; first > 0; until = all.time[first]!) {
    const chunk = toColumns(await store.newestCandles(symbol, Math.min(CHUNK, first), until))
    if (chunk.time.length === 0) break
    first -= chunk.time.length
    for (const name of CANDLE_COLUMNS) all[name].set(chunk[name], first)
  }
  return sliceColumns(all, first, count)
}
