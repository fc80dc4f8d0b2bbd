import { Eye, EyeOff, LogOut, Palette, Search } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { NavLink, useNavigate } from 'react-router-dom'
import { styled } from 'styled-components'
import { SCREENS } from '../../../schema/paths.ts'
import { mayAnalyse } from '../../../schema/roles.ts'
import { useStops } from '../../gql/useStops.ts'
import { initials } from '../../lib/initials.ts'
import { signOut } from '../../lib/session/signOut.ts'
import { useAuthStore } from '../../lib/session/useAuthStore.ts'
import { toggleAmounts, useDisplaySettings } from '../../lib/useDisplaySettings.ts'
import { Logo } from '../../ui/Logo.tsx'
import { ADMIN_PAGES, COMPLIANCE_PAGE, PAGES, PLAYGROUND_PAGE } from './pages.ts'
import { useCompliance } from './useCompliance.ts'
import { showOverlay } from './useOverlay.ts'

// The menu is loaded when it is first opened.
const AppearanceMenu = lazy(() => import('./AppearanceMenu.tsx'))

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

const Section = styled.h2`
  margin: 20px 12px 6px;
  color: var(--muted);
  font-size: var(--text-xs);
  font-weight: 600;
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
    color: var(--good);
    font-size: var(--text-xs);
  }

  small[data-stopped] {
    color: var(--warning);
  }
`

const Find = styled.button`
  display: flex;
  align-items: center;
  gap: 10px;
  min-height: 44px;
  margin-bottom: 12px;
  padding: 0 12px;
  border: 1px solid var(--line);
  border-radius: var(--radius-sm);
  background: var(--raised);
  color: var(--muted);
  font-size: var(--text-sm);
  cursor: pointer;

  kbd {
    margin-left: auto;
    font: inherit;
    font-size: var(--text-xs);
  }

  &:hover {
    color: var(--text);
  }

  @media (hover: none) {
    kbd {
      display: none;
    }
  }
`

const Plain = styled.button`
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

/** Stands for a user without a name. */
const DEMO_NAME = 'Demo User'

/** Search, navigation, the user, the appearance, hiding amounts and the way out: beside the page on desks, in the drawer elsewhere. */
export function SidebarContent({ onNavigate }: { onNavigate?: () => void }) {
  const user = useAuthStore((state) => state.user)
  const hidden = useDisplaySettings((settings) => settings.hideAmounts)
  const navigate = useNavigate()
  const name = user?.name.trim() ?? ''
  const { all: stopped } = useStops()
  const [choosing, setChoosing] = useState(false)
  const pages = useCompliance() ? [...PAGES, COMPLIANCE_PAGE] : PAGES
  return (
    <Column>
      <Brand>
        <Logo />
      </Brand>
      <Find
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => {
          onNavigate?.()
          showOverlay('palette')
        }}
      >
        <Search size={16} aria-hidden /> Search <kbd aria-hidden>Ctrl K</kbd>
      </Find>
      <Nav aria-label="Pages">
        {pages.map(({ to, label, icon: Icon }) => (
          <NavLink key={to} to={to} onClick={onNavigate}>
            <Icon size={18} aria-hidden /> {label}
          </NavLink>
        ))}
        {user && mayAnalyse(user.role) ? (
          <a href={PLAYGROUND_PAGE.to}>
            <PLAYGROUND_PAGE.icon size={18} aria-hidden /> {PLAYGROUND_PAGE.label}
          </a>
        ) : null}
      </Nav>
      {user?.role === 'admin' ? (
        <>
          <Section id="admin-pages">Admin</Section>
          <Nav aria-labelledby="admin-pages">
            {ADMIN_PAGES.map(({ to, label, icon: Icon }) => (
              <NavLink key={to} to={to} onClick={onNavigate}>
                <Icon size={18} aria-hidden /> {label}
              </NavLink>
            ))}
          </Nav>
        </>
      ) : null}
      <Foot>
        <Person>
          <span aria-hidden>{initials(name === '' ? DEMO_NAME : name)}</span>
          <div>
            <strong>{name === '' ? DEMO_NAME : name}</strong>
            {stopped ? <small data-stopped>Trading stopped</small> : <small>Active Trading</small>}
          </div>
        </Person>
        <Plain type="button" aria-haspopup="dialog" aria-expanded={choosing} onClick={() => setChoosing(true)}>
          <Palette size={18} aria-hidden /> Appearance
        </Plain>
        <Plain type="button" aria-keyshortcuts="." onClick={toggleAmounts}>
          {hidden ? <Eye size={18} aria-hidden /> : <EyeOff size={18} aria-hidden />} {hidden ? 'Show amounts' : 'Hide amounts'}
        </Plain>
        <Plain
          type="button"
          onClick={() => {
            signOut()
            void navigate(SCREENS.landing)
          }}
        >
          <LogOut size={18} aria-hidden /> Logout
        </Plain>
        <Suspense fallback={null}>{choosing ? <AppearanceMenu onClose={() => setChoosing(false)} /> : null}</Suspense>
      </Foot>
    </Column>
  )
}
