import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { styled } from 'styled-components'
import { SCREENS } from '../../../schema/paths.ts'
import { MINUTE, SECOND } from '../../../schema/time.ts'
import { signOut } from '../../lib/session/signOut.ts'
import { useNow } from '../../lib/useNow.ts'
import { Button } from '../../ui/Button.ts'
import { Modal } from '../../ui/Modal.tsx'
import type { SessionEnd } from './useSessionEnd.ts'

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: 8px;
  margin-top: 8px;
`

const Problem = styled.p`
  min-height: 1.5em;
  margin-top: 12px;
  color: var(--danger);
  font-size: var(--text-sm);
`

interface SessionEndDialogProps {
  end: SessionEnd
  /** Extends the session; false when there was no answer. */
  onStay: () => Promise<boolean>
  /** The user has read it, and lets the session end. */
  onSeen: () => void
}

/** Counts down to the end of the session, and says why it ends. Closing it counts as activity. */
export function SessionEndDialog({ end, onStay, onSeen }: SessionEndDialogProps) {
  const navigate = useNavigate()
  const [state, setState] = useState<'asking' | 'staying' | 'failed'>('asking')
  const left = useTimeLeft(end.at)

  async function stay() {
    setState('staying')
    if (!(await onStay())) setState('failed')
  }

  const goOn = end.idle ? () => void (state === 'staying' ? undefined : stay()) : onSeen
  return (
    <Modal
      title={end.idle ? 'Are you still there?' : 'Your session ends soon'}
      description={
        end.idle
          ? `You will be signed out in ${left} for inactivity.`
          : `You will be signed out in ${left}: a session lasts seven days at most. Your strategies keep running. Sign in again to continue.`
      }
      onClose={goOn}
    >
      <Problem role="alert">{state === 'failed' ? 'The server did not answer. Please try again.' : null}</Problem>
      <Actions>
        <Button
          $look="quiet"
          type="button"
          onClick={() => {
            signOut()
            void navigate(SCREENS.landing)
          }}
        >
          Sign out
        </Button>
        <Button type="button" autoFocus aria-disabled={state === 'staying'} onClick={goOn}>
          {end.idle ? 'Stay signed in' : 'Continue until then'}
        </Button>
      </Actions>
    </Modal>
  )
}

/** `m:ss`. */
function useTimeLeft(at: number): string {
  const left = Math.max(0, at - useNow(SECOND))
  const seconds = Math.floor((left % MINUTE) / SECOND)
  return `${Math.floor(left / MINUTE)}:${String(seconds).padStart(2, '0')}`
}
