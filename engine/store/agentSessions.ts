import type { Statements } from '../../prisma/inTransaction.ts'
import type { IndexSymbol } from '../../schema/market/indices.ts'
import { addDays, istDate, istInstant, MINUTE, type IsoDate } from '../../schema/time.ts'
import type { StoredDay } from '../agent/AgentStore.ts'

/** Days that are read at a time: some sixty sessions, which take a few milliseconds. */
const DAYS_AT_ONCE = 90

export interface DaysAsked {
  readonly market: string
  readonly symbol: IndexSymbol
  /** Null: all. */
  readonly after: IsoDate | null
  readonly before: IsoDate
}

/**
 * The stored days of an index in a market after a date and before another, oldest first, in pieces.
 * Raw SQL: minutes are gathered by day in India (array_agg).
 */
export async function* storedDays(db: Statements, { market, symbol, after, before }: DaysAsked): AsyncGenerator<readonly StoredDay[]> {
  const first = after === null ? await firstDay(db, market, symbol) : addDays(after, 1)
  for (let since = first; since !== null && since < before; since = addDays(since, DAYS_AT_ONCE)) {
    const until = addDays(since, DAYS_AT_ONCE)
    const rows = await db.$queryRaw<{ date: string; minutes: number[]; closes: number[] }[]>`
      SELECT (time AT TIME ZONE 'Asia/Kolkata')::date::text AS date,
             array_agg((extract(epoch FROM time) / 60)::int ORDER BY time) AS minutes, array_agg(close::float8 ORDER BY time) AS closes
      FROM "Candle" WHERE market = ${market} AND symbol = ${symbol}
        AND time >= ${new Date(istInstant(since, 0))}::timestamptz AND time < ${new Date(istInstant(until < before ? until : before, 0))}::timestamptz
      GROUP BY 1 ORDER BY 1`
    yield rows.map(({ date, minutes, closes }) => ({ date, times: minutes.map((minute) => minute * MINUTE), closes }))
  }
}

/** How many minutes of an index are stored in a market before a date. */
export async function minutesBefore(db: Statements, market: string, symbol: IndexSymbol, date: IsoDate): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::float8 AS count FROM "Candle"
    WHERE market = ${market} AND symbol = ${symbol} AND time < ${new Date(istInstant(date, 0))}::timestamptz`
  return row!.count
}

async function firstDay(db: Statements, market: string, symbol: IndexSymbol): Promise<IsoDate | null> {
  const [first] = await db.$queryRaw<{ time: Date }[]>`
    SELECT time FROM "Candle" WHERE market = ${market} AND symbol = ${symbol} ORDER BY time LIMIT 1`
  return first ? istDate(first.time.getTime()) : null
}
