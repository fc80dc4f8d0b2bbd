import type { Candle } from '../../../schema/market/candles.ts'
import { OPTION_TICK, paise, roundToTick, type Paise } from '../../../schema/money.ts'
import { istDate, type Instant, type IsoDate } from '../../../schema/time.ts'
import type { IndexTick } from '../sources/candleTicks.ts'
import type { OptionType } from '../../../schema/market/OptionType.ts'

/** What identifies a recorded option. */
interface Named {
  readonly tradingSymbol: string
  readonly type: OptionType
}

/**
 * Options that are played as they were recorded, on the days of which a minute of theirs was. In a minute without one nobody traded: the
 * last price stands, before the first minute its open, and the volume is 0. Within a minute a premium goes from open to close by way of
 * both extremes at the ticks at which the index is at its own, a call with it and a put against it.
 */
export class RecordedOptions {
  readonly #days: ReadonlyMap<string, ReadonlyMap<IsoDate, readonly Candle[]>>

  /** By trading symbol and date, oldest first, none empty. */
  constructor(days: ReadonlyMap<string, ReadonlyMap<IsoDate, readonly Candle[]>>) {
    this.#days = days
  }

  /** The option's candle of a minute; null when nothing of it was recorded on that day. */
  candle({ tradingSymbol }: Named, minute: Instant): Candle | null {
    const day = this.#days.get(tradingSymbol)?.get(istDate(minute))
    if (!day) return null
    const last = day[lastUpTo(day, minute)]
    if (last?.time === minute) return last
    const price = last?.close ?? day[0]!.open
    return { time: minute, open: price, high: price, low: price, close: price, volume: 0 }
  }

  /** The premium at one of the ticks that the index makes in a minute; null as for its candle. */
  premium(option: Named, minute: Instant, ticks: readonly IndexTick[], at: Instant): Paise | null {
    const candle = this.candle(option, minute)
    if (!candle) return null
    const fixed = ticks.filter((tick) => tick.fixed)
    const indexFallsFirst = fixed[1]!.price <= fixed[2]!.price
    const [early, late] = indexFallsFirst === (option.type === 'CE') ? [candle.low, candle.high] : [candle.high, candle.low]
    const stops = [candle.open, early, late, candle.close]
    const next = fixed.findIndex((tick) => tick.at >= at)
    if (next < 0) return candle.close
    if (fixed[next]!.at === at) return stops[next]!
    const [from, to] = [fixed[next - 1]!, fixed[next]!]
    const between = stops[next - 1]! + ((stops[next]! - stops[next - 1]!) * (at - from.at)) / (to.at - from.at)
    return paise(Math.min(candle.high, Math.max(candle.low, roundToTick(between, OPTION_TICK, 'nearest'))))
  }
}

/** Position of the last candle that begins at an instant or before; -1 when there is none. */
function lastUpTo(candles: readonly Candle[], at: Instant): number {
  let [low, high] = [0, candles.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (candles[middle]!.time <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}
