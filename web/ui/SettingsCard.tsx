import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import { Card } from './Card.ts'

const Frame = styled(Card)`
  &:target {
    border-color: var(--accent);
  }

  :where(&) > p {
    font-size: var(--text-sm);
  }

  :where(&) > dl + p {
    margin-top: 12px;
  }
`

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-start;
  justify-content: space-between;
  gap: 12px 24px;
  margin-bottom: 16px;

  h2 {
    font-size: var(--text-md);
  }

  p {
    max-width: 46rem;
    margin-top: 4px;
    color: var(--muted);
    font-size: var(--text-sm);
  }

  & > div:first-child {
    flex: 1 1 18rem;
  }
`

interface SettingsCardProps {
  /** What links to this section of the profile name behind the #. */
  id: string
  title: string
  /** What it is about, in a sentence. */
  text: ReactNode
  /** What can be done about the whole of it. */
  action?: ReactNode
  children?: ReactNode
}

/** One subject of the settings, with its name, what it means and its main action. */
export function SettingsCard({ id, title, text, action, children }: SettingsCardProps) {
  return (
    <Frame id={id} tabIndex={-1} aria-labelledby={`${id}-title`}>
      <Head>
        <div>
          <h2 id={`${id}-title`}>{title}</h2>
          <p>{text}</p>
        </div>
        {action}
      </Head>
      {children}
    </Frame>
  )
}
