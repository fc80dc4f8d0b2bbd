import { LRUCache } from 'lru-cache'
import type { Database, Pool } from '../../../prisma/client.ts'
import type { Trade } from '../../../schema/graphql/trades.ts'
import { SharedReads } from '../../kit/SharedReads.ts'
import { markUnchanging } from '../../kit/unchanging.ts'
import { closedTrade } from './atLastPrices.ts'
import { readStamp, readTrades, type TradeRow, type TradeSelection } from './readTrades.ts'
import type { StoredTrade } from './toTrade.ts'

/** Cached trades, over all pages: some twenty megabytes. */
const KEPT_TRADES = 10_000

/** A closed trade as the API shows it; a running one, whose result moves with prices, as it is stored. */
export type KeptTrade = Trade | StoredTrade

/** Pages of trades as last read. */
interface Page {
  readonly stamp: string
  readonly trades: readonly KeptTrade[]
}

export function keptTrade(trade: StoredTrade): KeptTrade {
  return trade.status === 'RUNNING' ? trade : closedTrade(trade)
}

export function areClosed(trades: readonly KeptTrade[]): trades is readonly Trade[] {
  return trades.every((trade) => 'ltp' in trade)
}

/**
 * A cache of pages that users poll while their trades seldom change. Each call checks with the database whether the page is current, which
 * costs a fraction of reading it; no clock or event decides that.
 */
export class TradePages {
  readonly #db: Database
  readonly #pool: Pool
  readonly #show: (rows: readonly TradeRow[]) => Promise<KeptTrade[]>
  readonly #kept = new LRUCache<string, Page>({ maxSize: KEPT_TRADES, sizeCalculation: ({ trades }) => trades.length + 1 })
  readonly #reads = new SharedReads<readonly KeptTrade[]>()

  /** `show` turns a row into what users see; pure. */
  constructor(db: Database, pool: Pool, show: (rows: readonly TradeRow[]) => Promise<KeptTrade[]>) {
    this.#db = db
    this.#pool = pool
    this.#show = show
  }

  /** The current trades of a selection. The trades are shared: nobody may change them. */
  read(selection: TradeSelection): Promise<readonly KeptTrade[]> {
    const { where, orderBy, limit } = selection
    const key = JSON.stringify([where.sql, where.values, orderBy.sql, orderBy.values, limit])
    return this.#reads.read(key, () => this.#current(key, selection))
  }

  async #current(key: string, selection: TradeSelection): Promise<readonly KeptTrade[]> {
    const known = this.#kept.get(key)
    if (known && known.stamp === (await readStamp(this.#pool, selection, known.stamp))) return known.trades
    const rows = await readTrades(this.#db, selection)
    const trades = await this.#show(rows)
    trades.forEach(markUnchanging)
    markUnchanging(trades)
    this.#kept.set(key, { stamp: rows.map(({ stamp }) => stamp).join(), trades })
    return trades
  }
}
