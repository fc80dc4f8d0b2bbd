import { UserFacingError } from '../../schema/errors.ts'
import { MINUTE } from '../../schema/time.ts'
import { loosened, type Verdicts } from '../../schema/trading/mayLoseMore.ts'
import type { Principal } from '../kit/Principal.ts'

const RECENT_MS = 10 * MINUTE

/** Whether the caller has proved in this session, within ten minutes, to be the owner: by the password, and by a code too where two-factor sign-in is on. */
export function isRecentlyProved({ authenticatedAt }: Principal): boolean {
  return Date.now() - authenticatedAt <= RECENT_MS
}

/**
 * For changes that a thief of a session must not make. Throws REAUTHENTICATION_REQUIRED when the password, or where two-factor sign-in is
 * on the code, was last given over ten minutes ago.
 */
export function requireRecentPassword(caller: Principal): void {
  if (isRecentlyProved(caller)) return
  throw new UserFacingError('REAUTHENTICATION_REQUIRED', 'Please confirm your password to go on.')
}

/**
 * The same for a change that may lose more by any of its settings (lossVerdicts.ts). Tightening, stopping, closing, switching off and
 * removing never ask.
 */
export function requireRecentPasswordToLoosen<Settings>(
  caller: Principal,
  verdicts: Verdicts<Settings>,
  before: Settings,
  after: Settings,
): void {
  if (loosened(verdicts, before, after).length > 0) requireRecentPassword(caller)
}
