import { useState } from 'react'
import { styled } from 'styled-components'
import { describeOpen, LEAVE_WORD, LEFT_OPEN, type OpenAtBroker, type Successor } from '../../../schema/openAtBroker.ts'
import { Button } from '../../ui/Button.ts'
import { DialogActions } from '../../ui/DialogActions.ts'
import { Modal } from '../../ui/Modal.tsx'
import { isTyped, WordField } from '../../ui/WordField.tsx'
import { OpenList } from './OpenList.ts'

const Form = styled.form`
  display: grid;
  gap: 16px;
  margin-top: 20px;
`

const TITLES: Readonly<Record<Successor, string>> = {
  'another account': 'Connect another account and leave these open?',
  none: 'Disconnect your broker and leave these open?',
}

interface LeaveOpenDialogProps {
  /** What takes the place of the account. */
  successor: Successor
  /** The last characters of its client code. */
  ending: string
  open: readonly OpenAtBroker[]
  onLeave: () => void
  onClose: () => void
}

/** Names the live trades and orders that are open at an account, and takes a typed word before it is left with them. */
export function LeaveOpenDialog({ successor, ending, open, onLeave, onClose }: LeaveOpenDialogProps) {
  const [typed, setTyped] = useState('')
  const ready = isTyped(LEAVE_WORD, typed)
  return (
    <Modal
      title={TITLES[successor]}
      description={`LIVE and open at your account …${ending}. Close them first, if you can.`}
      onClose={onClose}
    >
      <Form
        onSubmit={(event) => {
          event.preventDefault()
          if (ready) onLeave()
        }}
      >
        <OpenList>
          {open.map((one, i) => (
            <li key={i}>{describeOpen(one)}</li>
          ))}
        </OpenList>
        <p>{LEFT_OPEN[successor]}</p>
        <WordField word={LEAVE_WORD} purpose="to leave them" value={typed} onChange={setTyped} />
        <DialogActions>
          <Button $look="quiet" type="button" onClick={onClose}>
            Cancel
          </Button>
          <Button $look="danger" type="submit" disabled={!ready}>
            {successor === 'none' ? 'Disconnect' : 'Connect another account'}
          </Button>
        </DialogActions>
      </Form>
    </Modal>
  )
}
