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
      text="Your live orders with their fills, the decisions behind them, signals that were not traded and why, and what was changed in your account: one JSON object a line (NDJSON). The hash chain of the changes is verified on the way; the last line says how far it holds."
      action={
        <Button $look="quiet" type="button" $busy={busy} aria-busy={busy} onClick={() => void save()}>
          <Download size={15} aria-hidden /> Export Log
        </Button>
      }
    />
  )
}
