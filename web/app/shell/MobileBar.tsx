import { Menu, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useState } from 'react'
import { keyframes, styled } from 'styled-components'
import { NotificationBell } from '../../features/notifications/NotificationBell.tsx'
import { media } from '../../theme/media.ts'
import { IconButton } from '../../ui/IconButton.ts'
import { Logo } from '../../ui/Logo.tsx'
import { SidebarContent } from './SidebarContent.tsx'

const Bar = styled.header`
  display: flex;
  align-items: center;
  height: 56px;
  padding: 0 8px 0 16px;
  background: var(--surface);

  ${media.desk} {
    display: none;
  }
`

const Spacer = styled.span`
  flex: 1;
`

const Overlay = styled(Dialog.Overlay)`
  position: fixed;
  inset: 0;
  z-index: 30;
  background: rgb(0 0 0 / 62%);
`

const slide = keyframes`
  from { transform: translateX(-100%); }
`

const Drawer = styled(Dialog.Content)`
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

/** The top bar of phones and tablets; the notification centre, and the navigation as a drawer. */
export function MobileBar() {
  const [open, setOpen] = useState(false)
  return (
    <Bar>
      <Logo />
      <Spacer />
      <NotificationBell />
      <Dialog.Root open={open} onOpenChange={setOpen}>
        <Dialog.Trigger asChild>
          <IconButton type="button" aria-label="Open menu">
            <Menu size={22} aria-hidden />
          </IconButton>
        </Dialog.Trigger>
        <Dialog.Portal>
          <Overlay />
          <Drawer aria-describedby={undefined}>
            <Dialog.Title className="visually-hidden">Menu</Dialog.Title>
            <SidebarContent onNavigate={() => setOpen(false)} />
            <Dialog.Close asChild>
              <Close type="button" aria-label="Close menu">
                <X size={20} aria-hidden />
              </Close>
            </Dialog.Close>
          </Drawer>
        </Dialog.Portal>
      </Dialog.Root>
    </Bar>
  )
}
