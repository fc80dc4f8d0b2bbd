import { useId, type ReactNode } from 'react'
import { styled } from 'styled-components'
import { TableScroller } from '../../charts/TableScroller.ts'
import { Card } from '../../ui/Card.ts'

const Frame = styled(Card)`
  margin-bottom: 16px;

  header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 8px 16px;
    margin-bottom: 4px;
  }

  h2 {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 10px;
    font-size: var(--text-md);
  }

  p {
    margin-bottom: 8px;
    color: var(--muted);
    font-size: var(--text-sm);
    overflow-wrap: anywhere;
  }
`

interface ComplianceCardProps {
  title: ReactNode
  /** What it shows, in a sentence. */
  text: ReactNode
  /** What can be done about the whole of it. */
  action?: ReactNode
  children?: ReactNode
}

/** One subject of the page. */
export function ComplianceCard({ title, text, action, children }: ComplianceCardProps) {
  const id = useId()
  return (
    <Frame aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {action}
      </header>
      <p>{text}</p>
      {children}
    </Frame>
  )
}

/** A table of words, which scrolls by itself where it is wider than the page. */
export const WordTable = styled(TableScroller).attrs({ tabIndex: 0, role: 'region' })`
  max-height: 420px;

  th,
  td {
    text-align: left;
  }

  small {
    color: var(--muted);
  }
`
