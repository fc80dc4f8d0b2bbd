/** Roles as people read them. */
export const ROLES = { user: 'User', admin: 'Admin' } as const
