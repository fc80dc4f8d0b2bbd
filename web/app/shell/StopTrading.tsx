import { OctagonX } from 'lucide-react'
import { styled } from 'styled-components'
import { IconButton } from '../../ui/IconButton.ts'
import { showOverlay } from './useOverlay.ts'

const Trigger = styled(IconButton)`
  flex: none;
  margin-right: -12px;
  color: var(--danger);
`

/** Two presses from any screen to no new entries: this one opens the sheet. */
export function StopTrading() {
  return (
    <Trigger type="button" aria-label="Stop trading" aria-haspopup="dialog" onClick={() => showOverlay('stop-sheet')}>
      <OctagonX size={20} aria-hidden />
    </Trigger>
  )
}
