import { useMutation } from '@apollo/client/react'
import { Download } from 'lucide-react'
import { describeError } from '../../gql/describeError.ts'
import { DownloadTradeHistoryDocument } from '../../gql/generated/graphql.ts'
import { saveFrom } from '../../lib/saveFrom.ts'
import { Button } from '../../ui/Button.ts'
import { toast } from '../../ui/toast.ts'
import { filterProblem, toInput, useHistoryFilters } from './useHistoryFilters.ts'

/** Saves all trades that match the filters in the address. */
export function ExportButton() {
  const { filters } = useHistoryFilters()
  const [askForAddress, { loading: busy }] = useMutation(DownloadTradeHistoryDocument, { fetchPolicy: 'no-cache' })
  async function save() {
    try {
      const { data } = await askForAddress({ variables: { input: toInput(filters) } })
      if (data) saveFrom(data.downloadTradeHistory.address)
    } catch (error) {
      toast.error('Failed to export trade history', { description: describeError(error).message })
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
