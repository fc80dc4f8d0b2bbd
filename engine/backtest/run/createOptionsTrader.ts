import type { BacktestTrader } from '../trades/BacktestTrader.ts'
import type { BacktestMarket } from '../history/BacktestMarket.ts'
import type { BacktestPlan } from '../trades/BacktestPlan.ts'
import { OptionTrader } from '../trades/OptionTrader.ts'
import { PositionTrader } from '../positions/PositionTrader.ts'
import type { OptionMarket } from '../premiums/OptionMarket.ts'
import type { TradeLog } from '../trades/TradeLog.ts'

/**
 * The trader of a plan's signals in options: single ones, or positions of legs. `moved`: shift of the option model's volatility; `log`: keeps
 * what it trades.
 */
export function createOptionsTrader(
  plan: BacktestPlan,
  market: BacktestMarket,
  options: OptionMarket,
  moved: number,
  log: TradeLog,
): BacktestTrader {
  const { position } = plan.rules
  return position ? new PositionTrader(plan, position, market, options, moved, log) : new OptionTrader(plan, market, options, moved, log)
}
