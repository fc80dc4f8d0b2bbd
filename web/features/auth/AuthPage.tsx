import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { SCREENS } from '../../../schema/paths.ts'
import { useDocumentTitle } from '../../lib/documentTitle.ts'
import { Card } from '../../ui/Card.ts'
import { Logo } from '../../ui/Logo.tsx'

const Page = styled.main`
  display: grid;
  grid-template-columns: min(26rem, 100%);
  place-content: center;
  gap: 24px;
  min-height: 100dvh;
  padding: 24px 16px;

  & > a {
    justify-self: center;
    color: var(--text);
    text-decoration: none;
  }
`

const Panel = styled(Card)`
  padding: 24px;

  h1 {
    margin-bottom: 6px;
    font-size: var(--text-xl);
  }

  p {
    overflow-wrap: anywhere;
  }
`

/** A page that a mailed link leads to: one card, and the way home. */
export function AuthPage({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(`${title} · Sakha`)
  return (
    <Page>
      <Link to={SCREENS.landing} aria-label="Sakha, home">
        <Logo />
      </Link>
      <Panel>
        <h1>{title}</h1>
        {children}
      </Panel>
    </Page>
  )
}
