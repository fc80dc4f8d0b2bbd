import { LRUCache } from 'lru-cache'
import type { Database, Pool } from '../../../prisma/client.ts'
import type { Trade } from '../../../schema/graphql/trades.ts'
import { SharedReads } from '../../kit/SharedReads.ts'
import { markUnchanging } from '../../kit/unchanging.ts'
import { readStamp, readTrades, type TradeRow, type TradeSelection } from './readTrades.ts'

/** Trades kept, over all pages: some twenty megabytes. */
const KEPT_TRADES = 10_000

/** Pages of trades as they were when somebody last asked. */
interface Page {
  readonly stamp: string
  readonly trades: readonly Trade[]
}

/**
 * Pages of trades that are asked for again and again, by users whose trades seldom change. Each time the database is asked whether the
 * page is still what it was, which costs a fraction of reading it; nothing is ever shown on the word of a clock or of an event.
 */
export class TradePages {
  readonly #db: Database
  readonly #pool: Pool
  readonly #show: (rows: readonly TradeRow[]) => Promise<Trade[]>
  readonly #kept = new LRUCache<string, Page>({ maxSize: KEPT_TRADES, sizeCalculation: ({ trades }) => trades.length + 1 })
  readonly #reads = new SharedReads<readonly Trade[]>()

  /** `show`: makes of rows what users see; from the same row the same. */
  constructor(db: Database, pool: Pool, show: (rows: readonly TradeRow[]) => Promise<Trade[]>) {
    this.#db = db
    this.#pool = pool
    this.#show = show
  }

  /** The trades of a selection, as they are now. The trades are shared: nobody may change them. */
  read(selection: TradeSelection): Promise<readonly Trade[]> {
    const { where, orderBy, limit } = selection
    const key = JSON.stringify([where.sql, where.values, orderBy.sql, orderBy.values, limit])
    return this.#reads.read(key, () => this.#current(key, selection))
  }

  async #current(key: string, selection: TradeSelection): Promise<readonly Trade[]> {
    const known = this.#kept.get(key)
    if (known && known.stamp === (await readStamp(this.#pool, selection))) return known.trades
    const rows = await readTrades(this.#db, selection)
    const trades = await this.#show(rows)
    trades.forEach(markUnchanging)
    markUnchanging(trades)
    this.#kept.set(key, { stamp: rows.map(({ stamp }) => stamp).join(), trades })
    return trades
  }
}
