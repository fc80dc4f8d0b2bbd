import { lazy, Suspense, type ComponentType } from 'react'
import { createBrowserRouter, Outlet, ScrollRestoration } from 'react-router-dom'
import { useAmountsHidden } from '../lib/amountsHidden.ts'
import { RequireSession } from './RequireSession.tsx'
import { RouteFailure } from './RouteFailure.tsx'

// Every screen is a file of its own; what only the signed-in need (GraphQL, charts) is not loaded before.
const LandingScreen = lazy(() => import('../screens/LandingScreen.tsx'))
const VerifyEmailScreen = lazy(() => import('../screens/VerifyEmailScreen.tsx'))
const ResetPasswordScreen = lazy(() => import('../screens/ResetPasswordScreen.tsx'))
const SignedInShell = lazy(() => import('./shell/SignedInShell.tsx'))
const DashboardScreen = lazy(() => import('../screens/DashboardScreen.tsx'))
const LiveTradesScreen = lazy(() => import('../screens/LiveTradesScreen.tsx'))
const StrategiesScreen = lazy(() => import('../screens/StrategiesScreen.tsx'))
const StrategyScreen = lazy(() => import('../screens/StrategyScreen.tsx'))
const StrategyEditorScreen = lazy(() => import('../screens/StrategyEditorScreen.tsx'))
const HistoryScreen = lazy(() => import('../screens/HistoryScreen.tsx'))
const ReportsScreen = lazy(() => import('../screens/ReportsScreen.tsx'))
const ProfileScreen = lazy(() => import('../screens/ProfileScreen.tsx'))
const NotFoundScreen = lazy(() => import('../screens/NotFoundScreen.tsx'))

function Root() {
  return (
    <Suspense fallback={null}>
      <Outlet />
      <ScrollRestoration />
    </Suspense>
  )
}

function SignedIn() {
  return (
    <RequireSession>
      <SignedInShell />
    </RequireSession>
  )
}

/** Amounts are hidden where they are formatted: a screen is rendered anew, with all it holds, when that is switched. */
const withAmounts = (Screen: ComponentType) =>
  function ScreenWithAmounts() {
    useAmountsHidden()
    return <Screen />
  }

export const createRouter = () =>
  createBrowserRouter([
    {
      Component: Root,
      ErrorBoundary: RouteFailure,
      children: [
        { path: '/', Component: LandingScreen },
        { path: '/verify-email', Component: VerifyEmailScreen },
        { path: '/reset-password', Component: ResetPasswordScreen },
        {
          Component: SignedIn,
          children: [
            {
              ErrorBoundary: RouteFailure,
              children: [
                { path: '/dashboard', Component: withAmounts(DashboardScreen) },
                { path: '/live-trades', Component: withAmounts(LiveTradesScreen) },
                { path: '/strategies', Component: withAmounts(StrategiesScreen) },
                { path: '/strategies/new', Component: withAmounts(StrategyEditorScreen) },
                { path: '/strategies/:id', Component: withAmounts(StrategyScreen) },
                { path: '/strategies/:id/edit', Component: withAmounts(StrategyEditorScreen) },
                { path: '/history', Component: withAmounts(HistoryScreen) },
                { path: '/reports', Component: withAmounts(ReportsScreen) },
                { path: '/profile', Component: withAmounts(ProfileScreen) },
              ],
            },
          ],
        },
        { path: '*', Component: NotFoundScreen },
      ],
    },
  ])
