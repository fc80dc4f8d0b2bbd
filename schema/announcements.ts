/** Whom an announcement is for. */
export const AUDIENCES = ['EVERYONE', 'USERS', 'ADMINS', 'LIVE_TRADERS'] as const
export type Audience = (typeof AUDIENCES)[number]
