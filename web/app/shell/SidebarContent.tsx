import { Activity, History, LayoutDashboard, LogOut, Store, UserRound } from 'lucide-react'
import { NavLink, useNavigate } from 'react-router-dom'
import { styled } from 'styled-components'
import { initials } from '../../lib/initials.ts'
import { signOut } from '../../lib/session/signOut.ts'
import { useAuthStore } from '../../lib/session/useAuthStore.ts'
import { Logo } from '../../ui/Logo.tsx'
import { ThemeSwitcher } from './ThemeSwitcher.tsx'

const PAGES = [
  { to: '/dashboard', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/live-trades', label: 'Live Trades', icon: Activity },
  { to: '/strategies', label: 'Strategies', icon: Store },
  { to: '/history', label: 'Trade History', icon: History },
  { to: '/profile', label: 'Profile', icon: UserRound },
] as const

const Column = styled.div`
  display: flex;
  flex-direction: column;
  height: 100%;
  padding: 20px 12px 16px;
  overflow-y: auto;
`

const Brand = styled.div`
  padding: 0 8px 24px;
`

const Nav = styled.nav`
  display: grid;
  gap: 2px;

  a {
    display: flex;
    align-items: center;
    gap: 12px;
    min-height: 44px;
    padding: 0 12px;
    border-radius: var(--radius-sm);
    color: var(--muted);
    font-size: var(--text-md);
    font-weight: 550;
    text-decoration: none;
  }

  a:hover {
    background: var(--raised);
    color: var(--text);
  }

  a[aria-current='page'] {
    background: var(--accent-soft);
    color: var(--text);
  }

  a[aria-current='page'] svg {
    color: var(--accent);
  }
`

const Foot = styled.div`
  display: grid;
  gap: 12px;
  margin-top: auto;
  padding-top: 24px;
`

const Person = styled.div`
  display: flex;
  align-items: center;
  gap: 10px;
  min-width: 0;
  padding: 0 8px;

  & > span {
    display: grid;
    flex: none;
    place-items: center;
    width: 36px;
    height: 36px;
    border-radius: 50%;
    background: var(--overlay);
    font-size: var(--text-sm);
    font-weight: 650;
  }

  strong {
    display: block;
    overflow: hidden;
    font-size: var(--text-sm);
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  div {
    min-width: 0;
  }

  small {
    color: var(--pnl-up);
    font-size: var(--text-xs);
  }
`

const LogoutButton = styled.button`
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 44px;
  padding: 0 12px;
  border: 0;
  border-radius: var(--radius-sm);
  background: none;
  color: var(--muted);
  font-size: var(--text-md);
  font-weight: 550;
  cursor: pointer;

  &:hover {
    background: var(--raised);
    color: var(--text);
  }
`

/** Navigation, the user, the colours and the way out: beside the page on desks, in the drawer elsewhere. */
export function SidebarContent({ onNavigate }: { onNavigate?: () => void }) {
  const user = useAuthStore((state) => state.user)
  const navigate = useNavigate()
  const name = user?.name ?? ''
  return (
    <Column>
      <Brand>
        <Logo />
      </Brand>
      <Nav aria-label="Pages">
        {PAGES.map(({ to, label, icon: Icon }) => (
          <NavLink key={to} to={to} onClick={onNavigate}>
            <Icon size={18} aria-hidden /> {label}
          </NavLink>
        ))}
      </Nav>
      <Foot>
        <ThemeSwitcher />
        <Person>
          <span aria-hidden>{initials(name)}</span>
          <div>
            <strong>{name}</strong>
            <small>Active Trading</small>
          </div>
        </Person>
        <LogoutButton
          type="button"
          onClick={() => {
            signOut()
            void navigate('/')
          }}
        >
          <LogOut size={18} aria-hidden /> Logout
        </LogoutButton>
      </Foot>
    </Column>
  )
}
