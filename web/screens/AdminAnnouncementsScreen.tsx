import { AdminPage } from '../features/admin/AdminPage.tsx'
import { AnnouncementsAdmin } from '../features/announcements/AnnouncementsAdmin.tsx'
import { Skeleton } from '../ui/Skeleton.ts'

/** Announcements to users. */
export default function AdminAnnouncementsScreen() {
  return (
    <AdminPage title="Announcements" subtitle="Banners shown to users on every page." loading={<Skeleton $height={240} />}>
      <AnnouncementsAdmin />
    </AdminPage>
  )
}
