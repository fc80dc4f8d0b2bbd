import { paise, type Paise } from '../../../schema/money.ts'
import type { BacktestMarket } from '../history/BacktestMarket.ts'
import type { BacktestPlan } from '../trades/BacktestPlan.ts'
import type { BacktestResult } from '../trades/BacktestResult.ts'
import { decideSignals, endOf } from './decideSignals.ts'
import { createOptionsTrader } from './createOptionsTrader.ts'
import { optionMarketOf } from '../premiums/optionMarketOf.ts'
import { premiumNoise } from './premiumNoise.ts'
import { runTraders, runBacktest } from './runBacktest.ts'
import type { BacktestTrader } from '../trades/BacktestTrader.ts'
import { TradeLog } from '../trades/TradeLog.ts'

/** The shift of the option model's volatility, down and up: four points. */
export const VOLATILITY_MOVED = 0.04
/** How many times slippage is paid. */
export const SLIPPAGE_TIMES = 2
/** Passes over the history: the result in step with the net at double slippage, then the nets at both volatilities. */
const PASSES = 2

/** Net of the closed trades under other assumptions, one changed per case. */
export interface NetRange {
  /** The lowest and the highest of the cases and of the result itself, less and plus the noise. */
  readonly low: Paise
  readonly high: Paise
  /** With the option model's volatility four points lower, and four higher. */
  readonly lowerVolatility: Paise
  readonly higherVolatility: Paise
  readonly doubleSlippage: Paise
  /** By how much premiums that were modelled may have moved otherwise (premiumNoise.ts). */
  readonly premiumNoise: Paise
}

/**
 * runBacktest, and the range of its net. The rules are evaluated once and only trading is repeated, three times, once of it at prices that
 * are known already; of the three the net alone is kept. Null for the index itself, which assumes neither.
 */
export function runWithRange(
  plan: BacktestPlan,
  market: BacktestMarket,
  onProgress?: (share: number) => void,
): { readonly result: BacktestResult; readonly range: NetRange | null } {
  const { traded } = market
  if (traded.kind === 'INDEX') return { result: runBacktest(plan, market, onProgress), range: null }
  const options = optionMarketOf(market, traded)
  const signals = decideSignals(plan, market)
  const end = endOf(plan, market)
  const trader = (log: TradeLog, slippage: number, moved: number) => createOptionsTrader({ ...plan, slippage }, market, options, moved, log)
  const run = (pass: number, ...traders: BacktestTrader[]) =>
    runTraders(traders, signals, end, onProgress && ((share) => onProgress((pass + share) / PASSES)))
  const [whole, slipped, lower, higher] = [new TradeLog('ALL'), new TradeLog('NET'), new TradeLog('NET'), new TradeLog('NET')]
  const main = trader(whole, plan.slippage, 0)
  // In step, since both see the same prices.
  run(0, main, trader(slipped, plan.slippage * SLIPPAGE_TIMES, 0))
  const result = main.result(signals.length)
  const { net } = whole
  // Recorded prices are fixed, whatever the volatility.
  const isModelled = result.levels.length > 0
  if (isModelled) run(1, trader(lower, plan.slippage, -VOLATILITY_MOVED), trader(higher, plan.slippage, VOLATILITY_MOVED))
  const [lowerVolatility, higherVolatility] = isModelled ? [lower.net, higher.net] : [net, net]
  return { result, range: rangeOf(net, { lowerVolatility, higherVolatility, doubleSlippage: slipped.net }, premiumNoise(result.trades)) }
}

/** The range of a net and of its cases, as wide as the noise on either side. */
export function rangeOf(net: Paise, cases: Omit<NetRange, 'low' | 'high' | 'premiumNoise'>, noise: Paise): NetRange {
  const nets = [net, ...Object.values(cases)]
  return { low: paise(Math.min(...nets) - noise), high: paise(Math.max(...nets) + noise), ...cases, premiumNoise: noise }
}
