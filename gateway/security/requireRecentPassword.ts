import { UserFacingError } from '../../schema/errors.ts'
import { MINUTE } from '../../schema/time.ts'
import type { Principal } from './Authenticator.ts'

const RECENT_MS = 10 * MINUTE

/** For changes that a thief of a session must not make. Throws REAUTHENTICATION_REQUIRED when the password was last given over ten minutes ago. */
export function requireRecentPassword({ authenticatedAt }: Principal): void {
  if (Date.now() - authenticatedAt <= RECENT_MS) return
  throw new UserFacingError('REAUTHENTICATION_REQUIRED', 'Please confirm your password to go on.')
}
