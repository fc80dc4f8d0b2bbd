import { Store } from 'lucide-react'
import { useState } from 'react'
import type { AvailableStrategiesQuery, ManagedStrategyPartsFragment } from '../../gql/generated/graphql.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { MovingCards } from '../../ui/MovingCards.tsx'
import { AvailableStrategyCard } from './AvailableStrategyCard.tsx'
import type { LotPreview } from './lotTexts.ts'
import { StrategyGrid } from './StrategyCard.ts'
import { deletionConsequence, StrategyManagement, withdrawalConsequence } from './StrategyManagement.tsx'
import { SubscribeDialog } from './SubscribeDialog.tsx'
import { useStrategyManagement } from './useStrategyManagement.ts'

interface AvailableStrategiesProps {
  available: AvailableStrategiesQuery['availableStrategies']
  /** What an admin sees instead: private and inactive ones too, with the actions on them. */
  managed: readonly ManagedStrategyPartsFragment[] | undefined
  /** What one lot of each takes on its first index; null: it could not be loaded. */
  lots: readonly LotPreview[] | null
  /** The strategy whose subscription is being changed. */
  busyStrategyId: string | null
  onSubscribe: (strategyId: string) => void
  onUnsubscribe: (strategyId: string) => void
}

/** The strategies to choose from; for an admin all there are, to manage. */
export function AvailableStrategies({ available, managed, lots, busyStrategyId, onSubscribe, onUnsubscribe }: AvailableStrategiesProps) {
  const { managingId, togglePublic, toggleActive, remove } = useStrategyManagement()
  const [withdrawing, setWithdrawing] = useState<{
    readonly strategy: ManagedStrategyPartsFragment
    readonly by: 'public' | 'active'
  } | null>(null)
  /** The strategy whose legs are shown before it is subscribed to. */
  const [asking, setAsking] = useState<{ readonly id: string; readonly name: string } | null>(null)
  const [deleting, setDeleting] = useState<ManagedStrategyPartsFragment | null>(null)

  const management = (strategy: ManagedStrategyPartsFragment) => (
    <StrategyManagement
      strategy={strategy}
      busy={managingId === strategy.id}
      onTogglePublic={() =>
        isRun(strategy) && strategy.isPublic ? setWithdrawing({ strategy, by: 'public' }) : void togglePublic(strategy.id)
      }
      onToggleActive={() =>
        isRun(strategy) && strategy.isActive ? setWithdrawing({ strategy, by: 'active' }) : void toggleActive(strategy.id)
      }
      onDelete={() => setDeleting(strategy)}
    />
  )
  const cards = managed
    ? managed.map((strategy) => ({ strategy, open: strategy.isPublic && strategy.isActive, actions: management(strategy) }))
    : available.map((strategy) => ({ strategy, open: true, actions: null }))
  if (cards.length === 0) return <EmptyState icon={Store} title="No strategies available" text="Public strategies appear here." />

  return (
    <>
      <StrategyGrid>
        <MovingCards>
          {cards.map(({ strategy, open, actions }) => (
            <AvailableStrategyCard
              key={strategy.id}
              strategy={strategy}
              open={open}
              lot={lots && lots.find(({ strategyId }) => strategyId === strategy.id)}
              busy={busyStrategyId === strategy.id}
              onSubscribe={() => (strategy.legs.length > 0 ? setAsking(strategy) : onSubscribe(strategy.id))}
              onUnsubscribe={() => onUnsubscribe(strategy.id)}
            >
              {actions}
            </AvailableStrategyCard>
          ))}
        </MovingCards>
      </StrategyGrid>
      {asking ? (
        <SubscribeDialog
          strategyId={asking.id}
          name={asking.name}
          onCancel={() => setAsking(null)}
          onConfirm={() => {
            setAsking(null)
            onSubscribe(asking.id)
          }}
        />
      ) : null}
      {withdrawing ? (
        <ConfirmDialog
          title={`${withdrawing.by === 'public' ? 'Make' : 'Deactivate'} ${withdrawing.strategy.name}${withdrawing.by === 'public' ? ' private' : ''}?`}
          consequence={withdrawalConsequence(withdrawing.strategy)}
          confirmLabel={withdrawing.by === 'public' ? 'Make private' : 'Deactivate'}
          onCancel={() => setWithdrawing(null)}
          onConfirm={() => {
            setWithdrawing(null)
            void (withdrawing.by === 'public' ? togglePublic : toggleActive)(withdrawing.strategy.id)
          }}
        />
      ) : null}
      {deleting ? (
        <ConfirmDialog
          title={`Delete ${deleting.name}?`}
          consequence={deletionConsequence(deleting)}
          confirmLabel="Delete"
          onCancel={() => setDeleting(null)}
          onConfirm={() => {
            setDeleting(null)
            void remove(deleting.id)
          }}
        />
      ) : null}
    </>
  )
}

/** Whether switching it off affects a subscriber. */
const isRun = ({ subscribers, openTrades }: ManagedStrategyPartsFragment) => subscribers > 0 || openTrades > 0
