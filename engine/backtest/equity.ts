import { paise, type Paise } from '../../schema/money.ts'
import { DAY, type Instant, type IsoDate } from '../../schema/time.ts'
import { balanceFrom, type Balance } from '../../schema/trading/balanceFrom.ts'
import type { BacktestMarket } from './BacktestMarket.ts'
import type { BacktestPlan } from './BacktestPlan.ts'
import type { BacktestTrade } from './BacktestResult.ts'

/** After each closed trade, in the order of the trades, which is that of their exits. */
export function equityAfter(trades: readonly BacktestTrade[], funds: Paise): (Balance & { readonly at: Instant })[] {
  const balance = balanceFrom(funds)
  return trades.map(({ exitTime, net }) => ({ at: exitTime, ...balance(net) }))
}

/** At the end of each day that is traded, days without a trade included. `net`: of the trades closed on the day. */
export function dailyBalances(
  trades: readonly BacktestTrade[],
  { account, from, to }: Pick<BacktestPlan, 'account' | 'from' | 'to'>,
  { days }: BacktestMarket,
): (Balance & { readonly date: IsoDate; readonly net: Paise })[] {
  const balance = balanceFrom(account.funds)
  let next = 0
  return days.flatMap(({ date, midnight }) => {
    if ((from !== null && date < from) || (to !== null && date > to)) return []
    let net = 0
    for (; next < trades.length && trades[next]!.exitTime < midnight + DAY; next++) net += trades[next]!.net
    return { date, net: paise(net), ...balance(net) }
  })
}

/** The deepest drawdown, in paise and as a fraction of the equity it fell from; each may be of another moment. */
export function drawdownOf(balances: readonly Balance[]): { readonly amount: Paise; readonly share: number } {
  let amount = paise(0)
  let share = 0
  for (const { equity, drawdown } of balances) {
    if (drawdown > amount) amount = drawdown
    share = Math.max(share, drawdown / (equity + drawdown))
  }
  return { amount, share }
}
