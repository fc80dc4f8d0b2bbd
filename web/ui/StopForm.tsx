import { OctagonX } from 'lucide-react'
import { useState } from 'react'
import { styled } from 'styled-components'
import { Button } from './Button.ts'
import { DialogActions } from './DialogActions.ts'
import { TextField } from './TextField.tsx'
import { isTyped, STOP_WORD, WordField } from './WordField.tsx'

const Form = styled.form`
  display: grid;
  gap: 16px;
  margin-top: 20px;

  input[type='checkbox'] {
    width: 20px;
    height: 20px;
    margin: 0;
    accent-color: var(--accent-solid);
  }
`

const Choice = styled.label`
  display: flex;
  align-items: center;
  gap: 10px;
  min-height: 44px;
  font-size: var(--text-sm);
`

interface StopFormProps {
  /** What squaring off would close. */
  trades: string
  /** Whether squaring off is chosen at first. */
  squaresOff: boolean
  /** Of the reason, in characters; left out, none is requested. */
  longestReason?: number
  /** Of an account of somebody else a reason must be given. */
  isReasonNeeded?: boolean
  busy: boolean
  onStop: (order: { readonly squareOff: boolean; readonly reason: string | null }) => void
  onClose: () => void
}

/** Stops trading once the word is typed, and closes open trades if wanted. */
export function StopForm({ trades, squaresOff, longestReason, isReasonNeeded = false, busy, onStop, onClose }: StopFormProps) {
  const [typed, setTyped] = useState('')
  const [squareOff, setSquareOff] = useState(squaresOff)
  const [reason, setReason] = useState('')
  const isComplete = isTyped(STOP_WORD, typed) && (!isReasonNeeded || reason.trim() !== '')
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy && isComplete) onStop({ squareOff, reason: reason.trim() || null })
      }}
    >
      <Choice>
        <input type="checkbox" checked={squareOff} disabled={busy} onChange={({ target }) => setSquareOff(target.checked)} />
        <span>Square off {trades} at the market now</span>
      </Choice>
      {longestReason === undefined ? null : (
        <TextField
          label={isReasonNeeded ? 'Reason, shown to the account owner' : 'Reason, shown to everyone affected (optional)'}
          value={reason}
          maxLength={longestReason}
          disabled={busy}
          autoComplete="off"
          onChange={({ target }) => setReason(target.value)}
        />
      )}
      <WordField word={STOP_WORD} value={typed} disabled={busy} onChange={setTyped} />
      <DialogActions>
        <Button $look="quiet" type="button" onClick={onClose}>
          Cancel
        </Button>
        <Button $look="danger" type="submit" disabled={busy || !isComplete} aria-busy={busy}>
          <OctagonX size={16} aria-hidden /> {busy ? (squareOff ? 'Squaring off…' : 'Stopping…') : 'Stop trading'}
        </Button>
      </DialogActions>
    </Form>
  )
}
