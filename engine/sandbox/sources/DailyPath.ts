import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { INDEX_SYMBOLS, type IndexSymbol } from '../../../schema/market/indices.ts'
import { paise, type Paise } from '../../../schema/money.ts'
import type { IsoDate } from '../../../schema/time.ts'
import { OVERNIGHT_SHARE } from '../../../schema/market/options/intradayVariance.ts'
import { SeededRandom } from '../../../schema/SeededRandom.ts'

/** The first day of every synthetic market; there is no history before it. */
export const SYNTHETIC_EPOCH: IsoDate = '2020-01-01'
/** The first day on which the clock of a synthetic market may start: three years of its past lie before it. */
export const SYNTHETIC_START: IsoDate = '2023-01-01'

/** Near this date the indices stand near their reference levels, whatever the seed. */
const REFERENCE_DATE: IsoDate = '2026-11-20'

interface IndexCharacter {
  /** Rupees on the reference date. */
  readonly level: number
  /** Standard deviation of a usual day's close-to-close return. */
  readonly dailyVolatility: number
  /** Correlation with the factor that all indices share. */
  readonly correlation: number
}

export const INDEX_CHARACTER: Readonly<Record<IndexSymbol, IndexCharacter>> = {
  NIFTY: { level: 24_500, dailyVolatility: 0.0091, correlation: 0.95 },
  BANKNIFTY: { level: 52_500, dailyVolatility: 0.0108, correlation: 0.85 },
  SENSEX: { level: 80_500, dailyVolatility: 0.009, correlation: 0.94 },
  MIDCPNIFTY: { level: 12_700, dailyVolatility: 0.0118, correlation: 0.8 },
}

// GARCH(1,1) of the shared factor, in units of its long-run variance: tomorrow = 0.04 + 0.08 × today's shock² + 0.88 × today.
const GARCH = { constant: 0.04, shock: 0.08, memory: 0.88 }
const MAX_VARIANCE = 9
/** Daily pull of the level back to its reference, so that an endless market stays near numbers people know. */
const PULL = 0.004
const JUMP_CHANCE = 0.006

/** What one synthetic day must do; the minutes are drawn to fit it. */
export interface DayPlan {
  readonly open: Paise
  readonly close: Paise
  /** This day's volatility over the usual day's. */
  readonly activity: number
}

/**
 * The opening and closing prices of every trading day of a synthetic market, drawn forward once from the epoch and kept.
 * Volatility clusters, nights have gaps, rare days jump, and the indices share one factor.
 */
export class DailyPath {
  readonly #seed: number
  readonly #epoch: IsoDate
  readonly #logLevels = new Map<IndexSymbol, number>(INDEX_SYMBOLS.map((index) => [index, 0]))
  readonly #plans = new Map<IsoDate, ReadonlyMap<IndexSymbol, RelativeDay>>()
  readonly #reference: ReadonlyMap<IndexSymbol, number>
  #variance = 1
  #next: IsoDate

  /** `epoch`: before it there is nothing. */
  constructor(seed: number, epoch: IsoDate) {
    this.#seed = seed
    this.#epoch = epoch
    this.#next = SHIPPED_MARKET_RULES.nextTradingDay(SHIPPED_MARKET_RULES.previousTradingDay(epoch))
    this.#drawThrough(REFERENCE_DATE)
    this.#reference = new Map(this.#logLevels)
  }

  /** The plan of a day; null when the market has no session then. */
  day(index: IndexSymbol, date: IsoDate): DayPlan | null {
    if (date < this.#epoch || !SHIPPED_MARKET_RULES.isTradingDay(date)) return null
    this.#drawThrough(date)
    const day = this.#plans.get(date)!.get(index)!
    const base = INDEX_CHARACTER[index].level * Math.exp(-this.#reference.get(index)!)
    return { open: indexPrice(base * Math.exp(day.open)), close: indexPrice(base * Math.exp(day.close)), activity: day.activity }
  }

  #drawThrough(date: IsoDate): void {
    while (this.#next <= date) {
      this.#plans.set(this.#next, this.#draw(this.#next))
      this.#next = SHIPPED_MARKET_RULES.nextTradingDay(this.#next)
    }
  }

  #draw(date: IsoDate): ReadonlyMap<IndexSymbol, RelativeDay> {
    const random = new SeededRandom(`${this.#seed}:day:${date}`)
    const activity = Math.sqrt(this.#variance)
    const night = random.normal()
    const day = random.normal()
    const jump = random.uniform() < JUMP_CHANCE ? 3 * random.normal() : 0
    const plans = new Map<IndexSymbol, RelativeDay>()
    for (const index of INDEX_SYMBOLS) {
      const { dailyVolatility, correlation } = INDEX_CHARACTER[index]
      const own = Math.sqrt(1 - correlation ** 2)
      const scale = dailyVolatility * activity
      const before = this.#logLevels.get(index)!
      const gap = scale * Math.sqrt(OVERNIGHT_SHARE) * (correlation * (night + jump) + own * random.normal())
      const move = scale * Math.sqrt(1 - OVERNIGHT_SHARE) * (correlation * day + own * random.normal())
      const open = before * (1 - PULL) + gap
      plans.set(index, { open, close: open + move, activity })
      this.#logLevels.set(index, open + move)
    }
    const shock = Math.sqrt(OVERNIGHT_SHARE) * (night + jump) + Math.sqrt(1 - OVERNIGHT_SHARE) * day
    this.#variance = Math.min(MAX_VARIANCE, GARCH.constant + this.#variance * (GARCH.shock * shock ** 2 + GARCH.memory))
    return plans
  }
}

/** A day in logarithms, relative to the level on the epoch. */
interface RelativeDay {
  readonly open: number
  readonly close: number
  readonly activity: number
}

/** Indices are quoted to five paise here. */
export function indexPrice(rupees: number): Paise {
  return paise(Math.max(1, Math.round(rupees * 20)) * 5)
}
