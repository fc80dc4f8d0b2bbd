import pg from 'pg'
import { z } from 'zod'
import { SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import type { Candle } from '../../schema/market/candles.ts'
import { INDEX_SYMBOLS, type IndexSymbol } from '../../schema/market/indices.ts'
import type { Instant, IsoDate } from '../../schema/time.ts'
import type { MarketSource } from '../../engine/sandbox/sources/MarketSource.ts'
import { arrayLiteral } from '../../prisma/arrayLiteral.ts'

/** Three years, and a few to spare. */
export const PAST_SESSIONS = 750
/** Sessions in a statement: some 20,000 rows. */
const AT_ONCE = 50

export interface PastAsked {
  readonly source: MarketSource
  /** The market's present day; nothing of it is stored. */
  readonly today: IsoDate
  /** How many sessions before it. */
  readonly sessions: number
}

/**
 * Stores the candles of every index for the sessions before a day, as an engine running then would have, up to the oldest
 * candle of the index that is stored already. All of them or none; resolves with how many.
 */
export async function loadPast(databaseUrl: string, asked: PastAsked): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  // A cut connection reports it here, and to pending queries.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('BEGIN')
    let rows = 0
    for (const index of INDEX_SYMBOLS) rows += await loadIndex(client, index, asked)
    await client.query('COMMIT')
    return rows
  } finally {
    await client.end()
  }
}

async function loadIndex(client: pg.Client, index: IndexSymbol, { source, today, sessions }: PastAsked): Promise<number> {
  const oldest = await oldestStored(client, source.marketId, index)
  const dates = sessionsBefore(source, today, sessions).filter((date) => SHIPPED_MARKET_RULES.sessionHours(date).open < oldest)
  let rows = 0
  let stored = Promise.resolve()
  for (let i = 0; i < dates.length; i += AT_ONCE) {
    // Drawn while the database is busy with those before.
    const candles = dates.slice(i, i + AT_ONCE).flatMap((date) => source.candles(index, date).filter(({ time }) => time < oldest))
    await stored
    stored = insert(client, source.marketId, index, candles)
    rows += candles.length
  }
  await stored
  return rows
}

/** Oldest first. */
function sessionsBefore(source: MarketSource, today: IsoDate, sessions: number): readonly IsoDate[] {
  const dates: IsoDate[] = []
  for (let date = source.sessionBefore(today); date !== null && dates.length < sessions; date = source.sessionBefore(date)) dates.push(date)
  return dates.reverse()
}

const oldestRows = z.array(z.object({ time: z.date().nullable() }))

async function oldestStored(client: pg.Client, market: string, index: IndexSymbol): Promise<Instant> {
  const { rows } = await client.query('SELECT min(time) AS time FROM "Candle" WHERE market = $1 AND symbol = $2', [market, index])
  return oldestRows.parse(rows)[0]?.time?.getTime() ?? Infinity
}

async function insert(client: pg.Client, market: string, index: IndexSymbol, candles: readonly Candle[]): Promise<void> {
  const columns = (['time', 'open', 'high', 'low', 'close', 'volume'] as const).map((column) =>
    arrayLiteral(candles.map((candle) => candle[column])),
  )
  await client.query(
    `INSERT INTO "Candle" (market, symbol, time, open, high, low, close, volume)
     SELECT $1, $2, to_timestamp(time / 1000), open, high, low, close, volume
     FROM unnest($3::float8[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[])
       AS new(time, open, high, low, close, volume)`,
    [market, index, ...columns],
  )
}
