import { paise, type Paise } from '../../../schema/money.ts'
import type { BacktestMarket } from '../history/BacktestMarket.ts'
import type { BacktestPlan } from '../trades/BacktestPlan.ts'
import type { BacktestResult } from '../trades/BacktestResult.ts'
import { decideSignals, endOf } from './decideSignals.ts'
import { createOptionsTrader } from './createOptionsTrader.ts'
import { optionMarketOf } from '../premiums/optionMarketOf.ts'
import { runTrader, runBacktest } from './runBacktest.ts'

/** The shift of the option model's volatility, down and up: four points. */
export const VOLATILITY_MOVED = 0.04
/** How many times slippage is paid. */
export const SLIPPAGE_TIMES = 2

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
 * runBacktest, and the range of its net. The rules are evaluated once and only trading is repeated, three times: the range costs less than
 * three further backtests, and one if the model priced no option. Null for the index itself, which assumes neither.
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
  let passed = 0
  const pass = ({ moved = 0, slippage = plan.slippage }) => {
    const before = passed++
    const trader = createOptionsTrader({ ...plan, slippage }, market, options, moved)
    return runTrader(trader, signals, end, onProgress && ((share) => onProgress((before + share) / 4)))
  }
  const result = pass({})
  const net = netOf(result)
  // Recorded prices are fixed, whatever the volatility.
  const [lowerVolatility, higherVolatility] =
    result.levels.length === 0 ? [net, net] : [netOf(pass({ moved: -VOLATILITY_MOVED })), netOf(pass({ moved: VOLATILITY_MOVED }))]
  const doubleSlippage = netOf(pass({ slippage: plan.slippage * SLIPPAGE_TIMES }))
  const cases = [net, lowerVolatility, higherVolatility, doubleSlippage]
  const range = { low: paise(Math.min(...cases)), high: paise(Math.max(...cases)), lowerVolatility, higherVolatility, doubleSlippage }
  return { result, range }
}

function netOf({ trades }: BacktestResult): Paise {
  return paise(trades.reduce((total, trade) => total + trade.net, 0))
}
