/** The signed-in user as the shell needs them. */
export interface SessionUser {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: 'user' | 'admin'
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

/** What the API sent as a user; null when it is none. */
export function parseSessionUser(value: unknown): SessionUser | null {
  if (!isRecord(value)) return null
  const { id, name, email, role } = value
  if (typeof id !== 'string' || typeof name !== 'string' || typeof email !== 'string') return null
  return { id, name, email, role: role === 'admin' ? 'admin' : 'user' }
}

/** Reads a member of a JSON object; undefined when there is no object or no such member. */
export function member(value: unknown, key: string): unknown {
  return isRecord(value) ? value[key] : undefined
}
