import { useApolloClient } from '@apollo/client/react'
import { ComplianceView } from '../features/compliance/ComplianceView.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { RefreshButton } from '../ui/RefreshButton.tsx'

/** What an auditor asks about live trading, to view and to export. */
export default function ComplianceScreen() {
  const client = useApolloClient()
  return (
    <>
      <PageHeader title="Compliance" subtitle="What an auditor may ask about your live trading.">
        <RefreshButton onRefresh={() => client.refetchQueries({ include: 'active' })} />
      </PageHeader>
      <ComplianceView />
    </>
  )
}
