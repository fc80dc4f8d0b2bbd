import type { Database } from '../../prisma/client.ts'
import { Prisma } from '../../prisma/generated/client.ts'
import { readMarketTables } from '../../prisma/marketTables.ts'
import { toColumns, type Candle } from '../../schema/market/candles.ts'
import type { IndexSymbol } from '../../schema/market/indices.ts'
import { paise } from '../../schema/money.ts'
import { DAY, istInstant, type Instant, type IsoDate } from '../../schema/time.ts'
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
 * What is stored of an index up to a day, including the days before the first, which warm up indicators, and the candles of its options on
 * the requested days. Null when the index has no candle on these days.
 */
export async function storedHistory(db: Database, { market, index, from, to }: HistoryAsked): Promise<History | null> {
  const start = from === null ? 0 : istInstant(from, 0)
  const end = to === null ? Prisma.empty : Prisma.sql`AND time < ${new Date(istInstant(to, 0) + DAY)}::timestamptz`
  const minutes = (
    await storedCandles(db, (last) => Prisma.sql`market = ${market} AND symbol = ${index} AND ${since(last ? last.time + 1 : 0)} ${end}`)
  ).get(index)
  if (!minutes || minutes.at(-1)!.time < start) return null
  const options = await storedCandles(db, (last) => {
    const after = last && Prisma.sql`AND (symbol, time) > (${last.symbol}, ${new Date(last.time)}::timestamptz)`
    // A trading symbol is the index's name and a digit, which no other index's name starts with.
    return Prisma.sql`market = ${market} AND symbol ~ ${`^${index}[0-9]`} AND ${since(start)} ${end} ${after ?? Prisma.empty}`
  })
  return {
    index,
    minutes: toColumns(minutes),
    tables: await db.$transaction(readMarketTables, { isolationLevel: 'RepeatableRead' }),
    traded: {
      kind: 'OPTIONS',
      volatility: await storedVix(db),
      candles: new Map([...options].map(([symbol, candles]) => [symbol, toColumns(candles)])),
    },
  }
}

/** Daily India VIX as imported. */
async function storedVix(db: Database): Promise<VixCloses> {
  const days = await db.vixClose.findMany()
  return new Map(days.map(({ date, close }) => [date.toISOString().slice(0, 10), close / 100]))
}

type CandleRow = { readonly [Column in keyof Candle]: number } & { readonly symbol: string }

/** All candles by symbol, oldest first, in pages: `which` selects those after a last candle, so that none is skipped over twice. */
async function storedCandles(db: Database, which: (last: CandleRow | null) => Prisma.Sql): Promise<ReadonlyMap<string, readonly Candle[]>> {
  const found = new Map<string, Candle[]>()
  let last: CandleRow | null = null
  for (;;) {
    const rows: readonly CandleRow[] = await db.$queryRaw<CandleRow[]>`
      SELECT symbol, (extract(epoch FROM time) * 1000)::float8 AS time, open::float8, high::float8, low::float8, close::float8,
             volume::float8
      FROM "Candle" WHERE ${which(last)} ORDER BY symbol, time LIMIT ${PAGE}`
    for (const { symbol, time, open, high, low, close, volume } of rows) {
      const candle = { time, open: paise(open), high: paise(high), low: paise(low), close: paise(close), volume }
      const known = found.get(symbol)
      if (known) known.push(candle)
      else found.set(symbol, [candle])
    }
    last = rows.at(-1) ?? null
    if (rows.length < PAGE) return found
  }
}

function since(at: Instant): Prisma.Sql {
  return Prisma.sql`time >= ${new Date(at)}::timestamptz`
}
