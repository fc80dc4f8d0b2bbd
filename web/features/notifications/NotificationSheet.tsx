import { Dialog } from 'radix-ui'
import { keyframes, styled } from 'styled-components'
import { media } from '../../theme/media.ts'
import { useFocusReturn } from '../../ui/useFocusReturn.ts'
import { NotificationPanel } from './NotificationPanel.tsx'

const Overlay = styled(Dialog.Overlay)`
  position: fixed;
  inset: 0;
  z-index: 30;
  background: var(--dim);

  ${media.desk} {
    background: none;
  }
`

const appear = keyframes`
  from { opacity: 0; }
`

/** Below the bell on desks, all of the screen elsewhere. */
const Sheet = styled(Dialog.Content)`
  position: fixed;
  inset: 0;
  z-index: 31;
  display: flex;
  flex-direction: column;
  background: var(--surface);
  animation: ${appear} var(--fast);

  ${media.desk} {
    inset: 54px 24px auto auto;
    width: 27rem;
    height: min(40rem, calc(100dvh - 78px));
    border: 1px solid var(--line-strong);
    border-radius: var(--radius);
    box-shadow: 0 12px 40px var(--shadow);
  }
`

/** The notification centre over the page while it is rendered. */
export default function NotificationSheet({ onClose }: { onClose: () => void }) {
  const returnFocus = useFocusReturn()
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Overlay />
        <Sheet aria-describedby={undefined} onCloseAutoFocus={returnFocus}>
          <Dialog.Title className="visually-hidden">Notifications</Dialog.Title>
          <NotificationPanel onClose={onClose} />
        </Sheet>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
