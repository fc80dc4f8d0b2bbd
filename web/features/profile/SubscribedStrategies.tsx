import { Layers } from 'lucide-react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { SCREENS } from '../../../schema/paths.ts'
import type { ProfileQuery } from '../../gql/generated/graphql.ts'
import { capitalised } from '../../lib/capitalised.ts'
import { useMayTrade } from '../../lib/session/useMayTrade.ts'
import { Badge } from '../../ui/Badge.ts'
import { ModeBadge } from '../../ui/ModeBadge.tsx'
import { Button } from '../../ui/Button.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SettingsCard } from '../../ui/SettingsCard.tsx'

const List = styled.ul`
  li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
    padding: 10px 0;
    border-top: 1px solid var(--line);
    font-size: var(--text-sm);
  }

  li > span:first-child {
    flex: 1 1 10rem;
    font-weight: 600;
  }

  small {
    margin-left: 8px;
    color: var(--muted);
    font-size: var(--text-xs);
    font-weight: 400;
  }
`

/** The user's subscriptions, and a link to more. */
export function SubscribedStrategies({ strategies }: { strategies: ProfileQuery['myStrategies'] }) {
  const mayTrade = useMayTrade()
  const browse = (
    <Button as={Link} to={SCREENS.strategies} $look="quiet">
      Browse Strategies
    </Button>
  )
  return (
    <SettingsCard
      id="strategies"
      title="Subscribed strategies"
      text="They trade for you by their own rules."
      action={strategies.length === 0 ? undefined : browse}
    >
      {strategies.length === 0 ? (
        <EmptyState
          icon={Layers}
          title="No Subscribed Strategies"
          text={
            mayTrade ? 'Subscribe to a strategy and it trades for you on paper.' : 'Analyst accounts are read-only: they cannot subscribe.'
          }
        >
          {browse}
        </EmptyState>
      ) : (
        <List>
          {strategies.map(({ id, name, type, isActive, paperTrade }) => (
            <li key={id}>
              <span>
                {name}
                <small>{capitalised(type)}</small>
              </span>
              <Badge $tone={isActive ? 'good' : 'neutral'}>{isActive ? 'Active' : 'Inactive'}</Badge>
              <ModeBadge mode={paperTrade ? 'PAPER' : 'LIVE'} />
            </li>
          ))}
        </List>
      )}
    </SettingsCard>
  )
}
