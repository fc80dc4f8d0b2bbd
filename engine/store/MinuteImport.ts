import { arrayLiteral } from '../../prisma/arrayLiteral.ts'
import { openDatabase, openPool, type Database, type Pool } from '../../prisma/client.ts'
import { Prisma } from '../../prisma/generated/client.ts'
import { inTransaction, type Statements } from '../../prisma/inTransaction.ts'
import { loadMarketRules } from '../../prisma/marketTables.ts'
import type { Candle } from '../../schema/market/candles.ts'
import type { MarketRules } from '../../schema/market/MarketRules.ts'
import type { Instant } from '../../schema/time.ts'

/** Rows per statement: few enough to stay far below the statement timeout, many enough that the round trip does not count. */
const AT_ONCE = 5_000

/** The outcome of an import, in minutes. */
export interface StoredMinutes {
  readonly stored: number
  /** Already stored, with the same prices. */
  readonly known: number
  /** Already stored with other prices, which were kept: the data behind past backtests stays as it is. */
  readonly kept: number
}

/** Adds one minute to an import. `symbol`: the trading symbol of an option, or an index. */
export type AddMinute = (symbol: string, time: Instant, prices: Omit<Candle, 'time'>) => void
/** Sends the buffered rows when there are enough. */
export type Flush = () => Promise<void>

/**
 * Stores recorded minutes of options and indices for a market, as an engine stores those it sees. Needs neither gateway nor engine.
 * Raw SQL: five thousand minutes a statement (unnest).
 */
export class MinuteImport {
  readonly #pool: Pool
  readonly #db: Database

  constructor(url: string) {
    this.#pool = openPool(url, 'sakha import', 2)
    this.#db = openDatabase(this.#pool)
  }

  async close(): Promise<void> {
    await this.#db.$disconnect()
    await this.#pool.end()
  }

  /** The rules of the market in force. */
  async rules(): Promise<MarketRules> {
    return loadMarketRules(this.#db)
  }

  /** The market that the engine of this database trades; null before its first start. */
  async market(): Promise<string | null> {
    return (await this.#db.engineState.findFirst({ orderBy: { heartbeatAt: 'desc' } }))?.market ?? null
  }

  /**
   * Stores all that `give` adds in one transaction, or nothing when it throws or the database fails. Of duplicate minutes the first counts.
   * Memory holds one statement's rows.
   */
  async store(market: string, give: (add: AddMinute, flush: Flush) => Promise<void>): Promise<StoredMinutes> {
    return inTransaction(this.#pool, async (tx) => {
      const sum = { stored: 0, known: 0, kept: 0 }
      let rows = new MinuteRows()
      let sending: Promise<void> = Promise.resolve()
      // While the database works on one statement's rows the next are read.
      const send = async () => {
        const full = rows
        rows = new MinuteRows()
        await sending
        sending = insert(tx, market, full).then(({ stored, known, kept }) => {
          sum.stored += stored
          sum.known += known
          sum.kept += kept
        })
        // The next to await it gets the error.
        sending.catch(() => undefined)
      }
      try {
        await give(
          (symbol, time, prices) => rows.add(symbol, time, prices),
          async () => {
            if (rows.length >= AT_ONCE) await send()
          },
        )
        if (rows.length > 0) await send()
      } finally {
        await sending
      }
      return sum
    })
  }
}

/** The columns of a statement. */
class MinuteRows {
  readonly #columns = [[], [], [], [], [], []] as readonly number[][]
  readonly #symbols: string[] = []

  get length(): number {
    return this.#symbols.length
  }

  add(symbol: string, time: Instant, { open, high, low, close, volume }: Omit<Candle, 'time'>): void {
    this.#symbols.push(symbol)
    const values = [time, open, high, low, close, Math.round(volume)]
    for (const [i, value] of values.entries()) this.#columns[i]!.push(value)
  }

  /** As a table `new` with the columns of "Candle" except the market. */
  table(): Prisma.Sql {
    const [time, open, high, low, close, volume] = this.#columns.map((column) => arrayLiteral(column))
    return Prisma.sql`
      (SELECT symbol, to_timestamp(time / 1000) AS time, open, high, low, close, volume
       FROM unnest(${arrayLiteral(this.#symbols)}::text[], ${time}::float8[], ${open}::bigint[], ${high}::bigint[], ${low}::bigint[],
                   ${close}::bigint[], ${volume}::bigint[]) AS given(symbol, time, open, high, low, close, volume)) AS new`
  }
}

async function insert(tx: Statements, market: string, rows: MinuteRows): Promise<StoredMinutes> {
  const table = rows.table()
  const stored = await tx.$executeRaw`
    INSERT INTO "Candle" (market, symbol, time, open, high, low, close, volume)
    SELECT ${market}, symbol, time, open, high, low, close, volume FROM ${table} ON CONFLICT DO NOTHING`
  if (stored === rows.length) return { stored, known: 0, kept: 0 }
  const [differing] = await tx.$queryRaw<{ count: number }[]>`
    SELECT count(*)::float8 AS count FROM ${table} JOIN "Candle" old ON old.market = ${market} AND old.symbol = new.symbol AND old.time = new.time
    WHERE (old.open, old.high, old.low, old.close) <> (new.open, new.high, new.low, new.close)`
  const kept = differing?.count ?? 0
  return { stored, known: rows.length - stored - kept, kept }
}
