import type { ComponentType } from 'react'
import { createBrowserRouter, Outlet, ScrollRestoration, type RouteObject } from 'react-router-dom'
import { useAmountsHidden } from '../lib/amountsHidden.ts'
import { RequireSession } from './RequireSession.tsx'
import { RouteFailure } from './RouteFailure.tsx'
import { SCREEN_ROUTES } from './screenRoutes.ts'

function Root() {
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  )
}

interface ScreenModule {
  readonly default: ComponentType
}

type LoadScreen = () => Promise<ScreenModule>

const LOADS = import.meta.glob<ScreenModule>('../screens/*Screen.tsx')

/** A screen in its own file, loaded on navigation; the previous screen stays until then. */
const screen = (load: LoadScreen) => async () => ({ Component: (await load()).default })

/** Amounts are hidden where they are formatted: toggling that remounts a screen with all its children. */
const screenWithAmounts = (load: LoadScreen) => async () => {
  const { default: Screen } = await load()
  return {
    Component: function ScreenWithAmounts() {
      useAmountsHidden()
      return <Screen />
    },
  }
}

/** Shown while their files load: nothing, except that signed-out visitors are redirected to the landing page at once. */
const Arriving = () => <RequireSession>{null}</RequireSession>

async function signedInShell() {
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

/** The routes of the screens that only the signed-in see, or of the others. */
const routes = (ofSignedIn: boolean): RouteObject[] =>
  SCREEN_ROUTES.filter(({ signedIn }) => signedIn === ofSignedIn).map(({ path, file }) => {
    const load = LOADS[`../screens/${file}.tsx`]
    if (!load) throw new Error(`web/screens/ holds no ${file}`)
    return { path, lazy: (ofSignedIn ? screenWithAmounts : screen)(load) }
  })

export const createRouter = () =>
  createBrowserRouter([
    {
      Component: Root,
      ErrorBoundary: RouteFailure,
      HydrateFallback: () => null,
      children: [
        ...routes(false),
        {
          lazy: signedInShell,
          HydrateFallback: Arriving,
          children: [
            {
              ErrorBoundary: RouteFailure,
              children: routes(true),
            },
          ],
        },
        { path: '*', lazy: screen(() => import('../screens/NotFoundScreen.tsx')) },
      ],
    },
  ])
