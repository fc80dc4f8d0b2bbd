import { UserFacingError } from '../../schema/errors.ts'
import { SCREENS } from '../../schema/paths.ts'
import type { Principal } from '../kit/Principal.ts'

/** For what changes the product for everybody. Throws FORBIDDEN when the caller is no admin, or is one without two-factor sign-in. */
export function requireAdmin({ role, twoFactor }: Pick<Principal, 'role' | 'twoFactor'>): void {
  if (role !== 'admin') throw new UserFacingError('FORBIDDEN', 'Only admins may do this.')
  if (!twoFactor)
    throw new UserFacingError('FORBIDDEN', `Admins need two-factor sign-in for this. Turn it on in your profile at ${SCREENS.profile}.`)
}
