import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { keyframes, styled } from 'styled-components'
import { IconButton } from '../../ui/IconButton.ts'
import { useFocusReturn } from '../../ui/useFocusReturn.ts'
import { SidebarContent } from './SidebarContent.tsx'

const Overlay = styled(Dialog.Overlay)`
  position: fixed;
  inset: 0;
  z-index: 30;
  background: var(--dim);
`

const slide = keyframes`
  from { transform: translateX(-100%); }
`

const Panel = styled(Dialog.Content)`
  position: fixed;
  inset: 0 auto 0 0;
  z-index: 31;
  width: min(var(--sidebar), 84vw);
  border-right: 1px solid var(--line-strong);
  background: var(--surface);
  animation: ${slide} var(--calm) ease-out;
`

const Close = styled(IconButton)`
  position: absolute;
  top: 12px;
  right: 8px;
`

/** The navigation of phones and tablets, over the page while it is rendered. */
export default function Drawer({ onClose }: { onClose: () => void }) {
  const returnFocus = useFocusReturn()
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Overlay />
        <Panel aria-describedby={undefined} onCloseAutoFocus={returnFocus}>
          <Dialog.Title className="visually-hidden">Menu</Dialog.Title>
          <SidebarContent onNavigate={onClose} />
          <Dialog.Close asChild>
            <Close type="button" aria-label="Close menu">
              <X size={20} aria-hidden />
            </Close>
          </Dialog.Close>
        </Panel>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
