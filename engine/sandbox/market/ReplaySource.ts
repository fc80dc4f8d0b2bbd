import type { Candle } from '../../../schema/market/candles.ts'
import type { IndexSymbol } from '../../../schema/market/indices.ts'
import type { Paise } from '../../../schema/money.ts'
import type { IsoDate } from '../../../schema/time.ts'
import type { MarketSource } from './MarketSource.ts'
import { SyntheticSource } from './SyntheticSource.ts'

/** Recorded days, played as they were. An index without a recording moves synthetically on the same dates. */
export class ReplaySource implements MarketSource {
  readonly marketId: string
  readonly #recorded: ReadonlyMap<IndexSymbol, ReadonlyMap<IsoDate, readonly Candle[]>>
  readonly #dates: readonly IsoDate[]
  readonly #synthetic: SyntheticSource

  /** `dates`: the sessions, oldest first; every recorded index has candles on each. */
  constructor(
    marketId: string,
    recorded: ReadonlyMap<IndexSymbol, ReadonlyMap<IsoDate, readonly Candle[]>>,
    dates: readonly IsoDate[],
    seed: number,
  ) {
    this.marketId = marketId
    this.#recorded = recorded
    this.#dates = dates
    this.#synthetic = new SyntheticSource(seed)
  }

  sessionFrom(date: IsoDate): IsoDate | null {
    return this.#dates.find((day) => day >= date) ?? null
  }

  sessionBefore(date: IsoDate): IsoDate | null {
    return this.#dates.findLast((day) => day < date) ?? null
  }

  candles(index: IndexSymbol, date: IsoDate): readonly Candle[] {
    if (!this.#dates.includes(date)) return []
    const days = this.#recorded.get(index)
    return days ? days.get(date)! : this.#synthetic.candles(index, date)
  }

  close(index: IndexSymbol, date: IsoDate): Paise | null {
    if (!this.#dates.includes(date)) return null
    return this.#recorded.has(index) ? this.candles(index, date).at(-1)!.close : this.#synthetic.close(index, date)
  }
}
