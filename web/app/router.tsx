import type { ComponentType } from 'react'
import { createBrowserRouter, Outlet, ScrollRestoration } from 'react-router-dom'
import { useAmountsHidden } from '../lib/amountsHidden.ts'
import { RequireSession } from './RequireSession.tsx'
import { RouteFailure } from './RouteFailure.tsx'

function Root() {
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  )
}

type Loading = Promise<{ readonly default: ComponentType }>

/** A screen in a file of its own, loaded when somebody goes there; where he comes from stays until it is. */
const screen = (load: () => Loading) => async () => ({ Component: (await load()).default })

/** Amounts are hidden where they are formatted: a screen is rendered anew, with all it holds, when that is switched. */
const screenWithAmounts = (load: () => Loading) => async () => {
  const { default: Screen } = await load()
  return {
    Component: function ScreenWithAmounts() {
      useAmountsHidden()
      return <Screen />
    },
  }
}

/** While their files are on the way: nothing, except that who is not signed in is sent to the landing page at once. */
const Arriving = () => <RequireSession>{null}</RequireSession>

async function signedIn() {
  const { default: SignedInShell } = await import('./shell/SignedInShell.tsx')
  return {
    Component: function SignedIn() {
      return (
        <RequireSession>
          <SignedInShell />
        </RequireSession>
      )
    },
  }
}

export const createRouter = () =>
  createBrowserRouter([
    {
      Component: Root,
      ErrorBoundary: RouteFailure,
      HydrateFallback: () => null,
      children: [
        { path: '/', lazy: screen(() => import('../screens/LandingScreen.tsx')) },
        { path: '/verify-email', lazy: screen(() => import('../screens/VerifyEmailScreen.tsx')) },
        { path: '/reset-password', lazy: screen(() => import('../screens/ResetPasswordScreen.tsx')) },
        {
          lazy: signedIn,
          HydrateFallback: Arriving,
          children: [
            {
              ErrorBoundary: RouteFailure,
              children: [
                { path: '/dashboard', lazy: screenWithAmounts(() => import('../screens/DashboardScreen.tsx')) },
                { path: '/live-trades', lazy: screenWithAmounts(() => import('../screens/LiveTradesScreen.tsx')) },
                { path: '/strategies', lazy: screenWithAmounts(() => import('../screens/StrategiesScreen.tsx')) },
                { path: '/strategies/new', lazy: screenWithAmounts(() => import('../screens/StrategyEditorScreen.tsx')) },
                { path: '/strategies/:id', lazy: screenWithAmounts(() => import('../screens/StrategyScreen.tsx')) },
                { path: '/strategies/:id/edit', lazy: screenWithAmounts(() => import('../screens/StrategyEditorScreen.tsx')) },
                { path: '/history', lazy: screenWithAmounts(() => import('../screens/HistoryScreen.tsx')) },
                { path: '/reports', lazy: screenWithAmounts(() => import('../screens/ReportsScreen.tsx')) },
                { path: '/profile', lazy: screenWithAmounts(() => import('../screens/ProfileScreen.tsx')) },
              ],
            },
          ],
        },
        { path: '*', lazy: screen(() => import('../screens/NotFoundScreen.tsx')) },
      ],
    },
  ])
