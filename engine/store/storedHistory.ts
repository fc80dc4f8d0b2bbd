import type { Database } from '../../prisma/client.ts'
import { Prisma } from '../../prisma/generated/client.ts'
import { isoDateOf } from '../../prisma/isoDateOf.ts'
import { readMarketTables } from '../../prisma/marketTables.ts'
import type { Candle, CandleColumns } from '../../schema/market/candles.ts'
import { ColumnWriter } from '../../schema/market/ColumnWriter.ts'
import type { IndexSymbol } from '../../schema/market/indices.ts'
import { err, ok, type Result } from '../../schema/errors.ts'
import { LIMITS } from '../../schema/limits.ts'
import { paise } from '../../schema/money.ts'
import { DAY, istInstant, MINUTE, type Instant, type IsoDate } from '../../schema/time.ts'
import type { History } from '../backtest/history/BacktestMarket.ts'
import type { VixCloses } from '../backtest/history/vixLevel.ts'

/** Rows per page, each read well within the statement timeout. */
const PAGE = 20_000

export interface HistoryAsked {
  /** The broker port's marketId, whose candles these are. */
  readonly market: string
  readonly index: IndexSymbol
  /** First and last day; null: as far as stored. */
  readonly from: IsoDate | null
  readonly to: IsoDate | null
}

/**
 * An index's stored data up to a day, including the days before the first, which warm up indicators, and the candles of its options on
 * the requested days. Null when the index has no candle on these days. An error reports, with numbers, that more minutes of options are
 * stored than fit, which are `most`.
 */
export async function storedHistory(
  db: Database,
  { market, index, from, to }: HistoryAsked,
  most: number = LIMITS.backtests.optionMinutes,
): Promise<Result<History | null, string>> {
  const start = from === null ? 0 : istInstant(from, 0)
  const end = to === null ? Prisma.empty : Prisma.sql`AND time < ${new Date(istInstant(to, 0) + DAY)}::timestamptz`
  const ofIndex = await storedCandles(
    db,
    (last) => Prisma.sql`market = ${market} AND symbol = ${index} AND ${since(last ? last.time + 1 : 0)} ${end}`,
  )
  const minutes = ofIndex?.get(index)
  if (!minutes || minutes.time.at(-1)! < start) return ok(null)
  // A trading symbol is the index's name and a digit, which no other index's name starts with.
  const ofOptions = Prisma.sql`market = ${market} AND symbol ~ ${`^${index}[0-9]`} AND ${since(start)} ${end}`
  const candles = await storedCandles(
    db,
    (last) => (last ? Prisma.sql`${ofOptions} AND (symbol, time) > (${last.symbol}, ${new Date(last.time)}::timestamptz)` : ofOptions),
    most,
  )
  if (!candles) {
    const lastDay = await lastDayOf(db, ofOptions, most)
    const fitting = lastDay === null ? 'Not even those of the first day fit' : `The last day can be ${lastDay}`
    return err(
      `More than ${most.toLocaleString('en-US')} minutes of ${index} options are stored for these days, and no more fit. ${fitting}.`,
    )
  }
  return ok({
    ...{ index, minutes },
    tables: await db.$transaction(readMarketTables, { isolationLevel: 'RepeatableRead' }),
    traded: { kind: 'OPTIONS', volatility: await storedVix(db), candles },
  })
}

/** The last day up to which there are at most so many of these candles; null: not even on the first. */
async function lastDayOf(db: Database, which: Prisma.Sql, most: number): Promise<IsoDate | null> {
  const [row] = await db.$transaction(
    async (tx) => {
      // Years of minutes are counted.
      await tx.$executeRaw`SET LOCAL statement_timeout = '120s'`
      return tx.$queryRaw<{ day: string | null }[]>`
        SELECT to_char(max(day), 'YYYY-MM-DD') AS day FROM (
          SELECT day, sum(count(*)) OVER (ORDER BY day) AS minutes
          FROM (SELECT (time AT TIME ZONE 'Asia/Kolkata')::date AS day FROM "Candle" WHERE ${which}) AS candle GROUP BY day
        ) AS counted WHERE minutes <= ${most}`
    },
    { timeout: 2 * MINUTE },
  )
  return row?.day ?? null
}

/** Daily India VIX as imported. */
async function storedVix(db: Database): Promise<VixCloses> {
  const days = await db.vixClose.findMany()
  return new Map(days.map(({ date, close }) => [isoDateOf(date), close / 100]))
}

type CandleRow = { readonly [Column in keyof Candle]: number } & { readonly symbol: string }

/**
 * All candles by symbol, oldest first, in pages that go straight into columns: an object for each of millions of rows would not fit.
 * `which` selects those after a last candle, so that none is skipped over twice. Null when there are more than `most`.
 * Raw SQL: pages of twenty thousand rows, as plain numbers.
 */
async function storedCandles(
  db: Database,
  which: (last: CandleRow | null) => Prisma.Sql,
  most = Infinity,
): Promise<ReadonlyMap<string, CandleColumns> | null> {
  const found = new Map<string, CandleColumns>()
  const writer = new ColumnWriter()
  let last: CandleRow | null = null
  for (let count = 0; ;) {
    const rows: readonly CandleRow[] = await db.$queryRaw<CandleRow[]>`
      SELECT symbol, (extract(epoch FROM time) * 1000)::float8 AS time, open::float8, high::float8, low::float8, close::float8,
             volume::float8
      FROM "Candle" WHERE ${which(last)} ORDER BY symbol, time LIMIT ${PAGE}`
    for (const row of rows) {
      if (last && row.symbol !== last.symbol) {
        found.set(last.symbol, writer.copy())
        writer.clear()
      }
      const { time, open, high, low, close, volume } = row
      writer.add(time, { open: paise(open), high: paise(high), low: paise(low), close: paise(close), volume })
      last = row
    }
    count += rows.length
    if (count > most) return null
    if (rows.length === PAGE) continue
    if (last) found.set(last.symbol, writer.copy())
    return found
  }
}

function since(at: Instant): Prisma.Sql {
  return Prisma.sql`time >= ${new Date(at)}::timestamptz`
}
