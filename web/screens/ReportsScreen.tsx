import { useApolloClient } from '@apollo/client/react'
import '../theme/print.css'
import { ReportActions } from '../features/reports/ReportActions.tsx'
import { ReportView } from '../features/reports/ReportView.tsx'
import { useReportFilters } from '../features/reports/useReportFilters.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { RefreshButton } from '../ui/RefreshButton.tsx'

/** Reports on the closed trades, to view, print and export. */
export default function ReportsScreen() {
  const client = useApolloClient()
  const { filters } = useReportFilters()
  return (
    <>
      <PageHeader title="Reports" subtitle="The results of your closed trades, after all charges." {...(filters && { mode: filters.mode })}>
        <RefreshButton onRefresh={() => client.refetchQueries({ include: 'active' })} />
        <ReportActions />
      </PageHeader>
      <ReportView />
    </>
  )
}
