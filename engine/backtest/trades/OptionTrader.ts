import type { Paise } from '../../../schema/money.ts'
import { MINUTE } from '../../../schema/time.ts'
import type { SignalSide } from '../../../schema/trading/SignalSide.ts'
import { LATENCY_MS } from '../../broker/paper/PaperBroker.ts'
import { timeUp } from '../../trading/positions/dueExits.ts'
import { assess, type Candidate, type EntryPlan } from '../../trading/risk/assess.ts'
import { chooseContract } from '../../trading/signals/chooseContract.ts'
import { originOfEntry } from '../../trading/positions/originOfEntry.ts'
import { outcomeOf, type Leg } from '../../trading/positions/legs.ts'
import type { BacktestTrader } from './BacktestTrader.ts'
import { BacktestLedger } from './BacktestLedger.ts'
import { columnPrice, type BacktestMarket, type HistoryDay } from '../history/BacktestMarket.ts'
import type { BacktestPlan } from './BacktestPlan.ts'
import { NO_LEGS, type BacktestResult, type BacktestSignal } from './BacktestResult.ts'
import { bookFill } from './bookFill.ts'
import { entryOrder, NOBODY } from './historyOrders.ts'
import { Holding } from './Holding.ts'
import { lastPriceFill } from './lastPriceFill.ts'
import type { TradeLog } from './TradeLog.ts'
import type { OptionMarket } from '../premiums/OptionMarket.ts'
import type { Premiums } from '../premiums/Premiums.ts'
import type { VolatilityLevel } from '../volatility/VolatilityLevels.ts'

/**
 * Buys options on signals by the code of live trading: chooseContract and assess decide, applyUpdates makes trades of orders and their
 * fills, watchLeg and timeUp close them. History fills the orders in place of a broker, by paperFill. Rules settle what it cannot know:
 * - An order fills at the open of the minute in which it is sent, taken as the quote LATENCY_MS after its start. An entry whose contract
 * does not trade in that minute is denied; an exit waits for the next minute that has a price, and is settled at the intrinsic value when
 * its contract expires before one comes. After the contract's last record of the day the option model continues.
 * - Levels and trailing stops see four quotes a minute, in the worse of two orders: open, low, high, close, so the stop comes before the
 * target when a minute holds both, or, where a stop trails, open, high, low, close. A level that a minute opens beyond fills at the open, a
 * level reached within it fills there, half a spread worse; a stop slips besides (stopSlip).
 * - What the day's candles leave open is sold at the end of the last of them.
 * - The day's loss is checked after each minute with an open trade, if the owner wants open trades closed at the limit.
 * - One index is traded: a subscription's trades on others count neither in its day nor in its funds.
 * - The index's price is never stale and no kill switch is pulled.
 */
export class OptionTrader implements BacktestTrader {
  readonly #plan: BacktestPlan
  readonly #market: BacktestMarket
  readonly #options: OptionMarket
  readonly #ledger: BacktestLedger
  readonly #moved: number
  readonly #log: TradeLog
  #holdings: readonly Holding[] = []
  #entered = 0
  #next = 0

  /** `moved`: shift of the option model's volatility. */
  constructor(plan: BacktestPlan, market: BacktestMarket, options: OptionMarket, moved: number, log: TradeLog) {
    this.#plan = plan
    this.#market = market
    this.#options = options
    this.#moved = moved
    this.#log = log
    this.#ledger = new BacktestLedger(plan.account)
  }

  advance(until: number): void {
    while (this.#next < until && this.#holdings.length > 0) this.#pass(this.#next++)
    this.#next = until
  }

  onSignal(side: SignalSide, bar: number, minute: number, day: HistoryDay): void {
    const { rules, index, minutes } = this.#market
    const bars = this.#market.bars(this.#plan.rules.interval)
    const price = columnPrice(bars.close, bar)
    const signal: BacktestSignal = { side, candleTime: bars.time[bar]!, indexPrice: price }
    const now = minutes.time[minute - 1]! + MINUTE
    for (const holding of this.#holdings) if (holding.trade.signal !== side) holding.close('OPPOSITE_SIGNAL', now)

    const contracts = this.#options.contractsNear(day.date, price)
    const contract = side === 'NEUTRAL' ? null : chooseContract(contracts, { index, side, price }, now, day.session, rules)
    const premiums = contract && this.#options.premiums(contract, minute, day.date, this.#moved)
    const level = premiums && premiums.volatilityIn(minute - 1)
    if (level) this.#log.modelled(level, day.date)
    const openTrades = this.#holdings.filter(({ trade }) => trade.signal === side).length
    const { settings } = this.#plan
    const { subscriptionId, userId, strategyId, version, mode, unmetGates } = NOBODY
    const tradesToday = this.#ledger.entriesToday(now)
    // Written out, as is the next: signals come by the thousand.
    const candidate: Candidate = {
      subscriptionId,
      userId,
      strategyId,
      version,
      mode,
      unmetGates,
      killed: null,
      settings,
      tradesToday,
      openTrades,
    }
    const decided = assess(candidate, this.#ledger.accountAt(now, this.#holdings), {
      rules,
      now,
      closedAt: now,
      session: day.session,
      dayCovered: true,
      paused: null,
      shortage: null,
      indexPrice: price,
      listedContracts: contracts.length,
      contract,
      premium: premiums && premiums.lastBefore(minute),
    })
    if (!decided.ok) {
      this.#log.denied(signal, decided.error)
      return
    }
    // Nothing fills beyond the end of the history.
    if (minute === minutes.time.length || !premiums) return
    const open = minutes.time[minute] === now ? premiums.candle(minute)?.open : undefined
    if (open !== undefined) this.#buy(signal, decided.value, premiums, { minute, lastPrice: open }, day)
    else this.#log.denied(signal, { reason: 'NO_QUOTE', numbers: { strike: contract.strike } })
  }

  result(signals: number): BacktestResult {
    return this.#log.result(
      signals,
      this.#holdings.map(({ entry }) => entry),
    )
  }

  #pass(minute: number): void {
    this.#holdings = this.#holdings.filter((holding) => {
      const closed = holding.pass(minute)
      if (closed) this.#close(holding, closed)
      return !closed
    })
    const now = this.#market.minutes.time[minute]! + MINUTE
    if (this.#ledger.closesOpenTrades(now, this.#holdings)) for (const holding of this.#holdings) holding.close('DAILY_LOSS', now)
  }

  #buy(
    signal: BacktestSignal,
    plan: EntryPlan,
    premiums: Premiums,
    entered: { readonly minute: number; readonly lastPrice: Paise },
    { session, date }: HistoryDay,
  ): void {
    const { rules, index, minutes } = this.#market
    const { side } = signal
    const [leg] = plan.legs
    if (!leg) throw new RangeError('an entry of no leg')
    const id = String(++this.#entered)
    const intendedAt = minutes.time[entered.minute]!
    const order = entryOrder(id, id, leg, intendedAt)
    const at = intendedAt + LATENCY_MS
    const origin = originOfEntry(order, { market: 'backtest', index, side })
    const price = lastPriceFill({ side: 'BUY', order, lastPrice: entered.lastPrice, at, slippage: this.#plan.slippage }, rules)
    const booked = bookFill(rules, { origin, leg: null, orders: [] }, order, price, at)
    this.#ledger.enter(at)
    const until = timeUp(booked.leg, session, rules)
    const onModelled = (level: VolatilityLevel) => this.#log.modelled(level, date)
    const holding = new Holding(this.#market, booked, signal, premiums, entered, until, this.#plan.slippage, onModelled)
    this.#holdings = [...this.#holdings, holding]
  }

  #close({ entry, source, extremes }: Holding, trade: Leg): void {
    if (!trade.closing) throw new RangeError(`trade ${trade.id} is open`)
    const { exitTime, exitReason } = trade.closing
    const { gross, charges, net, exitPrice } = outcomeOf(trade)
    this.#ledger.close(trade)
    this.#log.closed(net, () => {
      const levels = { target: trade.target, stop: trade.stop }
      return { ...entry, source, exitTime, exitPrice, exitReason, levels, extremes, gross, charges, net, legs: NO_LEGS }
    })
  }
}
