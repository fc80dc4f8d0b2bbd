import { useMutation } from '@apollo/client/react'
import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { styled } from 'styled-components'
import { ExportMyDataDocument } from '../../gql/generated/graphql.ts'
import { saveFile } from '../../lib/saveFile.ts'
import { Button } from '../../ui/Button.ts'
import { SettingsCard } from '../../ui/SettingsCard.tsx'
import { toast } from '../../ui/toast.ts'
import { toastFailure } from '../../ui/toastFailure.ts'
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx'

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`

/** Export of all data kept about the user, and deletion of the account. */
export function OwnData({ email }: { email: string }) {
  const [exportData, { loading }] = useMutation(ExportMyDataDocument)
  const [deleting, setDeleting] = useState(false)

  async function save() {
    try {
      const { data } = await exportData({ fetchPolicy: 'no-cache' })
      if (!data) return
      saveFile('sakha-my-data.json', new Blob([JSON.stringify(data.exportMyData, null, 2)], { type: 'application/json' }))
      toast.success('Your data has been exported.')
    } catch (error) {
      toastFailure('Failed to export your data', error)
    }
  }

  return (
    <SettingsCard
      id="data"
      title="Your data"
      text="Everything kept about you in one JSON file: account, sessions, strategies, orders, trades and activity. Amounts in paise, times in UTC."
    >
      <Actions>
        <Button $look="quiet" type="button" $busy={loading} aria-busy={loading} onClick={() => void save()}>
          <Download size={15} aria-hidden /> {loading ? 'Exporting...' : 'Export my data'}
        </Button>
        <Button $look="danger" type="button" onClick={() => setDeleting(true)}>
          <Trash2 size={15} aria-hidden /> Delete my account
        </Button>
      </Actions>
      {deleting ? <DeleteAccountDialog email={email} onClose={() => setDeleting(false)} /> : null}
    </SettingsCard>
  )
}
