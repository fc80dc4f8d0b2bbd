import { openDatabase, type Database } from '../../prisma/client.ts'
import { lastStoredDayWithin } from '../../prisma/lastStoredDayWithin.ts'
import { storedMinutes } from '../../prisma/storedMinutes.ts'
import type { Result } from '../../schema/errors.ts'
import type { IndexSymbol } from '../../schema/market/indices.ts'
import type { IsoDate } from '../../schema/time.ts'
import type { History } from '../backtest/history/BacktestMarket.ts'
import { backtestRequest, type BacktestRequest } from './backtestRequest.ts'
import { endBacktest } from './endBacktest.ts'
import { storedHistory } from './storedHistory.ts'

/** A requested backtest, on its own database connection: the request, its index's stored data, and its end. */
export class StoredBacktest {
  readonly #db: Database
  readonly #market: string
  readonly #runId: string

  /** `market`: the broker port's marketId, whose candles it uses. */
  constructor(databaseUrl: string, market: string, runId: string) {
    this.#db = openDatabase(databaseUrl, 'sakha backtest', 1)
    this.#market = market
    this.#runId = runId
  }

  async close(): Promise<void> {
    await this.#db.$disconnect()
  }

  /** See backtestRequest. */
  request(): Promise<Result<BacktestRequest, string>> {
    return backtestRequest(this.#db, this.#runId)
  }

  /** How many one-minute candles of the index are stored up to a day; null: all. */
  minutes(index: IndexSymbol, to: IsoDate | null): Promise<number> {
    return storedMinutes(this.#db, { market: this.#market, symbol: index, to })
  }

  /** See lastStoredDayWithin. */
  lastDayWithin(index: IndexSymbol, fitting: number): Promise<IsoDate | null> {
    return lastStoredDayWithin(this.#db, { market: this.#market, symbol: index }, fitting)
  }

  /** See storedHistory. */
  history(index: IndexSymbol, from: IsoDate | null, to: IsoDate | null): Promise<Result<History | null, string>> {
    return storedHistory(this.#db, { market: this.#market, index, from, to })
  }

  /** See endBacktest. */
  end(outcome: Result<string, string>): Promise<void> {
    return endBacktest(this.#db, this.#runId, outcome)
  }
}
