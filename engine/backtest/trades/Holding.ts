import { paise, type Paise } from '../../../schema/money.ts'
import { DAY, IST_OFFSET, MINUTE, type Instant } from '../../../schema/time.ts'
import type { ExitReason } from '../../../schema/trading/exits.ts'
import { LATENCY_MS } from '../../broker/paper/PaperBroker.ts'
import type { TimeUp } from '../../trading/positions/dueExits.ts'
import { intrinsicValue } from '../../trading/positions/ExpirySettlement.ts'
import { entryPriceOf, isOpen, levelReached, type OpenLeg, type Leg } from '../../trading/positions/legs.ts'
import { openLossAt } from '../../trading/positions/openLossAt.ts'
import { watchLeg, type ReachedLevel } from '../../trading/positions/watchLeg.ts'
import { columnPrice, type BacktestMarket } from '../history/BacktestMarket.ts'
import type { OpenTrade } from './BacktestLedger.ts'
import type { BacktestEntry, BacktestSignal } from './BacktestResult.ts'
import { bookFill, type BookedLeg, type SentOrder } from './bookFill.ts'
import { exitOrder } from './historyOrders.ts'
import { lastPriceFill } from './lastPriceFill.ts'
import type { Premiums } from '../premiums/Premiums.ts'
import type { VolatilityLevel } from '../volatility/VolatilityLevels.ts'
import { stopSlip } from './stopSlip.ts'

interface Followed {
  readonly trade: OpenLeg
  readonly reached: ReachedLevel | null
  readonly price: Paise
  /** The quotes it was watched at. */
  readonly seen: readonly Paise[]
}

/** An open trade of a backtest on its way through the minutes of history, whose quotes watch and sell it. */
export class Holding implements OpenTrade {
  readonly entry: BacktestEntry
  readonly #market: BacktestMarket
  readonly #premiums: Premiums
  readonly #timeUp: TimeUp
  readonly #expiresAt: Instant
  readonly #booked: BookedLeg
  readonly #entryMinute: number
  /** Midnight after the day of the entry. */
  readonly #dayEnd: Instant
  readonly #slippage: number
  readonly #onModelled: (level: VolatilityLevel) => void
  #source: BacktestEntry['source']
  #isModelled = false
  #trade: OpenLeg
  /** The last minute in which it traded. */
  #last: { readonly close: Paise }
  #lowest: Paise
  #highest: Paise
  /** Its exit, waiting for a price. */
  #exit: SentOrder | null = null

  /**
   * `minute`: the one whose open, `lastPrice`, filled the entry; `slippage`: see lastPriceFill; `onModelled`: called in the first minute that
   * the model prices. Throws when nothing of it was bought.
   */
  constructor(
    market: BacktestMarket,
    booked: BookedLeg,
    signal: BacktestSignal,
    premiums: Premiums,
    entered: { readonly minute: number; readonly lastPrice: Paise },
    timeUp: TimeUp,
    slippage: number,
    onModelled: (level: VolatilityLevel) => void,
  ) {
    const { leg: trade } = booked
    if (!isOpen(trade)) throw new RangeError(`leg ${trade.id} is not open`)
    const { contract, quantity, entryTime } = trade
    const { side, candleTime, indexPrice } = signal
    this.entry = {
      side,
      candleTime,
      indexPrice,
      contract,
      option: contract.tradingSymbol,
      source: premiums.sourceIn(entered.minute),
      quantity,
      entryTime,
      entryPrice: entryPriceOf(trade),
    }
    this.#market = market
    this.#premiums = premiums
    this.#timeUp = timeUp
    this.#expiresAt = market.rules.sessionHours(contract.expiry).close
    this.#booked = booked
    this.#entryMinute = entered.minute
    this.#dayEnd = (Math.floor((entryTime + IST_OFFSET) / DAY) + 1) * DAY - IST_OFFSET
    this.#slippage = slippage
    this.#onModelled = onModelled
    this.#source = this.entry.source
    this.#trade = trade
    this.#last = { close: entered.lastPrice }
    this.#lowest = this.#highest = entered.lastPrice
  }

  /** Its trailed stop. */
  get trade(): OpenLeg {
    return this.#trade
  }

  /** The source of its prices so far. */
  get source(): BacktestEntry['source'] {
    return this.#source
  }

  /** The reserved funds not released yet. */
  get blocked(): Paise {
    return this.#trade.entryValue
  }

  openLoss(now: Instant): Paise {
    return openLossAt(this.#trade, this.#last.close, now, this.#market.rules)
  }

  /** The lowest and the highest premium it was watched at. */
  get extremes() {
    return { lowest: this.#lowest, highest: this.#highest }
  }

  /** Marks it for sale from the next minute on; `at`: market time. The first reason counts. */
  close(reason: ExitReason, at: Instant): void {
    this.#exit ??= exitOrder(this.#trade, reason, at)
  }

  /**
   * Advances it by a minute, each in turn from the entry's on: the trade if it was closed in it, null while it is open. What a day's
   * candles leave open is sold at the end of the last of them: nothing is held overnight.
   */
  pass(minute: number): Leg | null {
    const { time, close } = this.#market.minutes
    const at = time[minute]!
    if (at >= this.#timeUp.at) this.close(this.#timeUp.reason, at)
    if (this.#exit && at >= this.#expiresAt) {
      const spot = columnPrice(close, minute - 1)
      return this.#book(this.#exit, intrinsicValue(this.#trade.contract, spot), this.#expiresAt)
    }
    if (at >= this.#dayEnd) {
      const soldAt = time[minute - 1]! + MINUTE - 1
      return this.#sell(this.#exit ?? exitOrder(this.#trade, 'SESSION_END', soldAt), this.#last.close, soldAt)
    }
    const candle = this.#premiums.candle(minute)
    if (!candle) return null
    this.#source = this.#premiums.sourceIn(minute)
    this.#noteModel(minute)
    this.#last = candle
    if (this.#exit) return this.#sell(this.#exit, candle.open, at + LATENCY_MS)
    const { low, high } = candle
    const isTrailed = this.#trade.terms.trailingStopPercent !== null
    if (!isTrailed && !levelReached(this.#trade, low) && !levelReached(this.#trade, high)) {
      this.#see(low)
      this.#see(high)
      return null
    }
    const { open, close: last } = candle
    // A minute's candle does not show which extreme came first. A fixed stop has its worst with the low first; one that trails may have it
    // either way.
    const lowFirst = this.#follow(open, [low, high, last], minute)
    const highFirst = isTrailed ? this.#follow(open, [high, low, last], minute) : lowFirst
    const { trade, reached, price, seen } = highFirst.price < lowFirst.price ? highFirst : lowFirst
    this.#trade = trade
    for (const quote of seen) this.#see(quote)
    if (!reached) return null
    // Within the minute: its candle does not show when.
    const soldAt = at + MINUTE - 1
    const slip = reached === 'TARGET' ? 0 : stopSlip(this.#premiums, minute, this.#market) * this.#slippage
    return this.#sell(exitOrder(this.#trade, reached, soldAt), paise(Math.max(0, Math.round(price - slip))), soldAt)
  }

  /** What a minute's quotes do to the trade in turn: which level they reach and at what price; else its value at the end. */
  #follow(open: Paise, quotes: readonly [Paise, Paise, Paise], minute: number): Followed {
    let trade = this.#trade
    let before = open
    const watched: Paise[] = []
    // The open of the first minute is the quote that filled the entry.
    for (const quote of minute === this.#entryMinute ? quotes : [open, ...quotes]) {
      const seen = watchLeg(trade, quote)
      if (typeof seen === 'string') {
        const { target, stop } = trade
        return {
          trade,
          reached: seen,
          price: paise(seen === 'TARGET' ? Math.max(before, target ?? before) : Math.min(before, stop ?? before)),
          seen: watched,
        }
      }
      trade = seen
      before = quote
      watched.push(quote)
    }
    return { trade, reached: null, price: before, seen: watched }
  }

  #noteModel(minute: number): void {
    const level = this.#isModelled ? null : this.#premiums.volatilityIn(minute)
    if (!level) return
    this.#isModelled = true
    this.#onModelled(level)
  }

  #see(quote: Paise): void {
    if (quote < this.#lowest) this.#lowest = quote
    if (quote > this.#highest) this.#highest = quote
  }

  #sell(exit: SentOrder, lastPrice: Paise, at: Instant): Leg {
    return this.#book(exit, lastPriceFill({ side: 'SELL', order: exit, lastPrice, at, slippage: this.#slippage }, this.#market.rules), at)
  }

  #book(exit: SentOrder, price: Paise, at: Instant): Leg {
    return bookFill(this.#market.rules, { ...this.#booked, leg: this.#trade }, exit, price, at).leg
  }
}
