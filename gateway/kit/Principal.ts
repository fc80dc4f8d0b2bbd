import type { Role } from '../../schema/roles.ts'
import type { Instant } from '../../schema/time.ts'
import type { TokenScope } from '../../schema/tokenScopes.ts'

/** What a session's valid access token says. */
export interface AccessClaims {
  readonly userId: string
  /** The sign-in the token came from. */
  readonly sessionId: string
  readonly expiresAt: Instant
}

/** Who is calling. */
export interface Principal extends AccessClaims {
  /**
   * When the caller last proved in this session to be the owner: gave the password, and where two-factor sign-in is on a code as well, of
   * which the earlier counts. 0: never, so that a session begun without a code is good for nothing that asks for one.
   */
  readonly authenticatedAt: Instant
  /** As it is at this request. */
  readonly role: Role
  /** Whether the caller's sign-ins take a second factor. */
  readonly twoFactor: boolean
  /** What a personal access token may read; null: signed in, and bound to none. Its `sessionId` is the token's id. */
  readonly scopes: readonly TokenScope[] | null
}
