import { AdminPage } from '../features/admin/AdminPage.tsx'
import { UserList } from '../features/admin/users/UserList.tsx'
import { Skeleton } from '../ui/Skeleton.ts'

/** Every account of the installation. */
export default function AdminUsersScreen() {
  return (
    <AdminPage title="Users" subtitle="Accounts, and what you can do with them." loading={<Skeleton $height={400} />}>
      <UserList />
    </AdminPage>
  )
}
