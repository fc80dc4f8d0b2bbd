import { NavLink } from 'react-router-dom'
import { styled } from 'styled-components'
import { SCREENS } from '../../../schema/paths.ts'
import { media } from '../../theme/media.ts'
import { PAGES } from './pages.ts'

const Bar = styled.nav`
  display: none;

  ${media.phone} {
    position: fixed;
    right: 0;
    bottom: 0;
    left: 0;
    z-index: 20;
    display: grid;
    grid-auto-columns: minmax(0, 1fr);
    grid-auto-flow: column;
    height: var(--bottom-bar);
    padding-bottom: env(safe-area-inset-bottom);
    border-top: 1px solid var(--line);
    background: var(--surface);
  }

  a {
    display: grid;
    place-content: center;
    justify-items: center;
    gap: 2px;
    min-height: 44px;
    color: var(--muted);
    font-size: 11px;
    font-weight: 550;
    line-height: 16px;
    text-decoration: none;
    white-space: nowrap;
  }

  a:focus-visible {
    outline-offset: -2px;
  }

  a[aria-current='page'] {
    box-shadow: inset 0 2px 0 var(--accent);
    color: var(--text);
  }

  a[aria-current='page'] svg {
    color: var(--accent);
  }
`

/** Five at most are within reach; the profile is in the drawer. */
const NEAR = PAGES.filter(({ to }) => to !== SCREENS.profile)

/** The pages under the thumb, on phones. global.css keeps its height free, as `--bottom-bar`. */
export function BottomNav() {
  return (
    <Bar aria-label="Main pages" data-bottom-bar>
      {NEAR.map(({ to, short, icon: Icon }) => (
        <NavLink key={to} to={to}>
          <Icon size={20} aria-hidden /> {short}
        </NavLink>
      ))}
    </Bar>
  )
}
