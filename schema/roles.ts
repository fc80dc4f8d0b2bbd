/** What an account may do. A user trades for itself; an analyst reads more and does not trade; an admin does both, and manages the service. */
export const ROLES = ['user', 'analyst', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** Whether a role may read the API's schema and use the playground. */
export function mayAnalyse(role: Role): boolean {
  return role !== 'user'
}

/** Whether accounts of a role may trade. */
export function mayTrade(role: Role): boolean {
  return role !== 'analyst'
}
