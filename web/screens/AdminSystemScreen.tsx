import { AdminPage } from '../features/admin/AdminPage.tsx'
import { HealthSentence } from '../features/admin/HealthSentence.tsx'
import { SYSTEM_LOADING, SystemView } from '../features/admin/SystemView.tsx'

/** The installation in figures: nodes, queues, jobs, the database and the last hour. */
export default function AdminSystemScreen() {
  return (
    <AdminPage title="System" subtitle="Nodes, queues, jobs and the database, and the last hour of each." loading={SYSTEM_LOADING}>
      <HealthSentence />
      <SystemView />
    </AdminPage>
  )
}
