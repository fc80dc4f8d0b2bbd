import type { ManagedUserPartsFragment } from '../../../gql/generated/graphql.ts'
import { Badge } from '../../../ui/Badge.ts'

/** What an account may do, and whether anything keeps its owner from it. */
export function UserState({
  user: { role, suspendedAt, emailVerified },
}: {
  user: Pick<ManagedUserPartsFragment, 'role' | 'suspendedAt' | 'emailVerified'>
}) {
  return (
    <>
      {role === 'admin' ? <Badge $tone="accent">Admin</Badge> : null}
      {role === 'analyst' ? <Badge $tone="accent">Analyst</Badge> : null}{' '}
      {suspendedAt === null ? null : <Badge $tone="bad">Suspended</Badge>}{' '}
      {emailVerified ? null : <Badge $tone="warning">Address not confirmed</Badge>}
    </>
  )
}
