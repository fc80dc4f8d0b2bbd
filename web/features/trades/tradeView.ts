import { indexNamed, INDICES } from '../../../schema/market/indices.ts'
import { fromRupees, toRupees, paise } from '../../../schema/money.ts'
import type { TradePartsFragment } from '../../gql/generated/graphql.ts'
import { formatCount } from '../../lib/formatMoney.ts'
import type { TradeCardStatus, TradeCardView } from '../../ui/TradeCard.tsx'

const STATUS_SHOWN = {
  RUNNING: 'ACTIVE',
  TARGET_HIT: 'TARGET HIT',
  STOPLOSS_HIT: 'STOP LOSS',
  COMPLETED: 'COMPLETED',
} as const satisfies Record<TradePartsFragment['status'], TradeCardStatus>

/** The status as screens word it. */
export const shownStatus = (status: TradePartsFragment['status']): TradeCardStatus => STATUS_SHOWN[status]

/** What was bought, as people say it: `Midcap · 12,700 PE`. */
export function contractName({ index, strike, optionType }: Pick<TradePartsFragment, 'index' | 'strike' | 'optionType'>): string {
  const known = indexNamed(index)
  return `${known === null ? index : INDICES[known].label} · ${formatCount(strike)} ${optionType}`
}

/** Gross profit in rupees: of a closed trade what was made, of a running one what `ltp` (rupees) would make; null while unknown. */
export function grossProfit(
  trade: Pick<TradePartsFragment, 'status' | 'quantity' | 'entryPrice' | 'profitLossRs'>,
  ltp: number | null,
): number | null {
  if (trade.status !== 'RUNNING') return trade.profitLossRs
  if (ltp === null) return null
  return toRupees(paise((fromRupees(ltp) - fromRupees(trade.entryPrice)) * trade.quantity))
}

type Priced = Pick<TradePartsFragment, 'status' | 'quantity' | 'entryPrice' | 'profitLossRs' | 'charges' | 'netProfitLossRs'>

/** Gross profit less charges, of a running trade those so far: what the exit will cost is still to come. Null while unknown. */
export function netProfit(trade: Priced, ltp: number | null): number | null {
  if (trade.status !== 'RUNNING') return trade.netProfitLossRs
  const gross = grossProfit(trade, ltp)
  return gross === null ? null : toRupees(paise(fromRupees(gross) - fromRupees(trade.charges)))
}

/** Sums in rupees over trades at their last prices, added to what there is already; null while one of them is unknown. */
export function profitOf<T extends Priced>(trades: readonly T[], priceOf: (trade: T) => number | null, closed = { gross: 0, net: 0 }) {
  const sum = (profit: (trade: Priced, ltp: number | null) => number | null, from: number) =>
    trades.reduce<number | null>((total, trade) => {
      const one = profit(trade, priceOf(trade))
      return total === null || one === null ? null : total + one
    }, from)
  return { gross: sum(grossProfit, closed.gross), net: sum(netProfit, closed.net) }
}

/** A trade as its card shows it, at this last price (rupees). */
export function tradeView(trade: TradePartsFragment, ltp: number | null): TradeCardView {
  return {
    contract: contractName(trade),
    expiry: trade.expiry,
    symbol: trade.option,
    strategy: trade.strategy,
    mode: trade.mode,
    optionType: trade.optionType,
    signal: trade.signal,
    status: shownStatus(trade.status),
    entry: trade.entryPrice,
    target: trade.target,
    stopLoss: trade.sl,
    quantity: trade.quantity,
    pnl: grossProfit(trade, ltp),
    entryTime: trade.entryTime,
    exitTime: trade.exitTime,
    exit: trade.exitPrice,
    ltp,
  }
}
