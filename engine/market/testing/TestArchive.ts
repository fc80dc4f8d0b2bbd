import type { Candle } from '../../../schema/market/candles.ts'
import type { IndexSymbol } from '../../../schema/market/indices.ts'
import { istDate, type Instant, type IsoDate } from '../../../schema/time.ts'
import type { CandleArchive } from '../Backfill.ts'

/** An archive in memory. For tests only. */
export class TestArchive implements CandleArchive {
  readonly #stored = new Map<IndexSymbol, Map<Instant, Candle>>()
  readonly #asked = new Map<IndexSymbol, Set<IsoDate>>()

  /** The days of an index that have candles. */
  days(index: IndexSymbol): IsoDate[] {
    return [...new Set([...(this.#stored.get(index)?.keys() ?? [])].map(istDate))].sort()
  }

  put(index: IndexSymbol, candles: readonly Candle[]): void {
    const stored = this.#stored.get(index) ?? new Map<Instant, Candle>()
    for (const candle of candles) if (!stored.has(candle.time)) stored.set(candle.time, candle)
    this.#stored.set(index, stored)
  }

  storedDays(index: IndexSymbol, since: IsoDate): Promise<ReadonlyMap<IsoDate, number>> {
    const days = new Map<IsoDate, number>()
    for (const date of [...(this.#stored.get(index)?.keys() ?? [])].map(istDate))
      if (date >= since) days.set(date, (days.get(date) ?? 0) + 1)
    return Promise.resolve(days)
  }

  askedDays(index: IndexSymbol, since: IsoDate): Promise<ReadonlySet<IsoDate>> {
    return Promise.resolve(new Set([...(this.#asked.get(index) ?? [])].filter((day) => day >= since)))
  }

  saveDays(index: IndexSymbol, days: readonly IsoDate[], candles: readonly Candle[]): Promise<void> {
    this.put(index, candles)
    this.#asked.set(index, new Set([...(this.#asked.get(index) ?? []), ...days]))
    return Promise.resolve()
  }
}
