import { useQuery } from '@apollo/client/react'
import { ComplianceConcernsMeDocument } from '../../gql/generated/graphql.ts'
import { useAuthStore } from '../../lib/session/useAuthStore.ts'

/** Whether the compliance page is offered: to admins, and to whom it concerns, once that is known. */
export function useCompliance(): boolean {
  const user = useAuthStore((state) => state.user)
  const isAdmin = user?.role === 'admin'
  const { data } = useQuery(ComplianceConcernsMeDocument, { skip: user === null || isAdmin })
  return isAdmin || data?.complianceConcernsMe === true
}
