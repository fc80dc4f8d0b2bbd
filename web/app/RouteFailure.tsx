import { useRouteError } from 'react-router-dom'
import { styled } from 'styled-components'
import { ErrorState } from '../ui/ErrorState.tsx'

const Page = styled.main`
  display: grid;
  place-content: center;
  min-height: 60dvh;
  padding: 24px;
`

/** Replaces a screen that broke or could not be loaded (after a release its old files are gone). */
export function RouteFailure() {
  const error = useRouteError()
  const reason = error instanceof Error ? error.message : String(error)
  return (
    <Page>
      <ErrorState text={`This page could not be shown. ${reason}`} requestId={null} onRetry={() => window.location.reload()} />
    </Page>
  )
}
