/** What an account may do: trade for itself; also read what analysts read; also manage strategies and the service. */
export const ROLES = ['user', 'analyst', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** Whether a role may read the API's schema and use the playground. */
export function mayAnalyse(role: Role): boolean {
  return role !== 'user'
}
