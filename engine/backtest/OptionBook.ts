import { paise, type Paise } from '../../schema/money.ts'
import { MINUTE, type Instant } from '../../schema/time.ts'
import { LATENCY_MS } from '../broker/paper/PaperBroker.ts'
import { paperFill } from '../broker/paper/paperFill.ts'
import type { OptionContract } from '../broker/port.ts'
import { timeUp } from '../schedule/dueExits.ts'
import { assess, type Account, type Candidate, type EntryPlan } from '../trading/assess.ts'
import { chooseContract } from '../trading/chooseContract.ts'
import { chargesOf, levelsFor, openQuantityOf, outcomeOf, type Leg, type OpenTrade } from '../trading/trades.ts'
import type { BacktestBook } from './BacktestBook.ts'
import type { BacktestMarket, HistoryDay, Traded } from './BacktestMarket.ts'
import type { BacktestPlan } from './BacktestPlan.ts'
import type { BacktestDenial, BacktestResult, BacktestSignal, BacktestTrade } from './BacktestResult.ts'
import { Holding, type Sale } from './Holding.ts'
import { OptionMarket } from './premiums/OptionMarket.ts'
import type { Premiums } from './premiums/Premiums.ts'

/** What a subscription is beside its settings and its trades, when it is nobody's. */
const NOBODY = { subscriptionId: 'backtest', userId: 'backtest', strategyId: 'backtest', version: 1, mode: 'PAPER', killed: null } as const

/**
 * Buys options on signals by the code of live trading: chooseContract, assess, paperFill, levelsFor, trailedStop, chargesOf. What history
 * cannot know is settled by rule:
 * - An order fills at the open of the minute in which it is sent, as the quote LATENCY_MS after its start. An entry whose contract is
 *   not traded in that minute is denied; an exit waits for the next minute that has a price, and is settled at the intrinsic value
 *   when its contract expires before one comes.
 * - Levels and trailing stops see four quotes a minute: open, low, high, close, so the stop comes before the target when a minute holds
 *   both. A level that a minute opens beyond fills at the open, a level reached within it fills there, half a spread worse.
 * - The index's price is never stale and no kill switch is pulled.
 */
export class OptionBook implements BacktestBook {
  readonly #plan: BacktestPlan
  readonly #market: BacktestMarket
  readonly #options: OptionMarket
  readonly #trades: BacktestTrade[] = []
  readonly #denials: BacktestDenial[] = []
  #holdings: readonly Holding[] = []
  #funds: Paise

  constructor(plan: BacktestPlan, market: BacktestMarket, traded: Extract<Traded, { kind: 'OPTIONS' }>) {
    this.#plan = plan
    this.#market = market
    this.#options = new OptionMarket(market, traded)
    this.#funds = plan.account.funds
  }

  advance(until: number): void {
    this.#holdings = this.#holdings.filter((holding) => {
      const sale = holding.saleBefore(until)
      if (sale) this.#book(holding, sale)
      return !sale
    })
  }

  onSignal(signal: BacktestSignal, minute: number, day: HistoryDay): void {
    const { rules, index, minutes } = this.#market
    const { side, indexPrice: price } = signal
    const now = minutes.time[minute - 1]! + MINUTE
    for (const holding of this.#holdings) if (holding.trade.side !== side) holding.close('OPPOSITE_SIGNAL')

    const contracts = this.#options.contractsNear(day.date, price)
    const contract = chooseContract(contracts, { index, side, price }, now, day.session, rules)
    const premiums = contract && this.#options.premiums(contract, minute)
    const decided = assess(this.#candidate(side, day), this.#account(minute, now, day), {
      ...{ rules, now, session: day.session, dayCovered: true, feedAgeMs: 0, clockSteppedMsAgo: null },
      ...{ indexPrice: price, listedContracts: contracts.length, contract },
      premium: premiums && premiums.lastBefore(minute),
    })
    if (!decided.ok) {
      this.#denials.push({ ...signal, denial: decided.error })
      return
    }
    // What the history does not reach cannot be filled.
    if (minute === minutes.time.length || !premiums) return
    const open = minutes.time[minute] === now ? premiums.candle(minute)?.open : undefined
    if (open !== undefined) this.#buy(signal, decided.value, premiums, minute, open, day)
    else this.#denials.push({ ...signal, denial: { reason: 'NO_QUOTE', numbers: { strike: decided.value.contract.strike } } })
  }

  result(): Omit<BacktestResult, 'signals'> {
    const trades = this.#trades.toSorted((a, b) => a.exitTime - b.exitTime)
    return { trades, denials: this.#denials, stillOpen: this.#holdings.map(({ entry }) => entry) }
  }

  #candidate(side: OpenTrade['side'], { midnight }: HistoryDay): Candidate {
    const held = this.#holdings.filter(({ trade }) => trade.side === side).length
    return { ...NOBODY, settings: this.#plan.settings, tradesToday: this.#enteredSince(midnight, midnight), openTrades: held }
  }

  #account(minute: number, now: Instant, { midnight }: HistoryDay): Account {
    const { maxOpenTrades, maxDailyLoss } = this.#plan.account
    let available = this.#funds
    let lossToday = 0
    for (const { trade, premiums } of this.#holdings) {
      available = paise(available - trade.entryValue - trade.charges)
      const lastPrice = premiums.lastBefore(minute)
      if (lastPrice !== null) lossToday += trade.entryValue - lastPrice * openQuantityOf(trade)
    }
    for (const { net } of this.#closedSince(midnight)) lossToday -= net
    return {
      ...{ available, openTrades: this.#holdings.length, maxOpenTrades, lossToday: paise(lossToday), maxDailyLoss },
      ...{ entriesLastMinute: this.#enteredSince(now - MINUTE, midnight), entriesToday: this.#enteredSince(midnight, midnight) },
    }
  }

  /** Trades entered at `from`, an instant of the day of `midnight`, or later. */
  #enteredSince(from: Instant, midnight: Instant): number {
    const entered = [...this.#closedSince(midnight), ...this.#holdings.map(({ entry }) => entry)]
    return entered.filter(({ entryTime }) => entryTime >= from).length
  }

  #closedSince(midnight: Instant): BacktestTrade[] {
    return this.#trades.slice(this.#trades.findLastIndex(({ exitTime }) => exitTime < midnight) + 1)
  }

  #buy(signal: BacktestSignal, plan: EntryPlan, premiums: Premiums, minute: number, lastPrice: Paise, { session }: HistoryDay): void {
    const { contract, quantity, terms } = plan
    const { rules, index, minutes } = this.#market
    const entryTime = minutes.time[minute]! + LATENCY_MS
    const price = this.#fill('BUY', contract, quantity, entryTime, lastPrice)
    const entryValue = paise(price * quantity)
    const trade: OpenTrade = {
      ...{ ...NOBODY, id: `${entryTime}`, market: 'backtest', index, side: signal.side, contract, terms },
      ...{ quantity, entryValue, entryTime, exitQuantity: 0, exitValue: paise(0) },
      charges: chargesOf(rules, contract.exchange, [{ side: 'BUY', value: entryValue, at: entryTime }]),
      ...levelsFor(price, quantity, contract.tick, terms),
      closing: null,
    }
    this.#holdings = [...this.#holdings, new Holding(this.#market, trade, signal, premiums, minute, timeUp(trade, session, rules))]
  }

  #book({ trade, entry }: Holding, { reason, at, price, settled }: Sale): void {
    const { contract, quantity, entryValue, target, stop } = trade
    const exitPrice = settled ? price : this.#fill('SELL', contract, quantity, at, price)
    const exitValue = paise(exitPrice * quantity)
    const legs: Leg[] = [
      { side: 'BUY', value: entryValue, at: trade.entryTime },
      { side: 'SELL', value: exitValue, at },
    ]
    const charges = chargesOf(this.#market.rules, contract.exchange, legs)
    const { gross, net } = outcomeOf({ ...trade, exitValue, exitQuantity: quantity, charges })
    this.#funds = paise(this.#funds + net)
    this.#trades.push({ ...entry, exitTime: at, exitPrice, exitReason: reason, levels: { target, stop }, gross, charges, net })
  }

  /** The price at which a quote without depth fills all of an order. */
  #fill(side: 'BUY' | 'SELL', contract: OptionContract, quantity: number, at: Instant, lastPrice: Paise): Paise {
    const { exchange, token } = contract
    const quote = { exchange, token, at, lastPrice, bid: null, ask: null, bidQuantity: 0, askQuantity: 0 }
    return paperFill({ side, contract }, quantity, quote, this.#market.rules)!.price
  }
}
