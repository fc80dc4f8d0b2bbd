import { lazy, Suspense } from 'react'
import { createBrowserRouter, Outlet, ScrollRestoration } from 'react-router-dom'
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
                { path: '/dashboard', Component: DashboardScreen },
                { path: '/live-trades', Component: LiveTradesScreen },
                { path: '/strategies', Component: StrategiesScreen },
                { path: '/strategies/new', Component: StrategyEditorScreen },
                { path: '/strategies/:id', Component: StrategyScreen },
                { path: '/strategies/:id/edit', Component: StrategyEditorScreen },
                { path: '/history', Component: HistoryScreen },
                { path: '/profile', Component: ProfileScreen },
              ],
            },
          ],
        },
        { path: '*', Component: NotFoundScreen },
      ],
    },
  ])
