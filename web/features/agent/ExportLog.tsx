import { useMutation } from '@apollo/client/react'
import { Download } from 'lucide-react'
import { DownloadAgentAnalysesDocument, type AgentAnalysisFiltersInput } from '../../gql/generated/graphql.ts'
import { saveFrom } from '../../lib/saveFrom.ts'
import { Button } from '../../ui/Button.ts'
import { toastFailure } from '../../ui/toastFailure.ts'

/** Saves all analyses that match the filters. */
export function ExportLog({ input }: { input: AgentAnalysisFiltersInput }) {
  const [askForAddress, { loading: busy }] = useMutation(DownloadAgentAnalysesDocument, { fetchPolicy: 'no-cache' })
  async function save() {
    try {
      const { data } = await askForAddress({ variables: { input } })
      if (data) saveFrom(data.downloadAgentAnalyses.address)
    } catch (error) {
      toastFailure('Failed to export the decision log', error)
    }
  }
  return (
    <Button $look="quiet" type="button" $busy={busy} aria-busy={busy} onClick={() => void save()}>
      <Download size={15} aria-hidden /> Export CSV
    </Button>
  )
}
