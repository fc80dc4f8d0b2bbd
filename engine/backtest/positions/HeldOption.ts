import { paise, type Paise } from '../../../schema/money.ts'
import type { Instant } from '../../../schema/time.ts'
import type { ExitReason } from '../../../schema/trading/exits.ts'
import { LATENCY_MS } from '../../broker/paper/PaperBroker.ts'
import type { SignalSide } from '../../../schema/trading/SignalSide.ts'
import type { PlannedLeg } from '../../trading/risk/assess.ts'
import { intrinsicValue } from '../../trading/positions/ExpirySettlement.ts'
import { entryPriceOf, isOpen, outcomeOf, type Leg, type OpenLeg } from '../../trading/positions/legs.ts'
import { originOfEntry } from '../../trading/positions/originOfEntry.ts'
import { columnPrice, type BacktestMarket } from '../history/BacktestMarket.ts'
import type { BacktestLeg } from '../trades/BacktestResult.ts'
import { bookFill, type BookedLeg, type SentOrder } from '../trades/bookFill.ts'
import { entryOrder, exitOrder } from '../trades/historyOrders.ts'
import { lastPriceFill } from '../trades/lastPriceFill.ts'
import type { Premiums } from '../premiums/Premiums.ts'
import { stopSlip } from '../trades/stopSlip.ts'
import type { VolatilityLevel } from '../volatility/VolatilityLevels.ts'

type Minute = NonNullable<ReturnType<Premiums['candle']>>

/** The opening of a leg. */
export interface OptionEntry {
  readonly tradeId: string
  /** The leg's number in the trade, from 1 in opening order. */
  readonly number: number
  readonly planned: PlannedLeg
  readonly premiums: Premiums
  /** The minute at whose open it is opened, and that open. */
  readonly minute: number
  readonly lastPrice: Paise
}

/** How its orders fill, and what they report. */
export interface OptionFills {
  /** See lastPriceFill. */
  readonly slippage: number
  /** Called in the first minute of the leg that the model prices. */
  readonly onModelled: (level: VolatilityLevel) => void
}

/** One leg of a position on its way through the minutes of history, which fill its orders. */
export class HeldOption {
  readonly entry: OptionEntry
  readonly expiresAt: Instant
  readonly #market: BacktestMarket
  readonly #fills: OptionFills
  #booked: BookedLeg
  /** The last minute in which it traded. */
  #last: { readonly close: Paise }
  #candle: Minute | null = null
  #minute = -1
  #source: BacktestLeg['source']
  #isModelled = false
  #exit: SentOrder | null = null

  /** Opens it at the open of its minute. */
  constructor(market: BacktestMarket, entry: OptionEntry, side: SignalSide, fills: OptionFills) {
    const { rules, index, minutes } = market
    const { tradeId, number, planned, premiums, minute, lastPrice } = entry
    const intendedAt = minutes.time[minute]!
    const order = entryOrder(tradeId, `${tradeId}.${number}`, planned, intendedAt)
    const at = intendedAt + LATENCY_MS
    const origin = originOfEntry(order, { market: 'backtest', index, side })
    const { slippage } = fills
    const price = lastPriceFill({ side: planned.side, order, lastPrice, at, slippage }, rules)
    this.entry = entry
    this.expiresAt = rules.sessionHours(planned.contract.expiry).close
    this.#market = market
    this.#fills = fills
    this.#booked = bookFill(rules, { origin, leg: null, orders: [] }, order, price, at)
    this.#last = { close: lastPrice }
    this.#source = premiums.sourceIn(minute)
  }

  get leg(): Leg {
    return this.#booked.leg
  }

  get isOpen(): boolean {
    return isOpen(this.#booked.leg)
  }

  /** Whether its exit waits for a price. */
  get isExiting(): boolean {
    return this.#exit !== null
  }

  get lastPrice(): Paise {
    return this.#last.close
  }

  get source(): BacktestLeg['source'] {
    return this.#source
  }

  /** Its price in a minute, which becomes its last price; null when it did not trade. Call for each minute in turn. */
  candle(minute: number): Minute | null {
    if (minute !== this.#minute) {
      this.#minute = minute
      this.#candle = this.entry.premiums.candle(minute)
      if (this.#candle) {
        this.#last = this.#candle
        if (this.isOpen) this.#noteSource(minute)
      }
    }
    return this.#candle
  }

  /** Its price in a minute up to the present one; nothing of it moves on. */
  candleIn(minute: number): Minute | null {
    return minute === this.#minute ? this.#candle : this.entry.premiums.candle(minute)
  }

  /** Marks it for its exit; `at`: market time. The first reason counts. */
  close(reason: ExitReason, at: Instant): void {
    this.#exit ??= exitOrder(this.#openLeg(), reason, at)
  }

  /** Closes it at a last price; after a stop the premium has slipped by the time of the fill. */
  fill(reason: ExitReason, lastPrice: Paise, at: Instant, stoppedIn: number | null = null): void {
    const exit = this.#exit ?? exitOrder(this.#openLeg(), reason, at)
    const { slippage } = this.#fills
    const slip = stoppedIn === null ? 0 : stopSlip(this.entry.premiums, stoppedIn, this.#market) * slippage
    const { side } = exit
    const moved = paise(Math.max(0, Math.round(side === 'SELL' ? lastPrice - slip : lastPrice + slip)))
    this.#book(exit, lastPriceFill({ side, order: exit, lastPrice: moved, at, slippage }, this.#market.rules), at)
  }

  /** Closes it at its value at expiry. `minute`: the first one after that. */
  settle(minute: number): void {
    if (!this.#exit) throw new RangeError(`leg ${this.leg.id} expired without an order to close it`)
    const spot = columnPrice(this.#market.minutes.close, minute - 1)
    this.#book(this.#exit, intrinsicValue(this.leg.contract, spot), this.expiresAt)
  }

  /** Its result. Throws while it is open. */
  result(): BacktestLeg {
    const { leg } = this
    if (!leg.closing) throw new RangeError(`leg ${leg.id} is open`)
    const { contract, side, quantity, entryTime } = leg
    const { exitTime, exitReason } = leg.closing
    const { gross, charges, net, exitPrice } = outcomeOf(leg)
    const entered = { contract, side, source: this.#source, quantity, entryTime, entryPrice: entryPriceOf(leg) }
    return { ...entered, exitTime, exitPrice, exitReason, gross, charges, net }
  }

  #noteSource(minute: number): void {
    this.#source = this.entry.premiums.sourceIn(minute)
    const level = this.#isModelled ? null : this.entry.premiums.volatilityIn(minute)
    if (!level) return
    this.#isModelled = true
    this.#fills.onModelled(level)
  }

  #book(exit: SentOrder, price: Paise, at: Instant): void {
    this.#booked = bookFill(this.#market.rules, this.#booked, exit, price, at)
    this.#exit = null
  }

  #openLeg(): OpenLeg {
    const { leg } = this
    if (!isOpen(leg)) throw new RangeError(`leg ${leg.id} is closed`)
    return leg
  }
}
