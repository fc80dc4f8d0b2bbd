import type { MarketRules } from '../schema/market/MarketRules.ts'
import type { Database } from './client.ts'
import { loadMarketRules } from './marketTables.ts'

/** The rules in force, for a process that lives longer than they may: refresh them on `market.rulesChanged`. */
export class CurrentMarketRules {
  readonly #db: Database
  #rules: MarketRules
  #refreshing: Promise<void> = Promise.resolve()

  private constructor(db: Database, rules: MarketRules) {
    this.#db = db
    this.#rules = rules
  }

  /** Rejects like loadMarketRules. */
  static async load(db: Database): Promise<CurrentMarketRules> {
    return new CurrentMarketRules(db, await loadMarketRules(db))
  }

  /** Read again for each decision; they may differ the next time. */
  get rules(): MarketRules {
    return this.#rules
  }

  /** Reads the tables again, one read after the other. Rejects like loadMarketRules; the rules known so far then stay in force. */
  refresh(): Promise<void> {
    const read = async () => {
      this.#rules = await loadMarketRules(this.#db)
    }
    this.#refreshing = this.#refreshing.then(read, read)
    return this.#refreshing
  }
}
