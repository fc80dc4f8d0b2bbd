import type { VolatilityTerm } from '../../../schema/market/options/VolatilityTerm.ts'
import type { IsoDate } from '../../../schema/time.ts'
import type { BacktestMarket, OptionsTraded } from '../history/BacktestMarket.ts'
import { ImpliedLevels } from './ImpliedLevels.ts'
import { usualLevel, vixLevel } from '../history/vixLevel.ts'

/** The source of a level: given for all days, implied by recorded options, from India VIX at the close before, or the index's default. */
export const LEVEL_SOURCES = ['GIVEN', 'OPTIONS', 'VIX', 'USUAL'] as const
export type LevelSource = (typeof LEVEL_SOURCES)[number]

/** Volatility at the money of the option model, a fraction per trading year. */
export interface VolatilityLevel {
  readonly level: number
  readonly source: LevelSource
}

/** The lowest volatility used in pricing, whatever the shift. */
const LEAST = 0.01

/** A level with its volatility shifted. */
export function movedLevel({ level, source }: VolatilityLevel, moved: number): VolatilityLevel {
  return { level: Math.max(LEAST, level + moved), source }
}

/** The option model's volatility, minute by minute, from what was known when the minute began. */
export class VolatilityLevels {
  readonly #market: BacktestMarket
  readonly #volatility: OptionsTraded['volatility']
  readonly #implied: ImpliedLevels

  constructor(market: BacktestMarket, { volatility, candles }: OptionsTraded, term: VolatilityTerm) {
    this.#market = market
    this.#volatility = volatility
    this.#implied = new ImpliedLevels(market, candles, term)
  }

  /** When a minute of a date begins, for options that expire on `expiry`. */
  at(minute: number, date: IsoDate, expiry: IsoDate): VolatilityLevel {
    if (typeof this.#volatility === 'number') return { level: this.#volatility, source: 'GIVEN' }
    const implied = this.#implied.before(minute, expiry)
    if (implied !== null) return { level: implied, source: 'OPTIONS' }
    const { index } = this.#market
    const byVix = vixLevel(index, date, this.#volatility)
    return byVix === null ? { level: usualLevel(index), source: 'USUAL' } : { level: byVix, source: 'VIX' }
  }
}
