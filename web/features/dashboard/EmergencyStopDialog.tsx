import { useMutation, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import {
  EmergencyStopDocument,
  OpenTradesDocument,
  ShellStateDocument,
  type EmergencyStopMutation,
  type OpenTradesQuery,
} from '../../gql/generated/graphql.ts'
import { modesOf, useTradingMode } from '../../gql/useTradingMode.ts'
import { openByMode } from '../../lib/openByMode.ts'
import { FRESH_MS } from '../../lib/useFreshWhile.ts'
import { Button } from '../../ui/Button.ts'
import { DialogActions } from '../../ui/DialogActions.ts'
import { Modal } from '../../ui/Modal.tsx'
import { StopForm } from '../../ui/StopForm.tsx'
import { toastFailure } from '../../ui/toastFailure.ts'
import { SquareOffList } from './SquareOffList.tsx'

/** Stops the user's trading once the word is typed, then shows the outcome of each trade. It counts the open trades itself, and goes on counting. */
export function EmergencyStopDialog({ onClose }: { onClose: () => void }) {
  const [stop, { loading }] = useMutation(EmergencyStopDocument, { refetchQueries: [ShellStateDocument] })
  const modes = modesOf(useTradingMode())
  const [made, setMade] = useState<EmergencyStopMutation['emergencyStop'] | null>(null)
  const [squaredOff, setSquaredOff] = useState(true)
  const { data: open } = useQuery(OpenTradesDocument, { fetchPolicy: 'no-cache', pollInterval: FRESH_MS, skip: made !== null })

  async function submit(squareOff: boolean) {
    setSquaredOff(squareOff)
    try {
      const { data } = await stop({ variables: { input: { scope: 'USER', squareOff, confirm: 'STOP' } } })
      if (data) setMade(data.emergencyStop)
    } catch (error) {
      toastFailure('Failed to stop trading', error)
    }
  }

  if (made) {
    return (
      <Modal title="Trading is stopped" description="No new trades are opened until you lift the stop." onClose={onClose}>
        {squaredOff ? <SquareOffList stopId={made.stop.id} first={made.results} /> : null}
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
      <StopForm
        trades={tradesText(open?.liveTrades ?? [])}
        squaresOff
        busy={loading}
        onStop={({ squareOff }) => void submit(squareOff)}
        onClose={onClose}
      />
    </Modal>
  )
}

/** A trade may open after the question: where none was seen, all are meant. */
function tradesText(open: OpenTradesQuery['liveTrades']): string {
  const live = open.filter(({ mode }) => mode === 'LIVE').length
  return open.length === 0 ? 'all open trades' : `the open trades (${openByMode(open.length - live, live)})`
}
