import type { Candle } from '../../../schema/market/candles.ts'
import type { Paise } from '../../../schema/money.ts'

/** A day's trading so far. */
export interface DayTotals {
  readonly open: Paise
  readonly high: Paise
  readonly low: Paise
  readonly volume: number
  /** Σ price × volume, in paise. */
  readonly turnover: number
}

/** The minutes of one instrument on one day with their running totals; each minute is computed once, when it is first needed. */
export class InstrumentDay {
  readonly #candles: Candle[] = []
  readonly #totals: DayTotals[] = []
  readonly #candleAt: (position: number) => Candle

  /** `candleAt` gives the nth candle of the day. */
  constructor(candleAt: (position: number) => Candle) {
    this.#candleAt = candleAt
  }

  /** The first `count` candles. */
  candles(count: number): readonly Candle[] {
    this.#computeThrough(count)
    return this.#candles.slice(0, count)
  }

  /** Totals of the first `count` candles; null when there is none. */
  totals(count: number): DayTotals | null {
    this.#computeThrough(count)
    return this.#totals[count - 1] ?? null
  }

  #computeThrough(count: number): void {
    while (this.#candles.length < count) {
      const candle = this.#candleAt(this.#candles.length)
      this.#totals.push(addCandle(this.#totals.at(-1) ?? null, candle))
      this.#candles.push(candle)
    }
  }
}

/** The totals after one more candle, or part of one. */
export function addCandle(before: DayTotals | null, candle: Candle): DayTotals {
  const turnover = candle.close * candle.volume
  if (!before) return { open: candle.open, high: candle.high, low: candle.low, volume: candle.volume, turnover }
  return {
    open: before.open,
    high: candle.high > before.high ? candle.high : before.high,
    low: candle.low < before.low ? candle.low : before.low,
    volume: before.volume + candle.volume,
    turnover: before.turnover + turnover,
  }
}
