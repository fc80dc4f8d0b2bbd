import { Check, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { paths } from '../../../schema/paths.ts'
import type { AvailableStrategiesQuery } from '../../gql/generated/graphql.ts'
import { capitalised } from '../../lib/capitalised.ts'
import { useMayTrade } from '../../lib/session/useMayTrade.ts'
import { Badge } from '../../ui/Badge.ts'
import { Button } from '../../ui/Button.ts'
import { LotFacts } from './LotFacts.tsx'
import type { LotPreview } from './lotTexts.ts'
import { RuleText } from './RuleText.tsx'
import { StrategyCard } from './StrategyCard.ts'
import { InstrumentList, PerformanceFigures, StrategyTerms } from './StrategyFacts.tsx'

const Lot = styled.section`
  padding-top: 12px;
  border-top: 1px solid var(--line);

  h4 {
    margin: 0 0 6px;
    font-size: var(--text-sm);
  }
`

interface AvailableStrategyCardProps {
  strategy: AvailableStrategiesQuery['availableStrategies'][number]
  /** Nobody can subscribe to a private or inactive one. */
  open: boolean
  /** What one lot takes on its first index; null: it could not be loaded; undefined: its page says it. */
  lot: LotPreview | null | undefined
  /** Its own change is on the way. */
  busy: boolean
  onSubscribe: () => void
  onUnsubscribe: () => void
  /** The admin's actions on it. */
  children?: ReactNode
}

/** A strategy of the marketplace with its rules in words. */
export function AvailableStrategyCard({ strategy, open, lot, busy, onSubscribe, onUnsubscribe, children }: AvailableStrategyCardProps) {
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
      <StrategyTerms {...strategy} levels={strategy} />
      <Lot aria-label={`One lot of ${strategy.name}`}>
        <h4>{lot ? `One lot on ${lot.instrument} now` : 'One lot now'}</h4>
        {lot ? (
          <LotFacts preview={lot} />
        ) : (
          <p>{lot === null ? 'What one lot takes could not be loaded.' : 'Its page says what one lot takes.'}</p>
        )}
      </Lot>
      <InstrumentList instruments={strategy.instruments} shown={2} />
      <PerformanceFigures isRecord performance={strategy.performance} />
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
