import type { TradeMode } from '../../schema/TradeMode.ts'
import { formatCount } from './formatMoney.ts'

/** How many trades there are, paper and live apart: `1 LIVE, 2 on paper`; on paper alone just the number. */
export function countByMode(trades: readonly { readonly mode: TradeMode }[]): string {
  const live = trades.filter(({ mode }) => mode === 'LIVE').length
  if (live === 0) return formatCount(trades.length)
  return live === trades.length ? `${formatCount(live)} LIVE` : `${formatCount(live)} LIVE, ${formatCount(trades.length - live)} on paper`
}
