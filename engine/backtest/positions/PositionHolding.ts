import { paise, type Paise } from '../../../schema/money.ts'
import { DAY, IST_OFFSET, MINUTE, type Instant } from '../../../schema/time.ts'
import type { Session } from '../../../schema/market/MarketRules.ts'
import type { ExitReason } from '../../../schema/trading/exits.ts'
import { LATENCY_MS } from '../../broker/paper/PaperBroker.ts'
import type { OptionContract } from '../../broker/port.ts'
import type { TimeUp } from '../../trading/positions/dueExits.ts'
import type { Leg } from '../../trading/positions/legs.ts'
import { openLossAt } from '../../trading/positions/openLossAt.ts'
import type { PositionTerms } from '../../trading/orders/orders.ts'
import { heldOf } from '../../trading/positions/heldOf.ts'
import { grossOf, type HeldPosition } from '../../trading/positions/HeldPosition.ts'
import { closingOrder } from '../../trading/positions/orderOfLegs.ts'
import { reopensUntil } from '../../trading/positions/reopensUntil.ts'
import { watchPosition } from '../../trading/positions/watchPosition.ts'
import { summaryOf } from '../../trading/positions/summaryOf.ts'
import type { OpenTrade } from '../trades/BacktestLedger.ts'
import type { BacktestMarket } from '../history/BacktestMarket.ts'
import type { BacktestEntry, BacktestSignal, BacktestTrade } from '../trades/BacktestResult.ts'
import { followMinute, type MinuteExit, type MinuteQuotes } from './followMinute.ts'
import { HeldOption, type OptionEntry, type OptionFills } from './HeldOption.ts'
import { MinuteReach } from './MinuteReach.ts'
import { StoppedLegs } from './StoppedLegs.ts'

/** Exits whose fill comes after the premium has slipped. */
const STOPS: ReadonlySet<ExitReason> = new Set(['STOP', 'COMBINED_STOP', 'PROFIT_LOCK'])
/** From most to least based on records. */
const SOURCES = ['CANDLES', 'ANCHORED', 'MODEL'] as const

/** The inputs of a holding. */
export interface PositionTimes extends OptionFills {
  readonly timeUp: TimeUp
  /** Of the day of the entry. */
  readonly session: Session
  /** Called with each leg when it is closed. */
  readonly onClosed: (leg: Leg) => void
}

type Outcome = Pick<BacktestTrade, 'gross' | 'charges' | 'net' | 'exitTime' | 'exitReason'>

/** An open position of a backtest on its way through the minutes of history, by the rules described at PositionTrader. */
export class PositionHolding implements OpenTrade {
  readonly entry: BacktestEntry
  /** Funds reserved until all of it is over. */
  readonly blocked: Paise
  readonly #market: BacktestMarket
  readonly #terms: PositionTerms
  readonly #times: PositionTimes
  /** Midnight after the day of the entry. */
  readonly #dayEnd: Instant
  /** Every leg ever opened, oldest first. */
  readonly #options: HeldOption[]
  readonly #stopped: StoppedLegs
  #held: HeldPosition
  #reach: MinuteReach
  #isEnding = false
  /** Start of the next minute. */
  #now: Instant
  /** Whether an exit of a leg waits for a price. */
  #isClosing = false
  #over: Outcome | null = null
  #lowest: number
  #highest: number

  /** `entries`: one per leg, at the open of one minute, in opening order. */
  constructor(market: BacktestMarket, signal: BacktestSignal, entries: readonly OptionEntry[], times: PositionTimes) {
    const { side, candleTime, indexPrice } = signal
    this.#market = market
    this.#times = times
    this.#options = entries.map((entry) => new HeldOption(market, entry, side, times))
    const terms = this.#options[0]?.leg.terms.position
    if (!terms) throw new RangeError('a position of no leg')
    this.#terms = terms
    this.blocked = terms.funds
    this.#held = heldOf(terms, this.#legs(), null)
    this.#reach = new MinuteReach(this.#held, this.#options)
    this.#stopped = new StoppedLegs(this.#held, (rule) => reopensUntil(this.#firstOf(rule).leg, times.session, market.rules))
    const legs = this.#legs()
    const quantity = legs.reduce((units, leg) => units + leg.quantity, 0)
    const entryTime = Math.min(...legs.map((leg) => leg.entryTime))
    const entered = { option: terms.option, source: this.#source(), quantity, entryTime }
    this.entry = { side, candleTime, indexPrice, contract: null, entryPrice: null, ...entered }
    this.#now = entryTime
    this.#dayEnd = (Math.floor((entryTime + IST_OFFSET) / DAY) + 1) * DAY - IST_OFFSET
    this.#lowest = this.#highest = grossOf(this.#held, this.#lastPriceOf)!
  }

  openLoss(now: Instant): Paise {
    let loss = 0
    for (const option of this.#options) if (option.isOpen) loss += openLossAt(option.leg, option.lastPrice, now, this.#market.rules)
    return paise(loss)
  }

  /** Marks all of it for exit from the next minute on, and opens nothing again; `at`: market time. The first reason counts. */
  close(reason: ExitReason, at: Instant): void {
    this.#isEnding = true
    this.#isClosing = true
    this.#stopped.clear()
    for (const option of this.#options) if (option.isOpen) option.close(reason, at)
  }

  /** Whether a stopped leg reopens at the open of the next minute. */
  get isReopening(): boolean {
    return this.#stopped.back.length > 0
  }

  /** Whether nothing of it is open and nothing will reopen. */
  get isOver(): boolean {
    return this.#reach.openLegs === 0 && (this.#isEnding || (!this.isReopening && !this.#stopped.isWaiting(this.#now)))
  }

  /** Keeps the legs closed that would reopen. */
  refuseReentries(): void {
    this.#stopped.refuse()
  }

  /** Advances it by a minute, each in turn from the entry's on. */
  pass(minute: number): void {
    const at = this.#market.minutes.time[minute]!
    this.#now = at + MINUTE
    const { timeUp } = this.#times
    if (at >= timeUp.at) this.close(timeUp.reason, at)
    if (this.#isEnding) this.#settleExpired(minute, at)
    if (at >= this.#dayEnd) this.#closeAtLast(minute)
    else {
      for (const rule of this.#stopped.back) this.#reenter(rule, minute)
      this.#stopped.clear()
      if (this.#isClosing) this.#closeAtOpen(minute, at)
      if (!this.#isEnding) this.#watch(minute, at)
    }
  }

  /** Its net, once it is over. Throws before. */
  net(): Paise {
    return this.#outcome().net
  }

  /** Its record, once it is over. Throws before. */
  trade(): BacktestTrade {
    const { gross, charges, net, exitTime, exitReason } = this.#outcome()
    const extremes = { lowest: paise(Math.round(this.#lowest)), highest: paise(Math.round(this.#highest)) }
    const outcome = { gross, charges, net, legs: this.#options.map((option) => option.result()) }
    return { ...this.entry, source: this.#source(), exitTime, exitPrice: null, exitReason, levels: null, extremes, ...outcome }
  }

  /** What expired before a price came. */
  #settleExpired(minute: number, at: Instant): void {
    for (const option of this.#options) if (option.isOpen && at >= option.expiresAt) this.#closed(() => option.settle(minute), option)
  }

  /** Legs open after the day's candles. */
  #closeAtLast(minute: number): void {
    const soldAt = this.#market.minutes.time[minute - 1]! + MINUTE - 1
    this.#isEnding = true
    for (const option of this.#toClose()) this.#closed(() => option.fill('SESSION_END', option.lastPrice, soldAt), option)
  }

  /** Fills the waiting exits at the open of the minute. Sold legs first: bought legs hedge them. */
  #closeAtOpen(minute: number, at: Instant): void {
    for (const option of this.#toClose()) {
      if (!option.isExiting) continue
      const candle = option.candle(minute)
      if (!candle || this.#isHedging(option)) continue
      this.#closed(() => option.fill('SESSION_END', candle.open, at + LATENCY_MS), option)
    }
  }

  /** Whether a bought leg must stay until the sold ones are closed. */
  #isHedging({ leg }: HeldOption): boolean {
    return this.#isEnding && leg.side === 'BUY' && this.#options.some((other) => other.isOpen && other.leg.side === 'SELL')
  }

  #watch(minute: number, at: Instant): void {
    if (this.#reach.look(minute, { lowest: this.#lowest, highest: this.#highest })) this.#follow(minute, at + MINUTE - 1)
    else this.#see(this.#reach.lowest, this.#reach.highest)
    if (this.#isEnding || !this.#stopped.isWaiting(at + MINUTE - 1)) return
    for (const option of this.#options) option.candle(minute)
    if (watchPosition(this.#held, this.#lastPriceOf).kind === 'legs') this.#stopped.look(this.#lastPriceOf, at + MINUTE - 1)
    // With nothing open the last fill took the P&L to a limit of the whole: nothing reopens.
    else if (this.#reach.openLegs === 0) this.#isEnding = true
  }

  #follow(minute: number, at: Instant): void {
    const atOpen = new Set<number>()
    const exiting = new Set<number>()
    this.#options.forEach((option, i) => {
      if (option.entry.minute === minute) atOpen.add(i)
      if (option.isExiting) exiting.add(i)
    })
    const { exits, kept, lowest, highest } = followMinute(this.#held, this.#quotes(minute), { atOpen, exiting }, at)
    this.#see(lowest, highest)
    for (const exit of exits) if (exit.reason !== 'STOP' && exit.reason !== 'TARGET') this.#isEnding = true
    for (const exit of exits) this.#exit(exit, minute, at)
    this.#rebuild(kept)
  }

  #exit({ leg, reason, price }: MinuteExit, minute: number, at: Instant): void {
    const option = this.#options[leg]!
    // Legs that did not trade in the minute wait for a price, and so do their hedges.
    const waits = !option.candle(minute) || (this.#isEnding && this.#options.some((other) => this.#isBehind(option, other, minute)))
    if (waits) {
      this.#isClosing = true
      option.close(reason, at)
    } else this.#closed(() => option.fill(reason, price, at, STOPS.has(reason) ? minute : null), option)
  }

  #isBehind({ leg }: HeldOption, other: HeldOption, minute: number): boolean {
    return leg.side === 'BUY' && other.isOpen && other.leg.side === 'SELL' && !other.candle(minute)
  }

  #reenter(rule: number, minute: number): void {
    const first = this.#firstOf(rule)
    const open = first.entry.premiums.candle(minute)?.open
    if (open === undefined) return
    const entry = { ...first.entry, number: this.#options.length + 1, minute, lastPrice: open }
    this.#options.push(new HeldOption(this.#market, entry, this.entry.side, this.#times))
    this.#rebuild(this.#held.kept)
  }

  /** The leg of a rule as first opened. */
  #firstOf(rule: number): HeldOption {
    const first = this.#options.find(({ leg }) => leg.terms.position?.leg === rule)
    if (!first) throw new RangeError(`leg ${rule} of position ${this.entry.option} was never opened`)
    return first
  }

  #toClose(): readonly HeldOption[] {
    const open = this.#options.filter(({ isOpen }) => isOpen)
    if (open.length === 0) return open
    return closingOrder(open.map((option) => ({ side: option.leg.side, option }))).map(({ option }) => option)
  }

  /** Closes a leg in the way given. */
  #closed(fill: () => void, option: HeldOption): void {
    fill()
    this.#times.onClosed(option.leg)
    this.#rebuild(this.#held.kept)
  }

  #rebuild(kept: Paise | null): void {
    ;({ lowest: this.#lowest, highest: this.#highest } = this.#reach.extremes({ lowest: this.#lowest, highest: this.#highest }))
    this.#held = heldOf(this.#terms, this.#legs(), kept)
    this.#reach = new MinuteReach(this.#held, this.#options)
    this.#stopped.follow(this.#held)
  }

  /** Legs that did not trade in the minute keep their last price. */
  #quotes(minute: number): MinuteQuotes {
    const [open, up, down, close]: [Paise[], Paise[], Paise[], Paise[]] = [[], [], [], []]
    for (const option of this.#options) {
      const { contract, terms } = option.leg
      const rule = terms.position!.leg
      const candle = option.isOpen ? option.candle(minute) : null
      const isCall = contract.optionType === 'CE'
      open[rule] = candle?.open ?? option.lastPrice
      up[rule] = (isCall ? candle?.high : candle?.low) ?? option.lastPrice
      down[rule] = (isCall ? candle?.low : candle?.high) ?? option.lastPrice
      close[rule] = candle?.close ?? option.lastPrice
    }
    return { open, up, down, close }
  }

  readonly #lastPriceOf = (contract: OptionContract): Paise | null =>
    this.#options.findLast(({ leg }) => leg.contract === contract)?.lastPrice ?? null

  #see(lowest: number, highest: number): void {
    if (lowest < this.#lowest) this.#lowest = lowest
    if (highest > this.#highest) this.#highest = highest
  }

  #legs(): Leg[] {
    return this.#options.map(({ leg }) => leg)
  }

  #source(): (typeof SOURCES)[number] {
    return SOURCES.findLast((source) => this.#options.some((option) => option.source === source)) ?? 'MODEL'
  }

  #outcome(): Outcome {
    return (this.#over ??= this.#sumUp())
  }

  #sumUp(): Outcome {
    const [first, ...others] = this.#legs()
    const { gross, charges, net, closing } = summaryOf([first!, ...others], true)
    if (gross === null || net === null || !closing) throw new RangeError(`position ${this.entry.option} is open`)
    const { exitTime, exitReason } = closing
    return { gross, charges, net, exitTime, exitReason }
  }
}
