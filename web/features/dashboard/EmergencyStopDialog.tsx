import { useMutation } from '@apollo/client/react'
import { OctagonX } from 'lucide-react'
import { useState } from 'react'
import { styled } from 'styled-components'
import { EmergencyStopDocument, StopsDocument, type EmergencyStopMutation } from '../../gql/generated/graphql.ts'
import { modesOf, useTradingMode } from '../../gql/useTradingMode.ts'
import { Button } from '../../ui/Button.ts'
import { DialogActions } from '../../ui/DialogActions.ts'
import { Modal } from '../../ui/Modal.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toastFailure } from '../../ui/toastFailure.ts'
import { SquareOffList } from './SquareOffList.tsx'

const CONFIRMATION = 'STOP'

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

interface EmergencyStopDialogProps {
  /** How many trades run; null while unknown. */
  openTrades: number | null
  onClose: () => void
}

/** Stops the user's trading once the word is typed, then shows the outcome of each trade. */
export function EmergencyStopDialog({ openTrades, onClose }: EmergencyStopDialogProps) {
  const [stop, { loading }] = useMutation(EmergencyStopDocument, { refetchQueries: [StopsDocument] })
  const modes = modesOf(useTradingMode())
  const [typed, setTyped] = useState('')
  const [squareOff, setSquareOff] = useState(true)
  const [made, setMade] = useState<EmergencyStopMutation['emergencyStop'] | null>(null)

  async function submit() {
    try {
      const { data } = await stop({ variables: { input: { scope: 'USER', squareOff, confirm: typed.trim() } } })
      if (data) setMade(data.emergencyStop)
    } catch (error) {
      toastFailure('Failed to stop trading', error)
    }
  }

  if (made) {
    return (
      <Modal title="Trading is stopped" description="No new trades are opened until you lift the stop." onClose={onClose}>
        {squareOff ? <SquareOffList stopId={made.stop.id} first={made.results} /> : null}
        <DialogActions style={{ marginTop: 20 }}>
          <Button type="button" onClick={onClose}>
            Done
          </Button>
        </DialogActions>
      </Modal>
    )
  }
  return (
    <Modal
      title="Emergency Stop"
      description={`All your strategies stop opening trades at once (${modes}), until you lift the stop. An entry already on its way may still be filled; squaring off closes that trade, too.`}
      onClose={onClose}
    >
      <Form
        onSubmit={(event) => {
          event.preventDefault()
          if (!loading && typed.trim() === CONFIRMATION) void submit()
        }}
      >
        <Choice>
          <input type="checkbox" checked={squareOff} disabled={loading} onChange={({ target }) => setSquareOff(target.checked)} />
          <span>Square off {tradesText(openTrades)} at the market now</span>
        </Choice>
        <TextField
          label={`Type ${CONFIRMATION} to confirm`}
          value={typed}
          disabled={loading}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={({ target }) => setTyped(target.value)}
        />
        <DialogActions>
          <Button $look="quiet" type="button" onClick={onClose}>
            Cancel
          </Button>
          <Button $look="danger" type="submit" disabled={loading || typed.trim() !== CONFIRMATION} aria-busy={loading}>
            <OctagonX size={16} aria-hidden /> {loading ? (squareOff ? 'Squaring off…' : 'Stopping…') : 'Stop trading'}
          </Button>
        </DialogActions>
      </Form>
    </Modal>
  )
}

/** A trade may open after the question: where none was seen, all are meant. */
function tradesText(count: number | null): string {
  if (count === null || count === 0) return 'all open trades'
  return count === 1 ? 'the 1 open trade' : `the ${count} open trades`
}
