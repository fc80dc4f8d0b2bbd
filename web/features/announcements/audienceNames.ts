import type { Audience } from '../../../schema/announcements.ts'

export const AUDIENCE_NAMES: Readonly<Record<Audience, string>> = {
  EVERYONE: 'Everyone',
  USERS: 'Users',
  ADMINS: 'Admins',
  LIVE_TRADERS: 'People with live strategies',
}
