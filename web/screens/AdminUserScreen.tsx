import { useParams } from 'react-router-dom'
import { AdminPage } from '../features/admin/AdminPage.tsx'
import { UserPage } from '../features/admin/users/UserPage.tsx'
import { Skeleton } from '../ui/Skeleton.ts'

/** One account of the installation. */
export default function AdminUserScreen() {
  const { id = '' } = useParams()
  return (
    <AdminPage
      title="User"
      subtitle="One account: its sessions, limits, subscriptions and trades. No admin can see its broker secrets or trade for it."
      loading={<Skeleton $height={640} />}
    >
      <UserPage id={id} />
    </AdminPage>
  )
}
