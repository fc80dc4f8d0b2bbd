import { UserFacingError, err, type Result } from '../../schema/errors.ts'
import type { AccessTokens, Principal } from './AccessTokens.ts'

const BEARER = /^Bearer ([^\s]+)$/i

/** Who an Authorization header speaks for; the error says why nobody. */
export async function authenticate(header: string | undefined, tokens: AccessTokens): Promise<Result<Principal, UserFacingError>> {
  const token = header === undefined ? undefined : BEARER.exec(header)?.[1]
  return token === undefined ? err(new UserFacingError('UNAUTHENTICATED', 'Please sign in to continue')) : tokens.verify(token)
}
