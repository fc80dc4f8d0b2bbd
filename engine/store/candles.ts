import type { Database, Transaction } from '../../prisma/client.ts'
import { Prisma } from '../../prisma/generated/client.ts'
import type { Candle } from '../../schema/market/candles.ts'
import { isIndexSymbol, type IndexSymbol } from '../../schema/market/indices.ts'
import { paise } from '../../schema/money.ts'
import type { Instant } from '../../schema/time.ts'
import type { SymbolCandle } from '../market/SymbolCandle.ts'

/** Inserts the missing candles in one statement, and returns the new ones of indices, oldest first. Raw SQL: a batch (unnest). */
export async function insertCandles(
  tx: Database | Transaction,
  market: string,
  candles: readonly SymbolCandle[],
): Promise<{ readonly symbol: IndexSymbol; readonly time: Instant }[]> {
  const column = <T>(pick: (candle: SymbolCandle) => T) => candles.map(pick)
  const inserted = await tx.$queryRaw<{ symbol: string; time: Date }[]>`
    INSERT INTO "Candle" (market, symbol, time, open, high, low, close, volume)
    SELECT ${market}, symbol, to_timestamp(time / 1000.0), open, high, low, close, volume
    FROM unnest(
      ${column(({ symbol }) => symbol)}::text[],
      ${column(({ candle }) => candle.time)}::float8[],
      ${column(({ candle }) => candle.open)}::bigint[],
      ${column(({ candle }) => candle.high)}::bigint[],
      ${column(({ candle }) => candle.low)}::bigint[],
      ${column(({ candle }) => candle.close)}::bigint[],
      ${column(({ candle }) => candle.volume)}::bigint[]
    ) AS new(symbol, time, open, high, low, close, volume)
    ON CONFLICT DO NOTHING
    RETURNING symbol, time`
  const rows: { symbol: IndexSymbol; time: Instant }[] = []
  for (const { symbol, time } of inserted) if (isIndexSymbol(symbol)) rows.push({ symbol, time: time.getTime() })
  return rows.sort((a, b) => a.time - b.time)
}

/**
 * The newest candles of an index in a market that start before an instant (null: of all), at most `limit`, oldest first.
 * Raw SQL: rows as plain numbers, of which a model call makes BigInts: it takes three to four times as long.
 */
export async function newestCandles(
  db: Database,
  market: string,
  symbol: IndexSymbol,
  limit: number,
  before: Instant | null = null,
): Promise<Candle[]> {
  const earlier = before === null ? Prisma.empty : Prisma.sql`AND time < ${new Date(before)}::timestamptz`
  const rows = await db.$queryRaw<{ readonly [Column in keyof Candle]: number }[]>`
    SELECT (extract(epoch FROM time) * 1000)::float8 AS time, open::float8, high::float8, low::float8, close::float8, volume::float8
    FROM "Candle" WHERE market = ${market} AND symbol = ${symbol} ${earlier} ORDER BY "Candle".time DESC LIMIT ${limit}`
  return rows.reverse().map(({ time, open, high, low, close, volume }) => ({
    ...{ time, open: paise(open), high: paise(high), low: paise(low), close: paise(close), volume },
  }))
}
