import { useMutation } from '@apollo/client/react'
import { Download, Printer } from 'lucide-react'
import { DownloadReportDocument } from '../../gql/generated/graphql.ts'
import { saveFrom } from '../../lib/saveFrom.ts'
import { Button } from '../../ui/Button.ts'
import { toastFailure } from '../../ui/toastFailure.ts'
import { filterProblem, ofDay, toInput, useReportFilters } from './useReportFilters.ts'

/** Prints the current report, and saves its trades. */
export function ReportActions() {
  const { filters } = useReportFilters()
  const [askForAddress, { loading: busy }] = useMutation(DownloadReportDocument, { fetchPolicy: 'no-cache' })
  async function save() {
    if (filters === null) return
    try {
      const { data } = await askForAddress({ variables: { input: toInput(ofDay(filters)) } })
      if (data) saveFrom(data.downloadReport.address)
    } catch (error) {
      toastFailure('Failed to export the trades of the report', error)
    }
  }
  return (
    <>
      <Button $look="quiet" type="button" onClick={() => window.print()}>
        <Printer size={15} aria-hidden /> Print
      </Button>
      <Button
        $look="quiet"
        type="button"
        $busy={busy}
        disabled={filters === null || filterProblem(filters) !== null}
        aria-busy={busy}
        onClick={() => void save()}
      >
        <Download size={15} aria-hidden /> Export CSV
      </Button>
    </>
  )
}
