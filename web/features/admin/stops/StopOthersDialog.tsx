import { useMutation } from '@apollo/client/react'
import { LIMITS } from '../../../../schema/limits.ts'
import { EmergencyStopDocument, ShellStateDocument, type StopTargetInput } from '../../../gql/generated/graphql.ts'
import { Modal } from '../../../ui/Modal.tsx'
import { StopForm } from '../../../ui/StopForm.tsx'
import { toast } from '../../../ui/toast.ts'
import { toastFailure } from '../../../ui/toastFailure.ts'

interface StopOthersDialogProps {
  target: StopTargetInput
  title: string
  /** Who opens no new trades then. */
  who: string
  /** What squaring off would close. */
  trades: string
  isReasonNeeded?: boolean
  onClose: () => void
}

/** Stops the trading of everybody, of everybody with a strategy, or of one account, once the word is typed. */
export function StopOthersDialog({ target, title, who, trades, isReasonNeeded = false, onClose }: StopOthersDialogProps) {
  const [stop, { loading }] = useMutation(EmergencyStopDocument, { refetchQueries: [ShellStateDocument], awaitRefetchQueries: true })

  async function submit(order: { readonly squareOff: boolean; readonly reason: string | null }) {
    try {
      await stop({ variables: { input: { ...target, ...order, confirm: 'STOP' } } })
      toast.success('Stopped: no new trades are opened until the stop is lifted.')
      onClose()
    } catch (error) {
      toastFailure('Failed to stop trading', error)
    }
  }

  return (
    <Modal
      title={title}
      description={`${who} opens no new trades, on paper and live, until an admin lifts the stop. An entry order already sent may still be filled; squaring off closes that trade too.`}
      onClose={onClose}
    >
      <StopForm
        trades={trades}
        squaresOff={false}
        isReasonNeeded={isReasonNeeded}
        longestReason={LIMITS.stopReason.max}
        busy={loading}
        onStop={(order) => void submit(order)}
        onClose={onClose}
      />
    </Modal>
  )
}
