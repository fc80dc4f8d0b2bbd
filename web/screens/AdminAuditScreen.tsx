import { AdminPage } from '../features/admin/AdminPage.tsx'
import { AuditLogTable } from '../features/admin/audit/AuditLogTable.tsx'
import { AuditVerification } from '../features/admin/audit/AuditVerification.tsx'
import { Skeleton } from '../ui/Skeleton.ts'

/** What happened to all accounts. */
export default function AdminAuditScreen() {
  return (
    <AdminPage
      title="Audit Log"
      subtitle="Activity of every account, who did it, and whether the log is intact."
      loading={<Skeleton $height={480} />}
    >
      <AuditVerification />
      <AuditLogTable />
    </AdminPage>
  )
}
