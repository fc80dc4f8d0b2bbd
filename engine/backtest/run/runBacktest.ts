import type { BacktestTrader } from '../trades/BacktestTrader.ts'
import type { BacktestMarket } from '../history/BacktestMarket.ts'
import type { BacktestPlan } from '../trades/BacktestPlan.ts'
import type { BacktestResult } from '../trades/BacktestResult.ts'
import { decideSignals, endOf, type DecidedSignal } from './decideSignals.ts'
import { createOptionsTrader } from './createOptionsTrader.ts'
import { createIndexTrader } from '../trades/createIndexTrader.ts'
import { optionMarketOf } from '../premiums/optionMarketOf.ts'
import { TradeLog } from '../trades/TradeLog.ts'

/**
 * Trades a plan over a history. Pure and synchronous, no clock, no I/O: the same arguments give the same result. Bars are evaluated at
 * their close, decisions and fills are as in live trading (OptionTrader, PositionTrader and createIndexTrader say how), and beside the
 * evaluation it costs time only for signals and for minutes in trades. No result depends on later candles: a shorter history gives the
 * first of a longer one's trades. Throws a RangeError when an indicator cannot be computed. `onProgress` gets, at each signal, the finished
 * share of the minutes, 0 to 1.
 */
export function runBacktest(plan: BacktestPlan, market: BacktestMarket, onProgress?: (share: number) => void): BacktestResult {
  return tradeSignals(decideSignals(plan, market), plan, market, onProgress)
}

/** The same with given signals in place of the rules' own. */
export function tradeSignals(
  signals: readonly DecidedSignal[],
  plan: BacktestPlan,
  market: BacktestMarket,
  onProgress?: (share: number) => void,
): BacktestResult {
  const { traded } = market
  const trader =
    traded.kind === 'INDEX'
      ? createIndexTrader(plan, market)
      : createOptionsTrader(plan, market, optionMarketOf(market, traded), 0, new TradeLog('ALL'))
  runTraders([trader], signals, endOf(plan, market), onProgress)
  return trader.result(signals.length)
}

/** Gives traders the signals, and the minutes up to `end` in between, all in step. */
export function runTraders(
  traders: readonly BacktestTrader[],
  signals: readonly DecidedSignal[],
  end: number,
  onProgress?: (share: number) => void,
): void {
  for (const { side, bar, minute, day } of signals) {
    onProgress?.(minute / end)
    for (const trader of traders) {
      trader.advance(minute)
      trader.onSignal(side, bar, minute, day)
    }
  }
  for (const trader of traders) trader.advance(end)
}
