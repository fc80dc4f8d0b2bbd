import { INTERVAL_MINUTES } from '../../../schema/market/candles.ts'
import { DAY, istInstant, MINUTE } from '../../../schema/time.ts'
import type { SignalSide } from '../../../schema/trading/SignalSide.ts'
import { evaluate, sideOf } from '../../analysis/rules/evaluate.ts'
import type { BacktestMarket, HistoryDay } from '../history/BacktestMarket.ts'
import type { BacktestPlan } from '../trades/BacktestPlan.ts'
import { firstAtOrAfter } from '../history/firstAtOrAfter.ts'

/** A signal of the rules with its place in the history: the arguments of BacktestTrader.onSignal. */
export interface DecidedSignal {
  readonly side: SignalSide
  /** Position of its bar among bars of the rules' interval. */
  readonly bar: number
  /** Position of the minute that begins with the bar's close, or of the next existing one. */
  readonly minute: number
  /** The bar's. */
  readonly day: HistoryDay
}

/** Every signal of a plan over a history, in time order, taken or not. Throws a RangeError when an indicator cannot be computed. */
export function decideSignals(plan: BacktestPlan, market: BacktestMarket): readonly DecidedSignal[] {
  return signalsOf(evaluate(plan.rules, market.series(plan.rules.interval)), plan, market)
}

/** The same for given decisions on the bars of the rules' interval, as evaluate() returns them. */
export function signalsOf(decisions: Int8Array, plan: BacktestPlan, market: BacktestMarket): readonly DecidedSignal[] {
  const { rules } = plan
  const bars = market.bars(rules.interval)
  const time = market.minutes.time
  const length = INTERVAL_MINUTES[rules.interval] * MINUTE
  const from = plan.from === null ? -Infinity : istInstant(plan.from, 0)
  const end = endOf(plan, market)
  const signals: DecidedSignal[] = []
  let minute = 0
  let dayNumber = 0
  for (let bar = 0; bar < decisions.length; bar++) {
    if (decisions[bar] === 0) continue
    const candleTime = bars.time[bar]!
    if (candleTime < from) continue
    const closedAt = candleTime + length
    // Every bar has at least one minute of its own.
    minute = firstAtOrAfter(time, closedAt, Math.max(minute, bar + 1))
    if (minute > end) break
    // Live, a bar whose last minute is missing is never decided.
    if (time[minute - 1] !== closedAt - MINUTE) continue
    while (market.days[dayNumber]!.end < minute) dayNumber++
    signals.push({ side: sideOf(decisions[bar]!), bar, minute, day: market.days[dayNumber]! })
  }
  return signals
}

/** Position after the last minute that a plan trades. */
export function endOf({ to }: Pick<BacktestPlan, 'to'>, { minutes: { time } }: Pick<BacktestMarket, 'minutes'>): number {
  return to === null ? time.length : firstAtOrAfter(time, istInstant(to, 0) + DAY, 0)
}
