import type { MyStrategiesQuery } from '../../gql/generated/graphql.ts'
import { formatDate } from '../../lib/formatTime.ts'
import { Badge } from '../../ui/Badge.ts'
import { Button } from '../../ui/Button.ts'
import { StrategyCard } from './StrategyCard.ts'
import { InstrumentList, PerformanceFigures, StrategyTerms } from './StrategyFacts.tsx'

interface MyStrategyCardProps {
  strategy: MyStrategiesQuery['myStrategies'][number]
  busy: boolean
  onUnsubscribe: () => void
}

/** A strategy that trades for the user. */
export function MyStrategyCard({ strategy, busy, onUnsubscribe }: MyStrategyCardProps) {
  return (
    <StrategyCard aria-label={strategy.name}>
      <header>
        <div>
          <h3>{strategy.name}</h3>
          <p>
            {strategy.type} · since {formatDate(strategy.subscribedAt)}
          </p>
        </div>
        <Badge $tone={strategy.paperTrade ? 'paper' : 'warning'}>{strategy.paperTrade ? 'PAPER' : 'LIVE'}</Badge>
      </header>
      <p>{strategy.description}</p>
      <StrategyTerms {...strategy} />
      <InstrumentList instruments={strategy.instruments} shown={3} />
      <PerformanceFigures performance={strategy.performance} />
      <Button $look="quiet" type="button" disabled={busy} aria-label={`Unsubscribe from ${strategy.name}`} onClick={onUnsubscribe}>
        Unsubscribe
      </Button>
    </StrategyCard>
  )
}
