import { AccessTokens } from '../../../gateway/security/AccessTokens.ts'
import { SigningKeys } from '../../../gateway/security/SigningKeys.ts'
import type { Database } from '../../../prisma/client.ts'
import { HOUR } from '../../../schema/time.ts'

/** An access token of a new session of a user, at the gateway whose folder is `home`. */
export async function signIn(db: Database, userId: string, home: string): Promise<string> {
  const { id } = await db.session.create({ data: { userId, userAgent: '', address: '', expiresAt: new Date(Date.now() + HOUR) } })
  return new AccessTokens(await SigningKeys.load(home)).issue(userId, id, Date.now())
}

/**
 * The nth request as it goes over the wire. Each comes through the proxy from its own address: one alone may not send so many.
 */
export function request(method: string, target: string, token: string, n: number, body = ''): string {
  const address = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
  return [
    ...[`${method} ${target} HTTP/1.1`, 'Host: 127.0.0.1', `X-Forwarded-For: ${address}`, `Authorization: Bearer ${token}`],
    ...['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`, '', body],
  ].join('\r\n')
}

/** The nth request with this GraphQL operation. */
export function graphql(query: string, token: string, n: number, variables: Readonly<Record<string, string>> = {}): string {
  return request('POST', '/graphql', token, n, JSON.stringify({ query, variables }))
}
