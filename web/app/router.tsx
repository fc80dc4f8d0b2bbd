import { createBrowserRouter, type RouteObject } from 'react-router-dom'
import { Redirecting } from './Redirecting.tsx'
import { RequireSession } from './RequireSession.tsx'
import { RouteFailure } from './RouteFailure.tsx'

const screen = (path: string, load: () => Promise<{ default: () => React.ReactNode }>): RouteObject => ({
  path,
  lazy: async () => ({ Component: (await load()).default }),
  errorElement: <RouteFailure />,
})

/** Every screen is a file of its own; what only the signed-in need is not loaded before. */
export const createRouter = () =>
  createBrowserRouter([
    { ...screen('/', () => import('../screens/LandingScreen.tsx')), HydrateFallback: () => null },
    {
      lazy: async () => {
        const { SignedInShell } = await import('./shell/SignedInShell.tsx')
        return {
          element: (
            <RequireSession>
              <SignedInShell />
            </RequireSession>
          ),
        }
      },
      HydrateFallback: () => null,
      errorElement: <RouteFailure />,
      children: [
        screen('/dashboard', () => import('../screens/DashboardScreen.tsx')),
        screen('/live-trades', () => import('../screens/LiveTradesScreen.tsx')),
        screen('/strategies', () => import('../screens/StrategiesScreen.tsx')),
        screen('/history', () => import('../screens/HistoryScreen.tsx')),
      ],
    },
    { ...screen('*', () => import('../screens/NotFoundScreen.tsx')), HydrateFallback: () => null },
  ])
