import { Check, Plus } from 'lucide-react'
import { styled } from 'styled-components'
import type { AvailableStrategiesQuery } from '../../gql/generated/graphql.ts'
import { Badge } from '../../ui/Badge.ts'
import { Button } from '../../ui/Button.ts'
import { StrategyCard } from './StrategyCard.ts'
import { InstrumentList, PerformanceFigures, StrategyTerms } from './StrategyFacts.tsx'

const Rules = styled.dl`
  display: grid;
  gap: 8px;
  font-size: var(--text-sm);

  div {
    padding-left: 12px;
    border-left: 2px solid var(--line-strong);
  }

  dd::first-letter {
    text-transform: uppercase;
  }

  dt {
    color: var(--muted);
    font-size: var(--text-xs);
    font-weight: 600;
  }
`

interface AvailableStrategyCardProps {
  strategy: AvailableStrategiesQuery['availableStrategies'][number]
  /** Its own change is on the way. */
  busy: boolean
  onSubscribe: () => void
  onUnsubscribe: () => void
}

/** A strategy of the marketplace with its rules in words. */
export function AvailableStrategyCard({ strategy, busy, onSubscribe, onUnsubscribe }: AvailableStrategyCardProps) {
  return (
    <StrategyCard aria-label={strategy.name}>
      <header>
        <div>
          <h3>{strategy.name}</h3>
          <p>{strategy.type}</p>
        </div>
        <Badge $tone="accent">{strategy.category}</Badge>
      </header>
      <p>{strategy.description}</p>
      <Rules>
        {strategy.longRule === null ? null : (
          <div>
            <dt>Buys a CALL</dt>
            <dd>{strategy.longRule}</dd>
          </div>
        )}
        {strategy.shortRule === null ? null : (
          <div>
            <dt>Buys a PUT</dt>
            <dd>{strategy.shortRule}</dd>
          </div>
        )}
      </Rules>
      <StrategyTerms {...strategy} />
      <InstrumentList instruments={strategy.instruments} shown={2} />
      <PerformanceFigures performance={strategy.performance} />
      {strategy.subscribed ? (
        <Button
          $look="quiet"
          type="button"
          disabled={busy}
          aria-label={`Subscribed to ${strategy.name}, unsubscribe`}
          onClick={onUnsubscribe}
        >
          <Check size={16} aria-hidden /> Subscribed
        </Button>
      ) : (
        <Button type="button" disabled={busy} aria-label={`Subscribe to ${strategy.name}`} onClick={onSubscribe}>
          <Plus size={16} aria-hidden /> Subscribe
        </Button>
      )}
    </StrategyCard>
  )
}
