/** Roles as people read them. */
export const ROLES = { user: 'User', analyst: 'Analyst', admin: 'Admin' } as const
