import { AdminPage } from '../features/admin/AdminPage.tsx'
import { PlatformStop } from '../features/admin/stops/PlatformStop.tsx'
import { Skeleton } from '../ui/Skeleton.ts'

/** The stop of everybody's trading. */
export default function AdminStopScreen() {
  return (
    <AdminPage title="Platform Stop" subtitle="Stop trading for everybody, and lift the stop." loading={<Skeleton $height={220} />}>
      <PlatformStop />
    </AdminPage>
  )
}
