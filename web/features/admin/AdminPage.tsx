import { useQuery } from '@apollo/client/react'
import { ShieldAlert } from 'lucide-react'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { Link, Navigate, NavLink } from 'react-router-dom'
import { styled } from 'styled-components'
import { paths, SCREENS } from '../../../schema/paths.ts'
import { AdminAccessDocument } from '../../gql/generated/graphql.ts'
import { Button } from '../../ui/Button.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ADMIN_AREAS } from './areas.ts'

/** Scrolls sideways on phones, so that it stays one line. */
const Areas = styled.nav`
  position: relative;
  display: flex;
  gap: 4px;
  margin-bottom: 16px;
  padding-bottom: 1px;
  border-bottom: 1px solid var(--line);
  overflow-x: auto;
  scrollbar-width: none;

  a {
    flex: none;
    padding: 10px 12px;
    color: var(--muted);
    font-size: var(--text-sm);
    font-weight: 550;
    text-decoration: none;
  }

  a:focus-visible {
    outline-offset: -2px;
  }

  a[aria-current='page'] {
    box-shadow: inset 0 -2px 0 var(--accent);
    color: var(--text);
  }
`

interface AdminPageProps {
  readonly title: string
  readonly subtitle: string
  /** Replaces the page until the user is known. */
  readonly loading: ReactNode
  /** Actions on the whole page. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** The frame of every admin page: everybody else is sent to the dashboard, and nothing of the page is requested before. */
export function AdminPage({ title, subtitle, loading, actions, children }: AdminPageProps) {
  // Asks the server: what this browser remembers of the user may predate a role change.
  const { data, error, refetch } = useQuery(AdminAccessDocument, { fetchPolicy: 'network-only', nextFetchPolicy: 'cache-first' })
  if (data && data.me.role !== 'admin') return <Navigate to={SCREENS.dashboard} replace />
  const isAllowed = data?.me.twoFactor === true

  return (
    <>
      <PageHeader title={title} subtitle={subtitle}>
        {isAllowed ? actions : undefined}
      </PageHeader>
      <AreaLinks />
      {error ? <LoadFailure text="Failed to load the admin panel" error={error} onRetry={() => void refetch()} /> : null}
      {isAllowed ? (
        children
      ) : data ? (
        <EmptyState
          icon={ShieldAlert}
          title="Two-factor sign-in is off"
          text="Admins need two-factor sign-in for everything on these pages: a stolen password must not be enough to change the installation."
        >
          <Button as={Link} to={paths.profile('two-factor')}>
            Turn it on in your profile
          </Button>
        </EmptyState>
      ) : error ? null : (
        loading
      )}
    </>
  )
}

/** The way to the other pages; where it has no room for all, the page that is open stands in the middle. */
function AreaLinks() {
  const nav = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const bar = nav.current
    const open = bar?.querySelector<HTMLElement>('[aria-current="page"]')
    if (!bar || !open) return undefined
    const centre = () => {
      bar.scrollLeft = open.offsetLeft - (bar.clientWidth - open.offsetWidth) / 2
    }
    centre()
    // The links grow when the page's font replaces the browser's own.
    const observer = new ResizeObserver(centre)
    observer.observe(open)
    return () => observer.disconnect()
  }, [])
  return (
    <Areas ref={nav} aria-label="Admin pages">
      {ADMIN_AREAS.map(({ to, label }) => (
        <NavLink key={to} to={to} end={to === SCREENS.admin}>
          {label}
        </NavLink>
      ))}
    </Areas>
  )
}
