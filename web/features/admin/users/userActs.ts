import { useApolloClient } from '@apollo/client/react'
import {
  EmergencyStopDocument,
  EndUserSessionsDocument,
  ResendUserVerificationDocument,
  RestoreUserDocument,
  SetUserRoleDocument,
  SuspendUserDocument,
  type ManagedUserDetailPartsFragment,
} from '../../../gql/generated/graphql.ts'

interface ActWords {
  readonly button: string
  readonly title: string
  readonly consequence: string
  readonly done: string
  readonly isDangerous: boolean
}

/** What admins do to an account, in words. */
export const USER_ACTS = {
  suspend: {
    button: 'Suspend',
    title: 'Suspend this account?',
    consequence:
      'Its devices are signed out at once, nobody can sign in, and no new trades are opened. Open trades run to their own exit unless you square them off.',
    done: 'The account is suspended.',
    isDangerous: true,
  },
  restore: {
    button: 'Restore',
    title: 'Restore this account?',
    consequence:
      'Its owner can sign in again, as before, and new trades are opened from the next signal. A stop of its trading stays until it is lifted.',
    done: 'The account is restored.',
    isDangerous: false,
  },
  makeAdmin: {
    button: 'Make admin',
    title: 'Make this account an admin?',
    consequence: 'Its owner can change the installation for everybody, with two-factor sign-in. Its devices are signed out.',
    done: 'The account is now an admin.',
    isDangerous: true,
  },
  makeAnalyst: {
    button: 'Make analyst',
    title: 'Make this account an analyst?',
    consequence:
      'Its owner can read the API’s schema and use the playground, and can no longer trade. Refused while the account still trades. Its devices are signed out.',
    done: 'The account is now an analyst.',
    isDangerous: true,
  },
  makeUser: {
    button: 'Make user',
    title: 'Remove the role of this account?',
    consequence: 'Its owner can trade as a user. Its devices are signed out.',
    done: 'The account is now a user.',
    isDangerous: true,
  },
  endSessions: {
    button: 'End sessions',
    title: 'End all sessions of this account?',
    consequence: 'All its devices are signed out. Its owner can sign in again.',
    done: 'All its devices are signed out.',
    isDangerous: true,
  },
  resend: {
    button: 'Resend confirmation',
    title: 'Send the link to confirm the address again?',
    consequence: 'No mail is sent if one whose link still works was sent moments ago.',
    done: 'The link is on its way, unless one was sent moments ago.',
    isDangerous: false,
  },
} as const satisfies Record<string, ActWords>
export type UserAct = keyof typeof USER_ACTS

/** What can be done to an account as it is. */
export function possibleActs({ role, suspendedAt, sessions, emailVerified, pendingEmail }: ManagedUserDetailPartsFragment): UserAct[] {
  const isSuspended = suspendedAt !== null
  const acts: readonly [UserAct, boolean][] = [
    ['suspend', !isSuspended],
    ['restore', isSuspended],
    ['makeAdmin', role !== 'admin'],
    ['makeAnalyst', role !== 'analyst'],
    ['makeUser', role !== 'user'],
    ['endSessions', sessions.length > 0],
    ['resend', !isSuspended && (!emailVerified || pendingEmail !== null)],
  ]
  return acts.filter(([, isPossible]) => isPossible).map(([act]) => act)
}

/** Does it to the account as it is shown, for a reason, and then closes its open trades if wanted. Rejects with the refusal. */
export function useUserAct({ id, updatedAt }: ManagedUserDetailPartsFragment) {
  const client = useApolloClient()
  const mutate = (act: UserAct, reason: string): Promise<unknown> => {
    const input = { id, reason }
    const change = { ...input, updatedAt }
    switch (act) {
      case 'suspend':
        return client.mutate({ mutation: SuspendUserDocument, variables: { input: change } })
      case 'restore':
        return client.mutate({ mutation: RestoreUserDocument, variables: { input: change } })
      case 'makeAdmin':
        return client.mutate({ mutation: SetUserRoleDocument, variables: { input: { ...change, role: 'admin' } } })
      case 'makeAnalyst':
        return client.mutate({ mutation: SetUserRoleDocument, variables: { input: { ...change, role: 'analyst' } } })
      case 'makeUser':
        return client.mutate({ mutation: SetUserRoleDocument, variables: { input: { ...change, role: 'user' } } })
      case 'endSessions':
        return client.mutate({ mutation: EndUserSessionsDocument, variables: { input } })
      case 'resend':
        return client.mutate({ mutation: ResendUserVerificationDocument, variables: { input } })
    }
  }
  return async (act: UserAct, reason: string, squaresOff: boolean) => {
    await mutate(act, reason)
    const stop = { scope: 'USER', userId: id, squareOff: true, reason, confirm: 'STOP' } as const
    if (squaresOff) await client.mutate({ mutation: EmergencyStopDocument, variables: { input: stop } })
    // Lists of accounts show what has just changed.
    client.cache.evict({ fieldName: 'managedUsers' })
  }
}
