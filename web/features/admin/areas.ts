import { SCREENS } from '../../../schema/paths.ts'

/** The admin's pages, in the order of their navigation. */
export const ADMIN_AREAS = [
  { to: SCREENS.admin, label: 'Overview' },
  { to: SCREENS.adminSystem, label: 'System' },
  { to: SCREENS.adminUsers, label: 'Users' },
  { to: SCREENS.adminMarket, label: 'Market' },
  { to: SCREENS.adminStrategies, label: 'Strategies' },
  { to: SCREENS.adminStop, label: 'Platform stop' },
  { to: SCREENS.adminAudit, label: 'Audit log' },
  { to: SCREENS.adminAnnouncements, label: 'Announcements' },
] as const
