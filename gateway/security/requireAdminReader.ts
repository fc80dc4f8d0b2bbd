import type { Principal } from '../kit/Principal.ts'
import { requireAdmin } from './requireAdmin.ts'

/**
 * For what admins read, by a session or by an access token whose scope has been looked at: such a scope is left to tokens of admins with
 * two-factor sign-in alone (PersonalTokens.ts). Throws FORBIDDEN to anybody else.
 */
export function requireAdminReader({ role, twoFactor, scopes }: Pick<Principal, 'role' | 'twoFactor' | 'scopes'>): void {
  requireAdmin({ role, twoFactor: twoFactor || scopes !== null })
}
