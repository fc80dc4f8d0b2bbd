import { useMutation } from '@apollo/client/react'
import { Download } from 'lucide-react'
import { DownloadComplianceLogDocument } from '../../gql/generated/graphql.ts'
import { saveFrom } from '../../lib/saveFrom.ts'
import { Button } from '../../ui/Button.ts'
import { toastFailure } from '../../ui/toastFailure.ts'
import { ComplianceCard } from './ComplianceCard.tsx'

/** Saves five years of the user's live trading as one file. */
export function ComplianceLog() {
  const [askForAddress, { loading: busy }] = useMutation(DownloadComplianceLogDocument, { fetchPolicy: 'no-cache' })
  async function save() {
    try {
      const { data } = await askForAddress()
      if (data) saveFrom(data.downloadComplianceLog.address)
    } catch (error) {
      toastFailure('Failed to export the log', error)
    }
  }
  return (
    <ComplianceCard
      title="Five-year log"
      text="Your live orders with their fills, the decisions behind them, skipped signals with their reasons, and changes to your account: one JSON object per line (NDJSON). The hash chain of the changes is verified during the export; the last line shows the result."
      action={
        <Button $look="quiet" type="button" $busy={busy} aria-busy={busy} onClick={() => void save()}>
          <Download size={15} aria-hidden /> Export Log
        </Button>
      }
    />
  )
}
