import type { BacktestBook } from '../trades/BacktestBook.ts'
import type { BacktestMarket } from '../history/BacktestMarket.ts'
import type { BacktestPlan } from '../trades/BacktestPlan.ts'
import { OptionBook } from '../trades/OptionBook.ts'
import { PositionBook } from '../positions/PositionBook.ts'
import type { OptionMarket } from '../premiums/OptionMarket.ts'

/** The book that trades a plan's signals with options: single ones, or positions of legs. `moved`: see the books. */
export function openBook(plan: BacktestPlan, market: BacktestMarket, options: OptionMarket, moved: number): BacktestBook {
  const { position } = plan.rules
  return position ? new PositionBook(plan, position, market, options, moved) : new OptionBook(plan, market, options, moved)
}
