import type { Database } from '../../../prisma/client.ts'
import { Prisma } from '../../../prisma/generated/client.ts'
import { bucketStart, INTERVAL_MINUTES, type CandleColumns, type Interval } from '../../../schema/market/candles.ts'
import type { IndexSymbol } from '../../../schema/market/indices.ts'
import { addDays, istInstant, MINUTE, type Instant } from '../../../schema/time.ts'
import { parseInput } from '../../kit/parseInput.ts'
import type { EngineStates } from './EngineStates.ts'
import { barsInput } from './input.ts'

/** Later than any candle. */
const LAST_TIME = new Date('9999-12-31T00:00:00Z')

/** Which bars. */
interface Stretch {
  readonly symbol: IndexSymbol
  readonly interval: Interval
  readonly count: number
  /** Only bars that begin before this; null: the latest. */
  readonly before: Instant | null
}

type BarRow = { readonly [Column in 'at' | 'open' | 'high' | 'low' | 'close' | 'volume']: number }

/** Bars folded by the database, for more of them than charts show: of the stored minutes of the market that the engine is connected to. */
export class Bars {
  readonly #db: Database
  readonly #engine: EngineStates
  constructor(db: Database, engine: EngineStates) {
    this.#db = db
    this.#engine = engine
  }

  /** The last `count` of a stretch, oldest first; fewer where history begins, none before any engine ran. */
  async last({ symbol, interval, count, before }: Stretch): Promise<CandleColumns> {
    const minutes = INTERVAL_MINUTES[interval]
    // A bar is never cut in the middle.
    const end = before === null ? LAST_TIME : new Date(bucketStart(before + minutes * MINUTE - 1, minutes))
    // One extra bar: the cut may have taken the oldest one's first minutes.
    const minute = Prisma.sql`
      SELECT * FROM "Candle" WHERE market = ${await this.#market()} AND symbol = ${symbol} AND "time" < ${end}
      ORDER BY "time" DESC LIMIT ${(count + 1) * minutes}`
    const rows = await this.#db.$queryRaw<BarRow[]>`
      SELECT bar.*, extract(epoch FROM bar."time")::float8 * 1000 AS "at" FROM (${barsSql(minute, minutes)}) bar ORDER BY bar."time"`
    const bars = rows.slice(-count)
    const column = (pick: (row: BarRow) => number) => Float64Array.from(bars, pick)
    return {
      time: column(({ at }) => at),
      open: column(({ open }) => open),
      high: column(({ high }) => high),
      low: column(({ low }) => low),
      close: column(({ close }) => close),
      volume: column(({ volume }) => volume),
    }
  }

  /**
   * Makes the statement of all bars from one date in India to another, both included, oldest first, as data files have them. Throws
   * BAD_USER_INPUT at once.
   */
  statement(input: unknown): () => Promise<Prisma.Sql> {
    const { symbol, interval, from, to } = parseInput(barsInput, input)
    const start = from === null ? new Date(0) : new Date(istInstant(from, 0))
    const end = to === null ? LAST_TIME : new Date(istInstant(addDays(to, 1), 0))
    return async () => {
      const minute = Prisma.sql`
        SELECT * FROM "Candle" WHERE market = ${await this.#market()} AND symbol = ${symbol} AND "time" >= ${start} AND "time" < ${end}`
      return barsSql(minute, INTERVAL_MINUTES[interval])
    }
  }

  async #market(): Promise<string | null> {
    return (await this.#engine.read())?.market ?? null
  }
}

/**
 * Bars of `minutes` made of stored minutes, oldest first, as schema/market/candles.ts foldColumns makes them. `minute`: a selection of rows
 * of "Candle". Prices in rupees; a bar is as whole as what is selected.
 * Raw SQL: minutes are folded by stretches of time (date_bin).
 */
function barsSql(minute: Prisma.Sql, minutes: number): Prisma.Sql {
  const price = (column: Prisma.Sql) => Prisma.sql`(${column})::float8 / 100`
  return Prisma.sql`
    SELECT date_bin(make_interval(mins => ${minutes}::int), minute."time", to_timestamp(0)) AS "time",
      ${price(Prisma.sql`(array_agg(minute.open ORDER BY minute."time"))[1]`)} AS open, ${price(Prisma.sql`max(minute.high)`)} AS high,
      ${price(Prisma.sql`min(minute.low)`)} AS low, ${price(Prisma.sql`(array_agg(minute.close ORDER BY minute."time" DESC))[1]`)} AS close,
      sum(minute.volume)::float8 AS volume
    FROM (${minute}) minute GROUP BY 1 ORDER BY 1`
}
