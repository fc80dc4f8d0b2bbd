import { useQuery } from '@apollo/client/react'
import { styled } from 'styled-components'
import { RecordsAsOfDocument } from '../../gql/generated/graphql.ts'
import { formatDateTime } from '../../lib/formatTime.ts'

const Note = styled.p`
  color: var(--warning);
  font-size: var(--text-sm);
`

/** As of when strategies' records are, while they are not counted any further or a count is late; empty otherwise. */
export function RecordsStopped() {
  const { data } = useQuery(RecordsAsOfDocument)
  if (!data) return null
  const { at, isStopped, isLate } = data.recordsAsOf
  if (!isStopped && !isLate) return null
  const why = isStopped ? 'are not being updated' : 'are overdue for an update'
  return <Note>{at === null ? `Records ${why}.` : `Records are as of ${formatDateTime(at)}: they ${why}.`}</Note>
}
