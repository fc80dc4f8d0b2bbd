import { openDatabase, type Database, type DatabaseSource } from '../../prisma/client.ts'
import { isoDateOf } from '../../prisma/isoDateOf.ts'
import type { Candle } from '../../schema/market/candles.ts'
import type { IndexSymbol } from '../../schema/market/indices.ts'
import { istInstant, type IsoDate } from '../../schema/time.ts'
import type { CandleArchive } from '../market/Backfill.ts'
import { insertCandles } from './candles.ts'
import { saveWarmingUp, type WarmingUp } from './warmingUp.ts'

/**
 * The stored history of a market's indices, and who waits for more of it, on a connection apart: trading never waits for it.
 * Raw SQL: stored minutes are counted by day in India.
 */
export class PastCandles implements CandleArchive {
  readonly #db: Database
  readonly #market: string

  constructor({ database, market }: { readonly database: DatabaseSource; readonly market: string }) {
    this.#db = openDatabase(database, 'history', 1)
    this.#market = market
  }

  async close(): Promise<void> {
    await this.#db.$disconnect()
  }

  async storedDays(symbol: IndexSymbol, since: IsoDate): Promise<ReadonlyMap<IsoDate, number>> {
    const rows = await this.#db.$queryRaw<{ day: string; candles: number }[]>`
      SELECT (time AT TIME ZONE 'Asia/Kolkata')::date::text AS day, count(*)::int AS candles FROM "Candle"
      WHERE market = ${this.#market} AND symbol = ${symbol} AND time >= ${new Date(istInstant(since, 0))}::timestamptz GROUP BY 1`
    return new Map(rows.map(({ day, candles }) => [day, candles]))
  }

  async askedDays(symbol: IndexSymbol, since: IsoDate): Promise<ReadonlySet<IsoDate>> {
    const rows = await this.#db.askedDay.findMany({
      where: { market: this.#market, symbol, day: { gte: new Date(since) } },
      select: { day: true },
    })
    return new Set(rows.map(({ day }) => isoDateOf(day)))
  }

  async saveDays(symbol: IndexSymbol, days: readonly IsoDate[], candles: readonly Candle[]): Promise<void> {
    await this.#db.$transaction(async (tx) => {
      await insertCandles(
        tx,
        this.#market,
        candles.map((candle) => ({ symbol, candle })),
      )
      await tx.askedDay.createMany({
        data: days.map((day) => ({ market: this.#market, symbol, day: new Date(day) })),
        skipDuplicates: true,
      })
    })
  }

  /** Replaces all stored ones. */
  async saveWarmingUp(warming: readonly WarmingUp[]): Promise<void> {
    await saveWarmingUp(this.#db, warming)
  }
}
