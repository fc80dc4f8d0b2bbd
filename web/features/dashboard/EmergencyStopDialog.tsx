import { modesOf, useTradingMode } from '../../gql/useTradingMode.ts'
import { Modal } from '../../ui/Modal.tsx'
import { StopForm } from '../../ui/StopForm.tsx'
import { STOPPED, StopOutcome } from './StopOutcome.tsx'
import { useEmergencyStop } from './useEmergencyStop.ts'

/** Stops the user's trading once the word is typed, then shows the outcome of each trade. It counts the open trades itself, and goes on counting. */
export function EmergencyStopDialog({ onClose }: { onClose: () => void }) {
  const { stop, loading, trades, made } = useEmergencyStop()
  const modes = modesOf(useTradingMode())
  if (made) {
    return (
      <Modal {...STOPPED} onClose={onClose}>
        <StopOutcome made={made} onDone={onClose} />
      </Modal>
    )
  }
  return (
    <Modal
      title="Emergency Stop"
      description={`All your strategies stop opening trades at once (${modes}), until you lift the stop. An entry order already sent may still be filled; squaring off closes that trade too.`}
      onClose={onClose}
    >
      <StopForm trades={trades} squaresOff busy={loading} onStop={({ squareOff }) => void stop(squareOff)} onClose={onClose} />
    </Modal>
  )
}
