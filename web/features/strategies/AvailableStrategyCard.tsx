import { Check, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../../schema/paths.ts'
import type { AvailableStrategiesQuery } from '../../gql/generated/graphql.ts'
import { capitalised } from '../../lib/capitalised.ts'
import { useMayTrade } from '../../lib/session/useMayTrade.ts'
import { Badge } from '../../ui/Badge.ts'
import { Button } from '../../ui/Button.ts'
import { RuleText } from './RuleText.tsx'
import { StrategyCard } from './StrategyCard.ts'
import { InstrumentList, PerformanceFigures, StrategyTerms } from './StrategyFacts.tsx'

interface AvailableStrategyCardProps {
  strategy: AvailableStrategiesQuery['availableStrategies'][number]
  /** Nobody can subscribe to a private or inactive one. */
  open: boolean
  /** Its own change is on the way. */
  busy: boolean
  onSubscribe: () => void
  onUnsubscribe: () => void
  /** The admin's actions on it. */
  children?: ReactNode
}

/** A strategy of the marketplace with its rules in words. */
export function AvailableStrategyCard({ strategy, open, busy, onSubscribe, onUnsubscribe, children }: AvailableStrategyCardProps) {
  const mayTrade = useMayTrade()
  return (
    <StrategyCard aria-label={strategy.name}>
      <header>
        <div>
          <h3>
            <Link to={paths.strategy(strategy.id)}>{strategy.name}</Link>
          </h3>
          <p>{capitalised(strategy.type)}</p>
        </div>
        <Badge $tone="accent">{strategy.category}</Badge>
      </header>
      <p>{strategy.description}</p>
      <RuleText {...strategy} />
      <StrategyTerms {...strategy} />
      <InstrumentList instruments={strategy.instruments} shown={2} />
      <PerformanceFigures performance={strategy.performance} />
      {children}
      {strategy.subscribed ? (
        <Button $look="quiet" type="button" $busy={busy} aria-label={`Subscribed to ${strategy.name}, unsubscribe`} onClick={onUnsubscribe}>
          <Check size={16} aria-hidden /> Subscribed
        </Button>
      ) : mayTrade ? (
        <Button type="button" $busy={busy} disabled={!open} aria-label={`Subscribe to ${strategy.name}`} onClick={onSubscribe}>
          <Plus size={16} aria-hidden /> Subscribe
        </Button>
      ) : null}
    </StrategyCard>
  )
}
