import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import type { Candle } from '../../../schema/market/candles.ts'
import { drawnMarketId } from '../../../schema/market/drawnMarket.ts'
import type { IndexSymbol } from '../../../schema/market/indices.ts'
import { paise, type Paise } from '../../../schema/money.ts'
import { MINUTE, type IsoDate } from '../../../schema/time.ts'
import { DailyPath, INDEX_CHARACTER, indexPrice, SYNTHETIC_EPOCH, SYNTHETIC_START, type DayPlan } from './DailyPath.ts'
import type { MarketSource } from './MarketSource.ts'
import { plantPattern, type PlantedAt, type PlantedPattern } from './plantPattern.ts'
import { basisPointsAt } from '../../../schema/market/options/intradayVariance.ts'
import { SeededRandom } from '../../../schema/SeededRandom.ts'

/** The volatility the table was measured at: Nifty's usual day. */
const MEASURED_AT = INDEX_CHARACTER.NIFTY.dailyVolatility
/** Minute-to-minute persistence and size of the log-volatility's own walk within a day. */
const CLUSTERING = { memory: 0.97, size: 0.09 }
/** What the walk adds to the mean log-variance in the long run; taken off, so that minutes are as lively as measured. */
const CLUSTERING_VARIANCE = CLUSTERING.size ** 2 / (1 - CLUSTERING.memory ** 2)
const JUMP = { chance: 0.0008, size: 5 }

/** What a night leaves of the way that patterns have moved the level: so it stays near numbers that people know. */
const DISPLACEMENT_LEFT = 0.98

/** How far patterns have moved the level of a session from what was drawn, in log. */
interface Displacement {
  readonly open: number
  readonly close: number
}
const UNMOVED: Displacement = { open: 0, close: 0 }

/**
 * An endless market drawn from a seed: the same seed gives the same candles on every machine and after every restart. With a pattern
 * planted into it there is something to be found; without one there is not.
 */
export class SyntheticSource implements MarketSource {
  readonly marketId: string
  readonly firstDay = SYNTHETIC_START
  readonly #seed: number
  readonly #epoch: IsoDate
  readonly #days: DailyPath
  readonly #pattern: PlantedPattern | null
  readonly #displacements = new Map<IndexSymbol, { next: IsoDate; readonly days: Map<IsoDate, Displacement> }>()

  /** `epoch`: before it there is nothing. `pattern`: null: none. */
  constructor(seed: number, epoch: IsoDate = SYNTHETIC_EPOCH, pattern: PlantedPattern | null = null) {
    this.marketId = drawnMarketId(seed, pattern && pattern.shape)
    this.#pattern = pattern
    this.#seed = seed
    this.#epoch = epoch
    this.#days = new DailyPath(seed, epoch)
  }

  sessionFrom(date: IsoDate): IsoDate {
    const from = date < this.#epoch ? this.#epoch : date
    return SHIPPED_MARKET_RULES.isTradingDay(from) ? from : SHIPPED_MARKET_RULES.nextTradingDay(from)
  }

  sessionBefore(date: IsoDate): IsoDate | null {
    const before = SHIPPED_MARKET_RULES.previousTradingDay(date)
    return before < this.#epoch ? null : before
  }

  close(index: IndexSymbol, date: IsoDate): Paise | null {
    const plan = this.#days.day(index, date)
    return plan && moved(plan.close, this.#displacementOn(index, date).close)
  }

  candles(index: IndexSymbol, date: IsoDate): readonly Candle[] {
    const plan = this.#days.day(index, date)
    if (!plan) return []
    const { returns, volatilities, own } = this.#minutes(index, date, plan)
    const displacement = this.#displacementOn(index, date)
    const [start, end] = [moved(plan.open, displacement.open), moved(plan.close, displacement.close)]
    const { open } = SHIPPED_MARKET_RULES.sessionHours(date)

    const candles: Candle[] = []
    let price = Math.log(start)
    let previousClose = start
    for (let minute = 0; minute < returns.length; minute++) {
      price += returns[minute]!
      const volatility = volatilities[minute]!
      const last = minute === returns.length - 1 ? end : indexPrice(Math.exp(price) / 100)
      // The first price of a minute is one trade away from the last of the minute before.
      const first = minute === 0 ? start : indexPrice((previousClose / 100) * (1 + 0.1 * volatility * own.normal()))
      const reach = (last / 100) * volatility
      const high = paise(Math.max(first, last) + 5 * Math.round(20 * reach * wick(own)))
      const low = paise(Math.min(first, last) - 5 * Math.round(20 * reach * wick(own)))
      candles.push({ time: open + minute * MINUTE, open: first, high, low, close: last, volume: 0 })
      previousClose = last
    }
    return candles
  }

  /** Where the pattern of a day lies; null on a day without one. */
  patternOf(index: IndexSymbol, date: IsoDate): PlantedAt | null {
    const plan = this.#days.day(index, date)
    return plan && this.#minutes(index, date, plan).planted
  }

  /** What a session's minutes are made of, its pattern planted. `displacement`: what that moves the close by, in log; `own`: for what else is drawn. */
  #minutes(index: IndexSymbol, date: IsoDate, plan: DayPlan) {
    const { open, close } = SHIPPED_MARKET_RULES.sessionHours(date)
    const common = new SeededRandom(`${this.#seed}:minutes:${date}`)
    const own = new SeededRandom(`${this.#seed}:minutes:${date}:${index}`)
    const drawn = drawMinutes(index, plan, (close - open) / MINUTE, common, own)
    const random = new SeededRandom(`${this.#seed}:pattern:${date}:${index}`)
    const planted = this.#pattern && plantPattern(this.#pattern, random, drawn.returns, drawn.volatilities)
    const displacement = planted ? drawn.returns.reduce((sum, each) => sum + each, 0) - Math.log(plan.close / plan.open) : 0
    return { ...drawn, own, planted, displacement }
  }

  /** How far patterns have moved the level on a session. Drawn forward from the epoch and kept. */
  #displacementOn(index: IndexSymbol, date: IsoDate): Displacement {
    if (!this.#pattern) return UNMOVED
    let known = this.#displacements.get(index)
    if (!known) this.#displacements.set(index, (known = { next: this.sessionFrom(this.#epoch), days: new Map() }))
    let open = DISPLACEMENT_LEFT * (known.days.get(this.sessionBefore(known.next) ?? known.next)?.close ?? 0)
    while (known.next <= date) {
      const close = open + this.#minutes(index, known.next, this.#days.day(index, known.next)!).displacement
      known.days.set(known.next, { open, close })
      known.next = SHIPPED_MARKET_RULES.nextTradingDay(known.next)
      open = DISPLACEMENT_LEFT * close
    }
    return known.days.get(date)!
  }
}

/** Log returns of a day's minutes that add up to the day's move, and the standard deviation each was drawn with. */
function drawMinutes(index: IndexSymbol, plan: DayPlan, minutes: number, common: SeededRandom, own: SeededRandom) {
  const { dailyVolatility, correlation } = INDEX_CHARACTER[index]
  const scale = (plan.activity * dailyVolatility) / MEASURED_AT
  const ownShare = Math.sqrt(1 - correlation ** 2)
  const returns = new Float64Array(minutes)
  const volatilities = new Float64Array(minutes)
  let mood = 0
  let sum = 0
  let variance = 0
  for (let minute = 0; minute < minutes; minute++) {
    mood = CLUSTERING.memory * mood + CLUSTERING.size * common.normal()
    const jump = common.uniform() < JUMP.chance ? JUMP.size * common.normal() : 0
    const shock = correlation * (common.normal() + jump) + ownShare * own.normal()
    const volatility = scale * basisPointsAt(minute) * 1e-4 * Math.exp(mood - CLUSTERING_VARIANCE)
    volatilities[minute] = volatility
    returns[minute] = volatility * shock
    sum += returns[minute]!
    variance += volatility ** 2
  }
  // A Brownian bridge: what is missing to the day's close is spread over the minutes by their variance.
  const missing = Math.log(plan.close / plan.open) - sum
  for (let minute = 0; minute < minutes; minute++) returns[minute]! += (missing * volatilities[minute]! ** 2) / variance
  return { returns, volatilities }
}

function moved(price: Paise, log: number): Paise {
  return indexPrice((price / 100) * Math.exp(log))
}

/** How far a minute reaches beyond its open and close, in standard deviations: exponential, 0.28 on average, which gives the ranges of real minutes. */
function wick(random: SeededRandom): number {
  return -0.28 * Math.log(1 - random.uniform())
}
