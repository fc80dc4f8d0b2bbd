import { Menu } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { styled } from 'styled-components'
import { NotificationBell } from '../../features/notifications/NotificationBell.tsx'
import { IconButton } from '../../ui/IconButton.ts'
import { Logo } from '../../ui/Logo.tsx'

const Bar = styled.header`
  display: flex;
  align-items: center;
  height: 56px;
  padding: 0 8px 0 16px;
  background: var(--surface);
`

const Spacer = styled.span`
  flex: 1;
`

// The drawer is not loaded before it is opened.
const Drawer = lazy(() => import('./Drawer.tsx'))

/** The top bar of phones and tablets; the notification centre, and the navigation as a drawer. */
export function MobileBar() {
  const [open, setOpen] = useState(false)
  return (
    <Bar>
      <Logo />
      <Spacer />
      <NotificationBell />
      <IconButton type="button" aria-label="Open menu" aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(true)}>
        <Menu size={22} aria-hidden />
      </IconButton>
      <Suspense fallback={null}>{open ? <Drawer onClose={() => setOpen(false)} /> : null}</Suspense>
    </Bar>
  )
}
