import { useSubscription } from '@apollo/client/react'
import { toast } from 'sonner'
import { LiveTradesDocument, TradeChangedDocument, type TradePartsFragment } from '../../gql/generated/graphql.ts'
import { formatPrice, formatSignedRupees } from '../../lib/formatMoney.ts'
import { shownStatus } from './tradeView.ts'

/** Puts every trade that opens or closes into the running ones, or takes it out, and says so. For the shell, once. */
export function useTradeChanges(): void {
  useSubscription(TradeChangedDocument, {
    ignoreResults: true,
    onData: ({ client, data: { data } }) => {
      if (!data) return
      const changed = data.tradeChanged
      client.cache.updateQuery({ query: LiveTradesDocument }, (known) => known && { liveTrades: afterChange(known.liveTrades, changed) })
      announce(changed)
      // Totals, performance and history count closed trades.
      if (changed.status !== 'RUNNING') void client.refetchQueries({ include: 'active' })
    },
  })
}

/** The running trades after one of them opened, changed or closed; the newest first. */
export function afterChange(running: readonly TradePartsFragment[], changed: TradePartsFragment): TradePartsFragment[] {
  const others = running.filter((trade) => trade.id !== changed.id)
  return changed.status === 'RUNNING' ? [changed, ...others] : others
}

function announce(trade: TradePartsFragment): void {
  const description = `${trade.strategy} · ${trade.mode}`
  if (trade.status === 'RUNNING') {
    toast.info(`Trade opened: ${trade.option} at ${formatPrice(trade.entryPrice)}`, { id: trade.id, description })
    return
  }
  const text = `${shownStatus(trade.status)}: ${trade.option} ${formatSignedRupees(trade.profitLossRs)}`
  if ((trade.profitLossRs ?? 0) > 0) toast.success(text, { id: trade.id, description })
  else toast.warning(text, { id: trade.id, description })
}
