import { TOTP } from 'otpauth'
import { hashPassword } from '../../gateway/security/passwords.ts'
import { seedTrades } from '../../scripts/bench/seedTrades.ts'
import type { Product, Tokens } from './startProduct.ts'

const PASSWORD = 'kite-river-42'

/**
 * An admin with two-factor sign-in, ten strategies of their own and 2,000 trades, twenty of them running, so that no screen is empty.
 * Answers the tokens of a session.
 */
export async function seededAdmin({ address, db }: Product): Promise<Tokens> {
  const id = await seedTrades(db, 2_000)
  const { email } = await db.user.update({
    where: { id },
    data: { name: 'Asha Rao', passwordHash: await hashPassword(PASSWORD), emailVerifiedAt: new Date(), role: 'admin' },
  })
  const tokens = await post<Tokens>(address, '/auth/login', { email, password: PASSWORD })
  const { secret } = await post<{ secret: string }>(address, '/user/two-factor', undefined, tokens)
  await post(address, '/user/two-factor/confirm', { code: new TOTP({ secret }).generate() }, tokens)
  return tokens
}

/** The `data` of an answer of the REST API. Throws with the answer when it is none. */
async function post<T>(address: string, path: string, body: unknown, tokens?: Tokens): Promise<T> {
  const headers = {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(tokens ? { authorization: `Bearer ${tokens.token}` } : {}),
  }
  const response = await fetch(`${address}/api${path}`, {
    method: 'POST',
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
  return (JSON.parse(text) as { data: T }).data
}
