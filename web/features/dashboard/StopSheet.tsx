import { OctagonX } from 'lucide-react'
import { styled } from 'styled-components'
import { useStops } from '../../gql/useStops.ts'
import { modesOf, useTradingMode } from '../../gql/useTradingMode.ts'
import { BottomSheet } from '../../ui/BottomSheet.tsx'
import { Button } from '../../ui/Button.ts'
import { HoldButton } from '../../ui/HoldButton.tsx'
import { STOPPED, StopOutcome } from './StopOutcome.tsx'
import { useEmergencyStop } from './useEmergencyStop.ts'

const Choice = styled.div`
  display: grid;
  gap: 6px;
  margin-top: 20px;

  & > button:first-child {
    min-height: 56px;
    font-size: var(--text-md);
    white-space: normal;
  }

  p {
    color: var(--muted);
    font-size: var(--text-xs);
  }
`

interface StopSheetProps {
  onClose: () => void
  /** The word is to be typed instead. */
  onTypeInstead: () => void
}

/** The way to stop for a thumb: entries by one press, which lifting undoes; the open trades too by holding, which nothing undoes. */
export function StopSheet({ onClose, onTypeInstead }: StopSheetProps) {
  const { stop, loading, trades, made } = useEmergencyStop()
  const modes = modesOf(useTradingMode())
  const { all: stopped } = useStops()
  if (made) {
    return (
      <BottomSheet {...STOPPED} onClose={onClose}>
        <StopOutcome made={made} onDone={onClose} />
      </BottomSheet>
    )
  }
  return (
    <BottomSheet title="Stop trading" description={`All your strategies (${modes}), until you lift the stop.`} onClose={onClose}>
      <Choice>
        <Button $look="danger" type="button" disabled={stopped} $busy={loading} onClick={() => void stop(false)}>
          <OctagonX size={18} aria-hidden /> {stopped ? 'New entries are stopped' : 'Stop new entries'}
        </Button>
        <p>Open trades keep their stops and targets. An entry order already sent may still be filled.</p>
      </Choice>
      <Choice>
        <HoldButton $busy={loading} onHeld={() => void stop(true)}>
          Hold to square off {trades}
        </HoldButton>
        <p>Hold for 1.5 seconds: new entries stop, and {trades} are closed at the market.</p>
        <Button $look="quiet" type="button" onClick={onTypeInstead}>
          Type STOP instead
        </Button>
      </Choice>
    </BottomSheet>
  )
}
