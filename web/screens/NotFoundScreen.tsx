import { useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { styled } from 'styled-components'
import { SCREENS } from '../../schema/paths.ts'
import { useDocumentTitle } from '../lib/documentTitle.ts'
import { Button } from '../ui/Button.ts'

const Page = styled.main`
  display: grid;
  place-content: center;
  justify-items: center;
  gap: 12px;
  min-height: 100dvh;
  padding: 24px;
  text-align: center;

  h1 {
    font-size: 4rem;
    letter-spacing: -0.04em;
  }

  p {
    margin-bottom: 8px;
    color: var(--muted);
    font-size: var(--text-lg);
  }
`

/** For addresses that lead nowhere. */
export default function NotFoundScreen() {
  const { pathname } = useLocation()
  useDocumentTitle('Page not found · Sakha')
  useEffect(() => console.error(`404: no page at ${pathname}`), [pathname])
  return (
    <Page>
      <h1>404</h1>
      <p>Oops! Page not found</p>
      <Button as={Link} to={SCREENS.landing}>
        Return to Home
      </Button>
    </Page>
  )
}
