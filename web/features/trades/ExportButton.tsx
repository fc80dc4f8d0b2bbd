import { Download } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { describeError } from '../../gql/describeError.ts'
import { Button } from '../../ui/Button.ts'
import { downloadTradeHistory } from './downloadTradeHistory.ts'
import { filterProblem, useHistoryFilters } from './useHistoryFilters.ts'

/** Saves all trades that match the filters in the address. */
export function ExportButton() {
  const { filters } = useHistoryFilters()
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      await downloadTradeHistory(filters)
    } catch (error) {
      toast.error('Failed to export trade history', { description: describeError(error).message })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      $look="quiet"
      type="button"
      $busy={busy}
      disabled={filterProblem(filters) !== null}
      aria-busy={busy}
      onClick={() => void save()}
    >
      <Download size={15} aria-hidden /> Export CSV
    </Button>
  )
}
