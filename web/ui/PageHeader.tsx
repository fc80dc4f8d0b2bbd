import type { ReactNode } from 'react'
import { styled } from 'styled-components'

const Header = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  justify-content: space-between;
  gap: 12px;
  margin-bottom: 20px;

  h1 {
    font-size: var(--text-xl);
  }

  p {
    margin-top: 4px;
    color: var(--muted);
    font-size: var(--text-sm);
  }
`

/** The top of a screen: its name, one sentence, and what can be done to the whole of it. */
export function PageHeader({ title, subtitle, children }: { title: string; subtitle: string; children?: ReactNode }) {
  return (
    <Header>
      <div>
        <h1>{title}</h1>
        <p>{subtitle}</p>
      </div>
      {children}
    </Header>
  )
}
