import type { Candle } from '../../schema/market/candles.ts'
import { bucketStart } from '../../schema/market/candles.ts'
import { INDICES, type IndexSymbol } from '../../schema/market/indices.ts'
import type { MarketRules } from '../../schema/market/MarketRules.ts'
import { premium } from '../../schema/market/options/premium.ts'
import { OPTION_TICK, paise, type Paise } from '../../schema/money.ts'
import type { SeededRandom } from '../../schema/SeededRandom.ts'
import { istDate, MINUTE, type Instant } from '../../schema/time.ts'
import type { OptionContract, Tick } from '../broker/port.ts'

/** Of one step of the index, as a fraction: lively enough that targets and stops are reached many times a day. */
const STEP_VOLATILITY = 0.0003
const ATM_VOLATILITY = 0.14
const OPENING_PRICE = 24_500_00
/** Strikes listed to each side of the opening price. */
const STRIKES_AROUND = 12

/** The truth about one day of one index and its options, by a seed: what a perfect feed and a perfect history would say. */
export class SimulatedExchange {
  readonly index: IndexSymbol = 'NIFTY'
  readonly contracts: readonly OptionContract[]
  readonly #random: SeededRandom
  readonly #expiresAt: Instant
  readonly #candles: Candle[] = []
  #price: Paise = paise(OPENING_PRICE)

  constructor(random: SeededRandom, rules: MarketRules, day: Instant) {
    this.#random = random
    const [expiry] = rules.expiriesFrom(this.index, istDate(day), 1)
    if (!expiry) throw new RangeError(`${this.index} has no expiry after ${istDate(day)}`)
    this.#expiresAt = rules.sessionHours(expiry).close
    const { strikeStep, optionExchange } = INDICES[this.index]
    const middle = Math.round(OPENING_PRICE / strikeStep)
    this.contracts = Array.from({ length: 2 * (2 * STRIKES_AROUND + 1) }, (_, i): OptionContract => {
      const strike = paise((middle - STRIKES_AROUND + (i >> 1)) * strikeStep)
      const optionType = i % 2 === 0 ? 'CE' : 'PE'
      const lotSize = rules.lotFor(this.index, expiry)
      const tradingSymbol = `${this.index}${expiry}${strike / 100}${optionType}`
      return {
        exchange: optionExchange,
        token: `${40_000 + i}`,
        tradingSymbol,
        index: this.index,
        expiry,
        strike,
        optionType,
        lotSize,
        tick: OPTION_TICK,
      }
    })
  }

  /** The index moves on: its tick at a market time. */
  step(at: Instant): Tick {
    const moved = this.#price * (1 + STEP_VOLATILITY * this.#random.normal())
    this.#price = paise(5 * Math.round(moved / 5))
    this.#record(at, this.#price)
    const { exchange, token } = INDICES[this.index]
    return { exchange, token, at, lastPrice: this.#price, bid: null, ask: null, bidQuantity: 0, askQuantity: 0 }
  }

  /** An option's quote at the current index price; `lots`: the most that the best bid and ask have. */
  quote(contract: OptionContract, at: Instant, lots: number): Tick {
    const { optionType: type, strike, exchange, token, tick, lotSize } = contract
    const lastPrice = premium({ type, strike, at, expiresAt: this.#expiresAt, spot: this.#price, atmVolatility: ATM_VOLATILITY })
    const bid = lastPrice > tick ? paise(lastPrice - tick) : null
    const bidQuantity = bid === null ? 0 : lotSize * this.#random.integer(0, lots)
    return {
      exchange,
      token,
      at,
      lastPrice,
      bid,
      ask: paise(lastPrice + tick),
      bidQuantity,
      askQuantity: lotSize * this.#random.integer(0, lots),
    }
  }

  /** The index's one-minute candles with `from` ≤ time < `to`. */
  history(from: Instant, to: Instant): Candle[] {
    return this.#candles.filter(({ time }) => time >= from && time < to)
  }

  #record(at: Instant, price: Paise): void {
    const time = bucketStart(at, 1)
    const last = this.#candles.at(-1)
    if (last && last.time > time - MINUTE) {
      const high = price > last.high ? price : last.high
      const low = price < last.low ? price : last.low
      this.#candles[this.#candles.length - 1] = { ...last, high, low, close: price }
    } else this.#candles.push({ time, open: price, high: price, low: price, close: price, volume: 0 })
  }
}
