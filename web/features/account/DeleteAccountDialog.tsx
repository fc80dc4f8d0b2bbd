import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { styled } from 'styled-components'
import { SCREENS } from '../../../schema/paths.ts'
import { DeleteMyAccountDocument } from '../../gql/generated/graphql.ts'
import { leaveSession } from '../../lib/session/useAuthStore.ts'
import { Button } from '../../ui/Button.ts'
import { DialogActions } from '../../ui/DialogActions.ts'
import { Modal } from '../../ui/Modal.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { toastFailure } from '../../ui/toastFailure.ts'

const Form = styled.form`
  display: grid;
  gap: 16px;
  margin-top: 16px;

  ul {
    display: grid;
    gap: 6px;
    padding-left: 18px;
    font-size: var(--text-sm);
    list-style: disc;
  }
`

/** Deletes the account once its address is typed. */
export function DeleteAccountDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const [deleteAccount, { loading }] = useMutation(DeleteMyAccountDocument)
  const [typed, setTyped] = useState('')
  const navigate = useNavigate()
  const confirmed = typed.trim().toLowerCase() === email

  async function submit() {
    try {
      await deleteAccount({ variables: { email: typed } })
      leaveSession()
      toast.success('Your account is deleted.')
      void navigate(SCREENS.landing, { replace: true })
    } catch (error) {
      toastFailure('Your account could not be deleted', error)
    }
  }

  return (
    <Modal title="Delete my account" description="This cannot be undone. Export your data first if you want to keep it." onClose={onClose}>
      <Form
        onSubmit={(event) => {
          event.preventDefault()
          if (confirmed && !loading) void submit()
        }}
      >
        <ul>
          <li>Your name, email, password and sessions are removed at once.</li>
          <li>Your subscriptions end. Trades that are open must be closed first.</li>
          <li>Your closed paper trades are kept, without your name.</li>
        </ul>
        <TextField
          label={`Type ${email} to confirm`}
          value={typed}
          disabled={loading}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ target }) => setTyped(target.value)}
        />
        <DialogActions>
          <Button $look="quiet" type="button" disabled={loading} onClick={onClose}>
            Cancel
          </Button>
          <Button $look="danger" type="submit" disabled={!confirmed || loading}>
            {loading ? 'Deleting...' : 'Delete my account'}
          </Button>
        </DialogActions>
      </Form>
    </Modal>
  )
}
