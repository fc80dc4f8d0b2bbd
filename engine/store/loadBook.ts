import { RULE_LIMITS } from '../../schema/limits.ts'
import { INTERVAL_MINUTES } from '../../schema/market/candles.ts'
import { INDEX_SYMBOLS, type IndexSymbol } from '../../schema/market/indices.ts'
import type { Instant } from '../../schema/time.ts'
import { CandleBook } from '../market/CandleBook.ts'
import type { Store } from './Store.ts'

/** Minutes each index keeps in memory: enough for the longest window and the longest look back on the longest bars. */
export const CAPACITY = (RULE_LIMITS.period.max + RULE_LIMITS.offset.max) * Math.max(...Object.values(INTERVAL_MINUTES))

/** The candle book as the database knows it, and the start of each index's last stored candle. */
export async function loadBook(store: Store): Promise<{ book: CandleBook; lastStored: Map<IndexSymbol, Instant> }> {
  const book = CandleBook.create({ symbols: INDEX_SYMBOLS, capacity: CAPACITY })
  const lastStored = new Map<IndexSymbol, Instant>()
  for (const symbol of INDEX_SYMBOLS) {
    for (const candle of await store.newestCandles(symbol, CAPACITY)) book.append(symbol, candle)
    const last = book.lastTime(symbol)
    if (last !== null) lastStored.set(symbol, last)
  }
  return { book, lastStored }
}
