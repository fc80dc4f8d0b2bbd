import { useMutation } from '@apollo/client/react'
import { Download } from 'lucide-react'
import { styled } from 'styled-components'
import { DownloadAuditLogDocument, type AuditFileFormat, type AuditFilterInput } from '../../../gql/generated/graphql.ts'
import { saveFrom } from '../../../lib/saveFrom.ts'
import { Button } from '../../../ui/Button.ts'
import { toastFailure } from '../../../ui/toastFailure.ts'

const FORMATS: readonly AuditFileFormat[] = ['CSV', 'NDJSON']

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  margin-bottom: 12px;
`

/** Saves all entries that match. */
export function AuditExport({ filters }: { filters: AuditFilterInput }) {
  const [askForAddress, { loading }] = useMutation(DownloadAuditLogDocument, { fetchPolicy: 'no-cache' })
  async function save(format: AuditFileFormat) {
    try {
      const { data } = await askForAddress({ variables: { format, input: filters } })
      if (data) saveFrom(data.downloadAuditLog.address)
    } catch (error) {
      toastFailure('Failed to export the audit log', error)
    }
  }
  return (
    <Row>
      {FORMATS.map((format) => (
        <Button key={format} $look="quiet" type="button" $busy={loading} onClick={() => void save(format)}>
          <Download size={15} aria-hidden /> Export {format}
        </Button>
      ))}
    </Row>
  )
}
