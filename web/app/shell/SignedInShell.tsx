import { ApolloProvider } from '@apollo/client/react'
import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { Outlet } from 'react-router-dom'
import { styled } from 'styled-components'
import { Announcements } from '../../features/announcements/Announcements.tsx'
import { SessionEndNotice } from '../../features/auth/SessionEndNotice.tsx'
import { StopBanner } from '../../features/dashboard/StopBanner.tsx'
import { useTradeChanges } from '../../features/trades/useTradeChanges.ts'
import { client } from '../../gql/client.ts'
import { MarketProvider } from '../../gql/MarketProvider.tsx'
import { ShellStateProvider } from '../../gql/ShellStateProvider.tsx'
import { useConnection } from '../../gql/useConnection.ts'
import { useTradingMode } from '../../gql/useTradingMode.ts'
import { useAmountsHidden } from '../../lib/amountsHidden.ts'
import { registerOfflineWorker } from '../../lib/offlineWorker.ts'
import { useMediaQuery } from '../../lib/useMediaQuery.ts'
import { usePasswordQuestion } from '../../lib/session/askForPassword.ts'
import { DESK, media } from '../../theme/media.ts'
import '../../theme/paintTheme.ts'
import { Shelf } from '../../ui/Shelf.tsx'
import { wantToaster } from '../../ui/toast.ts'
import { WhenIdle } from '../../ui/WhenIdle.tsx'
import { BottomNav } from './BottomNav.tsx'
import { MarketStrip } from './MarketStrip.tsx'
import { MobileBar } from './MobileBar.tsx'
import { Overlays } from './Overlays.tsx'
import { RouteFocus } from './RouteFocus.tsx'
import { SidebarContent } from './SidebarContent.tsx'
import { useShortcuts } from './useShortcuts.ts'

// Only live traders have any.
const LiveOrderNotices = lazy(() => import('../../features/liveOrders/LiveOrderNotices.tsx'))
const PasswordDialog = lazy(() => import('../../features/auth/PasswordDialog.tsx').then((module) => ({ default: module.PasswordDialog })))

const Layout = styled.div`
  ${media.desk} {
    padding-left: var(--sidebar);
  }
`

const Sidebar = styled.aside`
  position: fixed;
  inset: 0 auto 0 0;
  width: var(--sidebar);
  border-right: 1px solid var(--line);
  background: var(--surface);
`

const SkipLink = styled.a`
  position: fixed;
  top: -60px;
  left: 12px;
  z-index: 50;
  padding: 10px 16px;
  border-radius: var(--radius-sm);
  background: var(--accent-solid);
  color: var(--on-accent);

  &:focus {
    top: 12px;
  }
`

const Main = styled.main`
  max-width: 90rem;
  margin: 0 auto;
  padding: 24px 24px 64px;
  outline: none;

  ${media.phone} {
    padding: 16px 16px calc(var(--bottom-bar) + 32px);
  }
`

/** The frame of every signed-in screen: navigation, market strip, and the live events all screens share. */
export default function SignedInShell() {
  useShortcuts()
  const onDesk = useMediaQuery(DESK)
  useEffect(
    () => () => {
      // The next user of this browser must not see this one's data.
      void client.clearStore()
    },
    [],
  )
  return (
    <ApolloProvider client={client}>
      <MarketProvider>
        <ShellStateProvider>
          <AmountsStatus />
          <SkipLink href="#main">Skip to content</SkipLink>
          {onDesk ? (
            <Sidebar>
              <SidebarContent />
            </Sidebar>
          ) : null}
          <Page>
            {onDesk ? null : <MobileBar />}
            <MarketStrip />
            <Main id="main" tabIndex={-1}>
              <WhenIdle>
                <Announcements />
              </WhenIdle>
              <Suspense fallback={null}>
                <Outlet />
                <RouteFocus />
              </Suspense>
              <WhenIdle>
                <LiveEvents />
                <Shelf>
                  <StopBanner />
                  <LiveNotices />
                </Shelf>
              </WhenIdle>
            </Main>
            <BottomNav />
          </Page>
          <PasswordQuestion />
          <WhenIdle>
            <SessionEndNotice />
          </WhenIdle>
          <Overlays />
        </ShellStateProvider>
      </MarketProvider>
    </ApolloProvider>
  )
}

function Page({ children }: { children: ReactNode }) {
  return <Layout data-stale={useConnection().stale}>{children}</Layout>
}

/** The password dialog is loaded when a change first needs it. */
function PasswordQuestion() {
  const asked = usePasswordQuestion(({ answer }) => answer !== null)
  return <Suspense fallback={null}>{asked ? <PasswordDialog /> : null}</Suspense>
}

function LiveNotices() {
  return useTradingMode() === 'LIVE' ? (
    <Suspense fallback={null}>
      <LiveOrderNotices />
    </Suspense>
  ) : null
}

function LiveEvents() {
  useTradeChanges()
  useEffect(wantToaster, [])
  useEffect(registerOfflineWorker, [])
  return null
}

/** Announces the effect of the key or the button to screen readers. */
function AmountsStatus() {
  const hidden = useAmountsHidden()
  return (
    <span className="visually-hidden" role="status">
      {hidden ? 'Amounts are hidden' : ''}
    </span>
  )
}
