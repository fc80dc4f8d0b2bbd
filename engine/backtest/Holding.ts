import { paise, type Paise } from '../../schema/money.ts'
import { MINUTE, type Instant } from '../../schema/time.ts'
import type { ExitReason } from '../../schema/trading/exits.ts'
import { LATENCY_MS } from '../broker/paper/PaperBroker.ts'
import { intrinsicValue } from '../trading/ExpirySettlement.ts'
import { entryPriceOf, levelReached, trailedStop, type OpenTrade } from '../trading/trades.ts'
import { columnPrice, type BacktestMarket } from './BacktestMarket.ts'
import type { BacktestEntry, BacktestSignal } from './BacktestResult.ts'
import type { Premiums } from './premiums/Premiums.ts'

/** The end of a holding. */
export interface Sale {
  readonly reason: ExitReason
  /** Market time. */
  readonly at: Instant
  /** The last price of the quote that fills the sale, or what the contract was settled at. */
  readonly price: Paise
  readonly settled: boolean
}

/** An open trade of a backtest on its way through the minutes. */
export class Holding {
  readonly entry: BacktestEntry
  readonly premiums: Premiums
  readonly #market: BacktestMarket
  readonly #timeUp: { readonly at: Instant; readonly reason: ExitReason }
  readonly #expiresAt: Instant
  readonly #entryMinute: number
  #trade: OpenTrade
  #closing: ExitReason | null = null
  #next: number

  /** `minute`: the one at whose open the trade was entered. */
  constructor(
    market: BacktestMarket,
    trade: OpenTrade,
    signal: BacktestSignal,
    premiums: Premiums,
    minute: number,
    timeUp: { readonly at: Instant; readonly reason: ExitReason },
  ) {
    const { contract, quantity, entryTime } = trade
    this.entry = { ...signal, contract, source: premiums.source, quantity, entryTime, entryPrice: entryPriceOf(trade) }
    this.premiums = premiums
    this.#market = market
    this.#timeUp = timeUp
    this.#expiresAt = market.rules.sessionHours(contract.expiry).close
    this.#entryMinute = minute
    this.#trade = trade
    this.#next = minute
  }

  /** Its stop as far as it has trailed. */
  get trade(): OpenTrade {
    return this.#trade
  }

  /** From the next minute on it is for sale. */
  close(reason: ExitReason): void {
    this.#closing ??= reason
  }

  /** Goes on to the minute `until`, which it does not look at. Null: nothing has closed it before. */
  saleBefore(until: number): Sale | null {
    const { time, close } = this.#market.minutes
    for (; this.#next < until; this.#next++) {
      const minute = this.#next
      const at = time[minute]!
      if (at >= this.#timeUp.at) this.close(this.#timeUp.reason)
      if (at >= this.#expiresAt && this.#closing)
        return {
          ...{ reason: this.#closing, at: this.#expiresAt, settled: true },
          price: intrinsicValue(this.#trade.contract, columnPrice(close, minute - 1)),
        }
      const candle = this.premiums.candle(minute)
      if (!candle) continue
      if (this.#closing) return { reason: this.#closing, at: at + LATENCY_MS, price: candle.open, settled: false }
      const reached = this.#reachedIn(minute, candle)
      // Within the minute: when, its candle does not say.
      if (reached) return { ...reached, at: at + MINUTE - 1, settled: false }
    }
    return null
  }

  /** The first level that a minute's quotes reach, and the price they reach it at. Otherwise the stop trails behind them. */
  #reachedIn(
    minute: number,
    { open, high, low, close }: NonNullable<ReturnType<Premiums['candle']>>,
  ): Pick<Sale, 'reason' | 'price'> | null {
    const { stop, target, terms } = this.#trade
    if (low > stop && high < target && terms.trailingStopPercent === null) return null
    let previous = open
    // The open of the first minute is the quote that filled the entry.
    for (const quote of minute === this.#entryMinute ? [low, high, close] : [open, low, high, close]) {
      const trade = this.#trade
      const reason = levelReached(trade, quote)
      if (reason === 'TARGET') return { reason, price: paise(Math.max(previous, trade.target)) }
      if (reason) return { reason, price: paise(Math.min(previous, trade.stop)) }
      const trailed = trailedStop(trade, quote)
      if (trailed !== trade.stop) this.#trade = { ...trade, stop: trailed }
      previous = quote
    }
    return null
  }
}
