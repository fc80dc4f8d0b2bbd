import { useQuery } from '@apollo/client/react'
import { Layers } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import {
  OpenTradesOfStrategiesDocument,
  type AvailableStrategiesQuery,
  type UserStrategyPartsFragment,
} from '../../gql/generated/graphql.ts'
import { useMayTrade } from '../../lib/session/useMayTrade.ts'
import { Button } from '../../ui/Button.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { MovingCards } from '../../ui/MovingCards.tsx'
import { MyStrategyCard } from './MyStrategyCard.tsx'
import { NotTaken } from './NotTaken.tsx'
import { StrategyGrid } from './StrategyCard.ts'
import { StrategySettingsDialog } from './StrategySettingsDialog.tsx'

// Nobody trading on paper needs it.
const TradeLiveDialog = lazy(() => import('./TradeLiveDialog.tsx').then((module) => ({ default: module.TradeLiveDialog })))

interface MyStrategiesProps {
  strategies: readonly UserStrategyPartsFragment[]
  available: AvailableStrategiesQuery['availableStrategies']
  /** The strategy whose signals that were not taken are shown; null for all. */
  selected: string | null
  /** The one whose settings are open. */
  settingsOf: UserStrategyPartsFragment | null
  onSettings: (strategyId: string | null) => void
  /** The strategy whose subscription is being changed. */
  busyStrategyId: string | null
  onToggleActive: (strategy: UserStrategyPartsFragment) => void
  onBackToPaper: (strategy: UserStrategyPartsFragment) => void
  onUnsubscribe: (strategy: UserStrategyPartsFragment) => void
  onBrowse: () => void
}

/** The strategies that trade for the user, and below them the signals of theirs that were not taken. */
export function MyStrategies({
  strategies,
  available,
  selected,
  settingsOf,
  onSettings,
  busyStrategyId,
  onToggleActive,
  onBackToPaper,
  onUnsubscribe,
  onBrowse,
}: MyStrategiesProps) {
  const mayTrade = useMayTrade()
  const [goingLive, setGoingLive] = useState<string | null>(null)
  const open = useQuery(OpenTradesOfStrategiesDocument, { fetchPolicy: 'cache-and-network' }).data?.liveTrades ?? []
  if (strategies.length === 0)
    return (
      <EmptyState
        icon={Layers}
        title="No Subscribed Strategies"
        text={
          mayTrade ? 'Subscribe to a strategy and it trades for you on paper.' : 'Analyst accounts are read-only: they cannot subscribe.'
        }
      >
        <Button type="button" onClick={onBrowse}>
          Browse Strategies
        </Button>
      </EmptyState>
    )

  return (
    <>
      <StrategyGrid>
        <MovingCards>
          {strategies.map((strategy) => (
            <MyStrategyCard
              key={strategy.id}
              strategy={strategy}
              openTrades={open.filter(({ strategyId }) => strategyId === strategy.strategyId).length}
              busy={busyStrategyId === strategy.strategyId}
              onToggleActive={() => onToggleActive(strategy)}
              onTradeLive={() => setGoingLive(strategy.id)}
              onBackToPaper={() => onBackToPaper(strategy)}
              onSettings={() => onSettings(strategy.strategyId)}
              onUnsubscribe={() => onUnsubscribe(strategy)}
            />
          ))}
        </MovingCards>
      </StrategyGrid>
      <NotTaken key={selected} strategyId={selected} />
      {settingsOf && mayTrade ? (
        <StrategySettingsDialog
          own={settingsOf}
          strategy={available.find(({ id }) => id === settingsOf.strategyId)}
          onTradeLive={() => {
            onSettings(null)
            setGoingLive(settingsOf.id)
          }}
          onClose={() => onSettings(null)}
        />
      ) : null}
      {goingLive === null ? null : (
        <Suspense fallback={null}>
          <TradeLiveDialog subscriptionId={goingLive} onClose={() => setGoingLive(null)} />
        </Suspense>
      )}
    </>
  )
}
