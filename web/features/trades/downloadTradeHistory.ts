import { downloadFile } from '../../lib/session/downloadFile.ts'
import { toInput, type HistoryFilters } from './useHistoryFilters.ts'

/** Has the browser save all trades that match as `trade-history.csv`. Rejects with the server's reason, or when the line breaks off. */
export async function downloadTradeHistory(filters: HistoryFilters): Promise<void> {
  const { strategyId, ...others } = toInput(filters)
  const query = new URLSearchParams(strategyId ? { ...others, strategy: strategyId } : { ...others })
  await downloadFile(`/api/trades/history.csv?${query}`, 'trade-history.csv')
}
