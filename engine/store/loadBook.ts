import { toColumns } from '../../schema/market/candles.ts'
import { INDEX_SYMBOLS, type IndexSymbol } from '../../schema/market/indices.ts'
import { parseRuleSet } from '../../schema/rules/parseRuleSet.ts'
import type { Instant } from '../../schema/time.ts'
import { warmUpMinutes } from '../analysis/warmUp.ts'
import { CandleBook } from '../market/CandleBook.ts'
import type { Store } from './Store.ts'

/** Minutes each index keeps in memory at least: what the slowest built-in strategy needs, several times over. */
export const LEAST_MINUTES = 9_000
/** And at most, so that no rule fills the memory: three years, 13 megabytes of each index. */
export const MOST_MINUTES = 280_000
/** Candles that are read at a time. */
const CHUNK = 10_000

/** The candle book as the database knows it, as far back as the traded strategies need, and the start of each index's last stored candle. */
export async function loadBook(store: Store): Promise<{ book: CandleBook; lastStored: Map<IndexSymbol, Instant> }> {
  const book = CandleBook.create({ symbols: INDEX_SYMBOLS, capacity: LEAST_MINUTES })
  await growBook(store, book, minutesNeeded(await store.tradedStrategies()))
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
  return Math.min(MOST_MINUTES, Math.max(LEAST_MINUTES, ...needs))
}

/** Reads stored candles that are older than those of the book until it has so many of each index, or there are no more. */
export async function growBook(store: Store, book: CandleBook, minutes: number): Promise<void> {
  for (const symbol of INDEX_SYMBOLS) {
    let missing = minutes - book.count(symbol)
    while (missing > 0) {
      const older = await store.newestCandles(symbol, Math.min(CHUNK, missing), book.firstTime(symbol))
      missing -= book.extend(symbol, toColumns(older)) || Infinity
    }
  }
}
