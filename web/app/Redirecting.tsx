import { styled } from 'styled-components'
import { Spinner } from '../ui/Spinner.ts'

const Page = styled.main`
  display: grid;
  place-content: center;
  justify-items: center;
  gap: 8px;
  min-height: 100dvh;

  p {
    color: var(--muted);
    font-size: var(--text-sm);
  }
`

/** Shown to a visitor without a session on the way to the landing page. */
export function Redirecting() {
  return (
    <Page role="status">
      <Spinner />
      <h1>Redirecting...</h1>
      <p>Please sign in to continue</p>
    </Page>
  )
}
