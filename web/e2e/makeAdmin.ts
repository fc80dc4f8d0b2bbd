import { TOTP } from 'otpauth'
import { BeginTwoFactorDocument, ConfirmTwoFactorDocument } from '../gql/generated/graphql.ts'
import { askProduct } from './askProduct.ts'
import type { Product, Tokens } from './startProduct.ts'

/** Makes the user an admin with a confirmed mail address and a second step at sign-in; the session continues. For browser tests only. */
export async function makeAdmin(
  { address, db }: Pick<Product, 'address' | 'db'>,
  userId: string,
  session: Pick<Tokens, 'token'>,
): Promise<void> {
  await db.user.update({ where: { id: userId }, data: { role: 'admin', emailVerifiedAt: new Date() } })
  const { secret } = await askProduct(address, BeginTwoFactorDocument, {}, session)
  await askProduct(address, ConfirmTwoFactorDocument, { code: new TOTP({ secret }).generate() }, session)
}
