import { INTERVAL_MINUTES } from '../../schema/market/candles.ts'
import { DAY, istInstant, MINUTE } from '../../schema/time.ts'
import { evaluate, LONG } from '../analysis/evaluate.ts'
import type { BacktestBook } from './BacktestBook.ts'
import type { BacktestMarket } from './BacktestMarket.ts'
import type { BacktestPlan } from './BacktestPlan.ts'
import type { BacktestResult } from './BacktestResult.ts'
import { firstAtOrAfter } from './firstAtOrAfter.ts'
import { openIndexBook } from './openIndexBook.ts'
import { OptionBook } from './OptionBook.ts'

/**
 * Trades a plan over a history. Pure and synchronous, no clock, no I/O: the same arguments give the same result. Bars are evaluated at
 * their close, decisions and fills are those of live trading (OptionBook and openIndexBook say how), and the cost is that of the signals and of the
 * minutes in trades, beside the evaluation. A result never depends on candles after it: a shorter history gives the beginning of a
 * longer one's trades. Throws a RangeError when an indicator cannot be computed. `onProgress` is told at each signal which share of the
 * minutes it has come to, 0 to 1.
 */
export function runBacktest(plan: BacktestPlan, market: BacktestMarket, onProgress?: (share: number) => void): BacktestResult {
  return tradeDecisions(evaluate(plan.rules, market.series(plan.rules.interval)), plan, market, onProgress)
}

/** The same with given decisions on the bars of the rules' interval, as evaluate() gives them, in place of those of the rules. */
export function tradeDecisions(
  decisions: Int8Array,
  plan: BacktestPlan,
  market: BacktestMarket,
  onProgress?: (share: number) => void,
): BacktestResult {
  const { interval } = plan.rules
  const bars = market.bars(interval)
  const time = market.minutes.time
  const length = INTERVAL_MINUTES[interval] * MINUTE
  const from = plan.from === null ? -Infinity : istInstant(plan.from, 0)
  const end = plan.to === null ? time.length : firstAtOrAfter(time, istInstant(plan.to, 0) + DAY, 0)
  const book: BacktestBook = market.traded.kind === 'INDEX' ? openIndexBook(plan, market) : new OptionBook(plan, market, market.traded)

  let signals = 0
  let minute = 0
  let dayNumber = 0
  for (let bar = 0; bar < decisions.length; bar++) {
    if (decisions[bar] === 0) continue
    const candleTime = bars.time[bar]!
    if (candleTime < from) continue
    const closedAt = candleTime + length
    // Every bar has a minute of its own at least.
    minute = firstAtOrAfter(time, closedAt, Math.max(minute, bar + 1))
    if (minute > end) break
    // Live, a bar whose last minute is missing is never decided.
    if (time[minute - 1] !== closedAt - MINUTE) continue
    while (market.days[dayNumber]!.end < minute) dayNumber++
    signals++
    onProgress?.(minute / end)
    book.advance(minute)
    book.onSignal(decisions[bar] === LONG ? 'LONG' : 'SHORT', bar, minute, market.days[dayNumber]!)
  }
  book.advance(end)
  return book.result(signals)
}
