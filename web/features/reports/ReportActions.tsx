import { Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { downloadFile } from '../../lib/session/downloadFile.ts'
import { Button } from '../../ui/Button.ts'
import { toastFailure } from '../../ui/toastFailure.ts'
import { filterProblem, ofDay, toInput, useReportFilters } from './useReportFilters.ts'

/** Prints the report as it stands, and saves the trades it is of. */
export function ReportActions() {
  const { filters } = useReportFilters()
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      await downloadFile(`/api/reports/trades.csv?${new URLSearchParams(toInput(ofDay(filters)))}`, 'report-trades.csv')
    } catch (error) {
      toastFailure('Failed to export the trades of the report', error)
    } finally {
      setBusy(false)
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
        disabled={filterProblem(filters) !== null}
        aria-busy={busy}
        onClick={() => void save()}
      >
        <Download size={15} aria-hidden /> Export CSV
      </Button>
    </>
  )
}
