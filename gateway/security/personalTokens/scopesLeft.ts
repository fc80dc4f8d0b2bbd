import type { Role } from '../../../schema/roles.ts'
import { scopesOf, type TokenScope } from '../../../schema/tokenScopes.ts'

/**
 * What is left of a token's scopes in its owner's present role. Trades of all users are for admins with two-factor sign-in, by a token as
 * in a session.
 */
export function scopesLeft(scopes: readonly string[], role: Role, twoFactor: boolean): readonly TokenScope[] {
  return scopesOf(role).filter((scope) => scopes.includes(scope) && (scope !== 'read:all-anonymous' || twoFactor))
}
