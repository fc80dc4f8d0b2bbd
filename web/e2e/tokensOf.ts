import { LoginDocument } from '../lib/session/generated/graphql.ts'
import type { LoginInput } from '../lib/session/generated/graphql.ts'
import { askProduct } from './askProduct.ts'
import type { Tokens } from './startProduct.ts'

/** Signs in a user without a second step. For browser tests only. */
export async function tokensOf(address: string, credentials: LoginInput): Promise<Tokens> {
  const { token, refreshToken } = await askProduct(address, LoginDocument, { input: credentials })
  if (token === null || refreshToken === null) throw new Error(`${credentials.email} signs in with a second step`)
  return { token, refreshToken }
}
