import { styled } from 'styled-components'
import type { StrategyPageQuery } from '../../gql/generated/graphql.ts'
import { formatDate } from '../../lib/formatTime.ts'
import { Badge } from '../../ui/Badge.ts'
import { Card } from '../../ui/Card.ts'
import { Sentence } from '../../ui/Sentence.tsx'

const Frame = styled(Card)`
  h2 {
    margin-bottom: 8px;
    font-size: var(--text-md);
  }

  li li {
    padding: 0;
    border: 0;
    color: var(--muted);
    list-style: disc;
    margin-left: 18px;
  }

  li {
    padding: 8px 0;
    font-size: var(--text-sm);
  }

  li + li {
    border-top: 1px solid var(--line);
  }

  header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
  }

  time {
    color: var(--muted);
    font-size: var(--text-xs);
  }
`

interface StrategyVersionsProps {
  versions: StrategyPageQuery['strategyPage']['versions']
  /** The version the user's subscription trades by; null without one. */
  own: number | null
}

/** The versions of a strategy, newest first, and what each changed. */
export function StrategyVersions({ versions, own }: StrategyVersionsProps) {
  return (
    <Frame aria-label="Versions">
      <h2>Versions</h2>
      <ol>
        {versions.map(({ version, createdAt, changes }) => (
          <li key={version}>
            <header>
              <strong>Version {version}</strong>
              {version === own ? <Badge $tone="accent">YOURS</Badge> : null}
              <time dateTime={createdAt}>{formatDate(createdAt)}</time>
            </header>
            {changes.length === 0 ? null : (
              <ul>
                {changes.map((change) => (
                  <li key={change}>
                    <Sentence text={change} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </Frame>
  )
}
