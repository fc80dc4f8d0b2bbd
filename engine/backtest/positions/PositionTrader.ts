import { MINUTE } from '../../../schema/time.ts'
import type { PositionRule } from '../../../schema/rules/PositionRule.ts'
import type { SignalSide } from '../../../schema/trading/SignalSide.ts'
import { LATENCY_MS } from '../../broker/paper/PaperBroker.ts'
import { timeUp, type TimeUp } from '../../trading/positions/dueExits.ts'
import type { Candidate, EntryPlan, PlannedLeg } from '../../trading/risk/assess.ts'
import type { Leg } from '../../trading/positions/legs.ts'
import { refusedByLoss } from '../../trading/risk/assess.ts'
import { assessPosition } from '../../trading/risk/assessPosition.ts'
import { withoutQuote } from '../../trading/orders/quoteAge.ts'
import { planPosition } from '../../trading/positions/planPosition.ts'
import type { BacktestTrader } from '../trades/BacktestTrader.ts'
import { BacktestLedger } from '../trades/BacktestLedger.ts'
import { columnPrice, type BacktestMarket, type HistoryDay } from '../history/BacktestMarket.ts'
import type { BacktestPlan } from '../trades/BacktestPlan.ts'
import type { BacktestResult, BacktestSignal } from '../trades/BacktestResult.ts'
import { NOBODY } from '../trades/historyOrders.ts'
import type { TradeLog } from '../trades/TradeLog.ts'
import type { OptionMarket } from '../premiums/OptionMarket.ts'
import type { VolatilityLevel } from '../volatility/VolatilityLevels.ts'
import { HistoryChain } from './HistoryChain.ts'
import type { OptionEntry } from './HeldOption.ts'
import { PositionHolding } from './PositionHolding.ts'

/**
 * Opens positions of legs on signals by the code of live trading: planPosition and assessPosition decide, applyUpdates makes legs of orders
 * and their fills, watchPosition and timeUp close them. OptionTrader's rules for a single option apply to each leg: the quotes that fill,
 * the model that continues from the last record, stops that slip, the expiry, the end of the day's candles. Beyond that:
 * - All legs are opened at the open of one minute, the bought ones first. If one of them does not trade in it, none is opened.
 * - Within a minute the quotes of different legs are in no known order. followMinute tries two orders, and the worse counts. Levels of
 * a leg are judged leg by leg, the stop before the target when a minute holds both. A limit of the whole is reached where all premiums,
 * moving linearly, reach it, and fills there, half a spread worse; every leg that a stop or a locked profit closes slips too. A limit
 * that a minute opens beyond fills at the open.
 * - A leg that does not trade in a minute keeps its last price, and is closed at the open of the next minute in which it trades. When all
 * of a position is to be closed, bought legs wait until the sold ones are closed.
 * - The time of all legs is up when the first's is.
 * - A stopped leg is reopened at the open of the minute after one that ends with its premium back where it was first opened; an entry
 * without a price is retried after the next such minute. As live, none is reopened once entries in its contract have ended; one that comes
 * back while the day's loss is at its limit stays closed. A locked profit is carried from minute to minute.
 * - A position's funds are reserved until nothing of it is open or may be reopened; what its legs have earned is credited at once.
 */
export class PositionTrader implements BacktestTrader {
  readonly #plan: BacktestPlan
  readonly #rule: PositionRule
  readonly #market: BacktestMarket
  readonly #options: OptionMarket
  readonly #ledger: BacktestLedger
  readonly #moved: number
  readonly #log: TradeLog
  #holdings: readonly PositionHolding[] = []
  #entered = 0
  #next = 0

  /** `rule`: the plan's; `moved`: shift of the option model's volatility. */
  constructor(plan: BacktestPlan, rule: PositionRule, market: BacktestMarket, options: OptionMarket, moved: number, log: TradeLog) {
    this.#plan = plan
    this.#rule = rule
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
    const { rules, minutes } = this.#market
    const { settings } = this.#plan
    const rule = this.#rule
    const bars = this.#market.bars(this.#plan.rules.interval)
    const indexPrice = columnPrice(bars.close, bar)
    const signal: BacktestSignal = { side, candleTime: bars.time[bar]!, indexPrice }
    const now = minutes.time[minute - 1]! + MINUTE
    const { session } = day
    let chain: HistoryChain | null = null
    const plan = () => {
      chain = new HistoryChain(this.#options, rules, rule, { minute, now, indexPrice, session }, this.#moved)
      const planned = planPosition({ rule, settings, chain })
      for (const level of chain.levels) this.#log.modelled(level, day.date)
      return planned
    }
    const openTrades = this.#holdings.length
    const candidate: Candidate = { ...NOBODY, killed: null, settings, tradesToday: this.#ledger.entriesToday(now), openTrades }
    const moment = { rules, now, closedAt: now, session, dayCovered: true, paused: null }
    const decided = assessPosition(candidate, this.#ledger.accountAt(now, this.#holdings), moment, { rule, plan })
    if (!decided.ok) this.#log.denied(signal, decided.error)
    // Nothing fills beyond the end of the history.
    else if (chain && minute < minutes.time.length) this.#open(signal, decided.value, chain, minute, day)
  }

  result(signals: number): BacktestResult {
    return this.#log.result(
      signals,
      this.#holdings.map(({ entry }) => entry),
    )
  }

  #pass(minute: number): void {
    for (const holding of this.#holdings) holding.pass(minute)
    this.#dropOver()
    const now = this.#market.minutes.time[minute]! + MINUTE
    if (this.#ledger.closesOpenTrades(now, this.#holdings)) for (const holding of this.#holdings) holding.close('DAILY_LOSS', now)
    if (!this.#holdings.some(({ isReopening }) => isReopening) || !refusedByLoss(this.#ledger.accountAt(now, this.#holdings))) return
    for (const holding of this.#holdings) if (holding.isReopening) holding.refuseReentries()
    this.#dropOver()
  }

  #dropOver(): void {
    if (!this.#holdings.some(({ isOver }) => isOver)) return
    this.#holdings = this.#holdings.filter((holding) => {
      if (holding.isOver) this.#log.closed(holding.net(), () => holding.trade())
      return !holding.isOver
    })
  }

  #open(signal: BacktestSignal, { legs }: EntryPlan, chain: HistoryChain, minute: number, day: HistoryDay): void {
    const { rules, minutes } = this.#market
    const entries: OptionEntry[] = []
    const tradeId = String(this.#entered + 1)
    for (const planned of legs) {
      const premiums = chain.premiumsOf(planned.contract)
      const lastPrice = minutes.time[minute] === chain.now ? premiums.candle(minute)?.open : undefined
      if (lastPrice !== undefined) entries.push({ tradeId, number: entries.length + 1, planned, premiums, minute, lastPrice })
    }
    const unquoted = legs.find(({ contract }) => !entries.some(({ planned }) => planned.contract === contract))
    if (unquoted) {
      const { terms, contract } = unquoted
      this.#log.denied(signal, withoutQuote({ leg: terms.position?.leg ?? 0, strike: contract.strike, ageMs: chain.ageOf() }))
      return
    }
    this.#entered++
    const entryTime = minutes.time[minute]! + LATENCY_MS
    this.#ledger.enter(entryTime)
    const onClosed = (leg: Leg) => this.#ledger.close(leg)
    const onModelled = (level: VolatilityLevel) => this.#log.modelled(level, day.date)
    const fills = { slippage: this.#plan.slippage, onModelled }
    const times = { ...fills, timeUp: earliest(legs, entryTime, day, rules), session: day.session, onClosed }
    this.#holdings = [...this.#holdings, new PositionHolding(this.#market, signal, entries, times)]
  }
}

/** When the first leg's time is up. */
function earliest(legs: readonly PlannedLeg[], entryTime: number, { session }: HistoryDay, rules: BacktestMarket['rules']): TimeUp {
  const ends = legs.map((leg) => timeUp({ ...leg, entryTime, mode: 'PAPER' }, session, rules))
  return ends.reduce((first, end) => (end.at < first.at ? end : first))
}
