import { GraphiQL } from 'graphiql'
import { useEffect, useState } from 'react'
import { SCREENS } from '../../schema/paths.ts'
import { mayAnalyse } from '../../schema/roles.ts'
import { browserStorage } from '../lib/browserStorage.ts'
import { startSession } from '../lib/session/startSession.ts'
import { tokenStorage } from '../lib/session/tokenStorage.ts'
import { useAuthStore } from '../lib/session/useAuthStore.ts'
import { askApi } from './askApi.ts'
import { EXAMPLES } from './examples.ts'
import { explorer } from './explorer.tsx'

/** Beside documentation and history, which GraphiQL brings. */
const PLUGINS = [explorer]
/** Where GraphiQL keeps its tabs. */
const TABS = 'graphiql:tabState'

/** The API to try out, for analysts and admins; everybody else is sent where they belong. */
export function Playground() {
  const { user, isAuthenticated } = useAuthStore()
  const [phase, setPhase] = useState<'starting' | 'started'>('starting')

  useEffect(() => {
    void startSession().then(() => setPhase('started'))
  }, [])

  const isAllowed = user !== null && mayAnalyse(user.role)
  useEffect(() => {
    if (phase === 'starting' || isAllowed) return
    if (user) window.location.replace(SCREENS.dashboard)
    else if (!isAuthenticated || tokenStorage.access() === null) window.location.replace(SCREENS.landing)
  }, [phase, isAllowed, user, isAuthenticated])

  if (phase === 'starting') return <p role="status">Loading the playground…</p>
  if (!isAllowed)
    return (
      <p role="alert">
        The server does not answer. <button onClick={() => window.location.reload()}>Retry</button>
      </p>
    )
  return (
    <>
      <header>
        <h1>Playground</h1>
        <p>You can read what your account can read. Mutations are real: use them with care.</p>
        <button onClick={restoreExamples}>Restore the examples</button>
        <a href={SCREENS.dashboard}>Back to Sakha</a>
      </header>
      <main>
        <GraphiQL fetcher={askApi} defaultTabs={[...EXAMPLES]} plugins={PLUGINS} forcedTheme="dark" isHeadersEditorEnabled={false}>
          <GraphiQL.Logo>
            <span />
          </GraphiQL.Logo>
        </GraphiQL>
      </main>
    </>
  )
}

function restoreExamples() {
  browserStorage.removeItem(TABS)
  window.location.reload()
}
