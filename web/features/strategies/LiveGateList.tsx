import { Check, Circle } from 'lucide-react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import type { LiveReadinessQuery } from '../../gql/generated/graphql.ts'

const List = styled.ul`
  display: grid;
  gap: 2px;
  margin: 0;
  padding: 0;
  list-style: none;

  li {
    display: grid;
    grid-template-columns: 20px minmax(0, 1fr) auto;
    gap: 0 10px;
    padding: 8px 0;
    border-bottom: 1px solid var(--line);
    font-size: var(--text-sm);
  }

  li:last-child {
    border-bottom: 0;
  }

  svg {
    margin-top: 1px;
    color: var(--muted);
  }

  [data-met] svg {
    color: var(--good);
  }

  strong {
    color: var(--warning);
    font-size: var(--text-xs);
    line-height: 20px;
  }

  [data-met] strong {
    color: var(--good);
  }

  p {
    grid-column: 2 / -1;
    color: var(--muted);
    font-size: var(--text-xs);
  }
`

type Gate = LiveReadinessQuery['liveReadiness']['gates'][number]

/** What live trading needs, each met or with what to do and where. `onLeave`: a link is followed. */
export function LiveGateList({ gates, onLeave }: { gates: readonly Gate[]; onLeave: () => void }) {
  return (
    <List aria-label="What live trading needs">
      {gates.map(({ gate, name, met, todo, link }) => (
        <li key={gate} data-met={met || undefined}>
          {met ? <Check size={18} aria-hidden /> : <Circle size={18} aria-hidden />}
          <span>{name}</span>
          <strong>{met ? 'Done' : 'Missing'}</strong>
          {met ? null : (
            <p>
              {todo}{' '}
              {link === null ? null : (
                <Link to={link} onClick={onLeave}>
                  Go there
                </Link>
              )}
            </p>
          )}
        </li>
      ))}
    </List>
  )
}
