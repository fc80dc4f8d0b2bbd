import { useState, type ReactNode } from 'react'
import { styled } from 'styled-components'
import { Button } from '../../ui/Button.ts'
import { DialogActions } from '../../ui/DialogActions.ts'
import { Modal } from '../../ui/Modal.tsx'
import { TextField } from '../../ui/TextField.tsx'

const Form = styled.form`
  display: grid;
  gap: 16px;
  margin-top: 20px;
`

interface ReasonDialogProps {
  title: string
  /** What will happen, and what will not. */
  consequence: string
  confirmLabel: string
  isDangerous: boolean
  /** Of the reason, in characters. */
  longest: number
  busy: boolean
  /** Further questions, and whether they are answered. */
  children?: ReactNode
  isAnswered?: boolean
  onConfirm: (reason: string) => void
  onClose: () => void
}

/** Asks for the reason of something that is done to somebody else. */
export function ReasonDialog({
  title,
  consequence,
  confirmLabel,
  isDangerous,
  longest,
  busy,
  children,
  isAnswered = true,
  onConfirm,
  onClose,
}: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const given = reason.trim()
  return (
    <Modal title={title} description={consequence} onClose={onClose}>
      <Form
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy && given !== '' && isAnswered) onConfirm(given)
        }}
      >
        <TextField
          label="Reason, shown to the account owner"
          value={reason}
          maxLength={longest}
          autoComplete="off"
          onChange={({ target }) => setReason(target.value)}
        />
        {children}
        <DialogActions>
          <Button $look="quiet" type="button" onClick={onClose}>
            Cancel
          </Button>
          <Button $look={isDangerous ? 'danger' : 'solid'} type="submit" $busy={busy} disabled={given === '' || !isAnswered}>
            {confirmLabel}
          </Button>
        </DialogActions>
      </Form>
    </Modal>
  )
}
