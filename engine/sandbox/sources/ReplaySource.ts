import type { Candle } from '../../../schema/market/candles.ts'
import type { IndexSymbol } from '../../../schema/market/indices.ts'
import type { Paise } from '../../../schema/money.ts'
import { addDays, type IsoDate } from '../../../schema/time.ts'
import { indexPrice, SYNTHETIC_EPOCH } from './DailyPath.ts'
import type { MarketSource } from './MarketSource.ts'
import { SyntheticSource } from './SyntheticSource.ts'

/** Days in which every calendar has three years of sessions, which are 744. */
const PAST_DAYS = 1_150

/**
 * Recorded days, played as they were, after three years of a past that is drawn: its last price is the first one recorded.
 * An index without a recording moves synthetically on the same dates.
 */
export class ReplaySource implements MarketSource {
  readonly marketId: string
  readonly firstDay: IsoDate
  readonly #recorded: ReadonlyMap<IndexSymbol, ReadonlyMap<IsoDate, readonly Candle[]>>
  readonly #dates: readonly IsoDate[]
  readonly #synthetic: SyntheticSource
  /** What drawn prices of a recorded index are multiplied by. */
  readonly #scales: ReadonlyMap<IndexSymbol, number>

  /** `dates`: the sessions, oldest first, at least one; every recorded index has candles on each. */
  constructor(
    marketId: string,
    recorded: ReadonlyMap<IndexSymbol, ReadonlyMap<IsoDate, readonly Candle[]>>,
    dates: readonly [IsoDate, ...IsoDate[]],
    seed: number,
  ) {
    this.marketId = marketId
    this.#recorded = recorded
    this.#dates = dates
    const [firstDay] = dates
    this.firstDay = firstDay
    const epoch = addDays(firstDay, -PAST_DAYS)
    this.#synthetic = new SyntheticSource(seed, epoch < SYNTHETIC_EPOCH ? epoch : SYNTHETIC_EPOCH)
    this.#scales = new Map([...recorded].map(([index, days]) => [index, this.#scaleTo(index, days.get(firstDay)![0]!.open)]))
  }

  sessionFrom(date: IsoDate): IsoDate | null {
    const drawn = date < this.firstDay ? this.#synthetic.sessionFrom(date) : this.firstDay
    return drawn < this.firstDay ? drawn : (this.#dates.find((day) => day >= date) ?? null)
  }

  sessionBefore(date: IsoDate): IsoDate | null {
    return this.#dates.findLast((day) => day < date) ?? this.#synthetic.sessionBefore(date < this.firstDay ? date : this.firstDay)
  }

  candles(index: IndexSymbol, date: IsoDate): readonly Candle[] {
    if (date < this.firstDay) return this.#drawn(index, date)
    if (!this.#dates.includes(date)) return []
    const days = this.#recorded.get(index)
    return days ? days.get(date)! : this.#synthetic.candles(index, date)
  }

  close(index: IndexSymbol, date: IsoDate): Paise | null {
    if (date < this.firstDay) {
      const close = this.#synthetic.close(index, date)
      return close && scaled(close, this.#scales.get(index))
    }
    if (!this.#dates.includes(date)) return null
    return this.#recorded.has(index) ? this.candles(index, date).at(-1)!.close : this.#synthetic.close(index, date)
  }

  #drawn(index: IndexSymbol, date: IsoDate): readonly Candle[] {
    const candles = this.#synthetic.candles(index, date)
    const scale = this.#scales.get(index)
    if (scale === undefined) return candles
    return candles.map(({ time, open, high, low, close, volume }) => ({
      ...{ time, open: scaled(open, scale), high: scaled(high, scale), low: scaled(low, scale), close: scaled(close, scale), volume },
    }))
  }

  #scaleTo(index: IndexSymbol, firstPrice: Paise): number {
    const before = this.#synthetic.sessionBefore(this.firstDay)
    const last = before === null ? null : this.#synthetic.close(index, before)
    return last === null ? 1 : firstPrice / last
  }
}

function scaled(price: Paise, scale = 1): Paise {
  return indexPrice((price * scale) / 100)
}
