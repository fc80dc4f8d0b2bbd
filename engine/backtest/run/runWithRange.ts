import { paise, type Paise } from '../../../schema/money.ts'
import type { BacktestMarket } from '../history/BacktestMarket.ts'
import type { BacktestPlan } from '../trades/BacktestPlan.ts'
import type { BacktestResult } from '../trades/BacktestResult.ts'
import { decideSignals, endOf } from './decideSignals.ts'
import { createOptionsTrader } from './createOptionsTrader.ts'
import { optionMarketOf } from '../premiums/optionMarketOf.ts'
import { runTraders, runBacktest } from './runBacktest.ts'

/** The shift of the option model's volatility, down and up: four points. */
export const VOLATILITY_MOVED = 0.04
/** How many times slippage is paid. */
export const SLIPPAGE_TIMES = 2
/** Passes over the history: the result in step with the one at double slippage, then each volatility. */
const PASSES = 3

/** Net of the closed trades under other assumptions, one changed per case. */
export interface NetRange {
  /** The lowest and the highest of the cases and of the result itself. */
  readonly low: Paise
  readonly high: Paise
  /** With the option model's volatility four points lower, and four higher. */
  readonly lowerVolatility: Paise
  readonly higherVolatility: Paise
  readonly doubleSlippage: Paise
}

/**
 * runBacktest, and the range of its net. The rules are evaluated once and only trading is repeated, three times, once of it at prices that
 * are known already. Null for the index itself, which assumes neither.
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
  const trader = (slippage: number, moved: number) => createOptionsTrader({ ...plan, slippage }, market, options, moved)
  // In step, since both see the same prices.
  const [result, slipped] = runTraders(
    [trader(plan.slippage, 0), trader(plan.slippage * SLIPPAGE_TIMES, 0)],
    signals,
    end,
    onProgress && ((share) => onProgress(share / PASSES)),
  )
  const moved = (by: number, before: number) =>
    runTraders([trader(plan.slippage, by)], signals, end, onProgress && ((share) => onProgress((before + share) / PASSES)))[0]
  const net = netOf(result)
  // Recorded prices are fixed, whatever the volatility.
  const [lowerVolatility, higherVolatility] =
    result.levels.length === 0 ? [net, net] : [netOf(moved(-VOLATILITY_MOVED, 1)), netOf(moved(VOLATILITY_MOVED, 2))]
  const doubleSlippage = netOf(slipped)
  const cases = [net, lowerVolatility, higherVolatility, doubleSlippage]
  const range = { low: paise(Math.min(...cases)), high: paise(Math.max(...cases)), lowerVolatility, higherVolatility, doubleSlippage }
  return { result, range }
}

function netOf({ trades }: BacktestResult): Paise {
  return paise(trades.reduce((total, trade) => total + trade.net, 0))
}
