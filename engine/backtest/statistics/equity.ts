import { paise, type Paise } from '../../../schema/money.ts'
import { DAY, type IsoDate } from '../../../schema/time.ts'
import { deepestDrawdown, equityOf, type EquityPoint } from '../../../schema/trading/equityOf.ts'
import type { BacktestMarket } from '../history/BacktestMarket.ts'
import type { BacktestPlan } from '../trades/BacktestPlan.ts'
import type { BacktestTrade } from '../trades/BacktestResult.ts'

/** After each closed trade, in the order of their exits. */
export function equityAfter(trades: readonly BacktestTrade[], funds: Paise): EquityPoint[] {
  return equityOf(trades, funds)
}

/** The end of a day. */
export interface DailyBalance {
  readonly date: IsoDate
  /** Of the trades closed on the day. */
  readonly net: Paise
  readonly equity: Paise
  /** The deepest after a trade of the day; without one, at the end of the day before. */
  readonly drawdown: Paise
}

/** Every traded day, days without a trade included. */
export function dailyBalances(
  trades: readonly BacktestTrade[],
  { account, from, to }: Pick<BacktestPlan, 'account' | 'from' | 'to'>,
  { days }: BacktestMarket,
): DailyBalance[] {
  const points = equityAfter(trades, account.funds)
  let next = 0
  let last: Pick<EquityPoint, 'equity' | 'drawdown'> = { equity: account.funds, drawdown: paise(0) }
  return days.flatMap(({ date, midnight }) => {
    if ((from !== null && date < from) || (to !== null && date > to)) return []
    const before = last
    let deepest: Paise | null = null
    for (; next < points.length && points[next]!.at < midnight + DAY; next++) {
      last = points[next]!
      if (deepest === null || last.drawdown > deepest) deepest = last.drawdown
    }
    return { date, net: paise(last.equity - before.equity), equity: last.equity, drawdown: deepest ?? before.drawdown }
  })
}

/** The deepest drawdown, in paise and as a fraction of the equity it fell from; the two may come from different moments. */
export function drawdownOf(points: readonly EquityPoint[]): { readonly amount: Paise; readonly share: number } {
  let share = 0
  for (const { equity, drawdown } of points) share = Math.max(share, drawdown / (equity + drawdown))
  return { amount: deepestDrawdown(points)?.amount ?? paise(0), share }
}
