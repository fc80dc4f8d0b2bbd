import type { TradeMode } from '../../../schema/TradeMode.ts'
import { formatCount } from '../../lib/formatMoney.ts'

/** How many of some open trades are live, and whether all are on paper: what sums over them are made of. */
export function modeNote(trades: readonly { readonly mode: TradeMode }[]): string {
  if (trades.length === 0) return 'None open'
  const live = trades.filter(({ mode }) => mode === 'LIVE').length
  if (live === 0) return 'On paper'
  return live === trades.length ? 'All LIVE' : `${formatCount(live)} LIVE, ${formatCount(trades.length - live)} on paper`
}
