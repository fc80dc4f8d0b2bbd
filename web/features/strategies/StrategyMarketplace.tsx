import { useApolloClient, useQuery } from '@apollo/client/react'
import { Layers, Store } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { lazy, Suspense, useState } from 'react'
import { styled } from 'styled-components'
import {
  AvailableStrategiesDocument,
  ManagedStrategiesDocument,
  MyStrategiesDocument,
  type ManagedStrategyPartsFragment,
  type UserStrategyPartsFragment,
} from '../../gql/generated/graphql.ts'
import { useAuthStore } from '../../lib/session/useAuthStore.ts'
import { useMayTrade } from '../../lib/session/useMayTrade.ts'
import { useAddressTexts } from '../../lib/useAddressTexts.ts'
import { Button } from '../../ui/Button.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { MovingCards } from '../../ui/MovingCards.tsx'
import { Skeleton } from '../../ui/Skeleton.ts'
import { AvailableStrategyCard } from './AvailableStrategyCard.tsx'
import { MyStrategyCard } from './MyStrategyCard.tsx'
import { NotTaken } from './NotTaken.tsx'
import { RecordsStopped } from './RecordsStopped.tsx'
import { StrategyGrid } from './StrategyCard.ts'
import { StrategyOverview } from './StrategyOverview.tsx'
import { deletionConsequence, StrategyManagement, withdrawalConsequence } from './StrategyManagement.tsx'
import { StrategySettingsDialog } from './StrategySettingsDialog.tsx'
import { useStrategyManagement } from './useStrategyManagement.ts'
import { useMayWarmUp } from './useMayWarmUp.ts'
import { usePollWhile } from './usePollWhile.ts'
import { useSubscriptionChange } from './useSubscriptionChange.ts'

// Nobody trading on paper needs it.
const TradeLiveDialog = lazy(() => import('./TradeLiveDialog.tsx').then((module) => ({ default: module.TradeLiveDialog })))

const List = styled(Tabs.List)`
  display: flex;
  gap: 4px;
  margin-bottom: 16px;
  border-bottom: 1px solid var(--line);
`

const Trigger = styled(Tabs.Trigger)`
  min-height: 44px;
  padding: 0 12px;
  border: 0;
  border-bottom: 2px solid transparent;
  background: none;
  color: var(--muted);
  font-size: var(--text-sm);
  font-weight: 600;
  cursor: pointer;

  &[data-state='active'] {
    border-bottom-color: var(--accent);
    color: var(--text);
  }
`

const RecordsOf = styled.div`
  margin-bottom: 12px;
  color: var(--muted);
  font-size: var(--text-sm);
`

/** The strategies to choose from, and all of the user's own. */
const USUAL = { tab: 'available', strategy: '' }

/** The strategies to choose from and the user's own. The address holds the open tab and strategy. */
export function StrategyMarketplace() {
  const client = useApolloClient()
  const available = useQuery(AvailableStrategiesDocument)
  const mine = useQuery(MyStrategiesDocument)
  const isAdmin = useAuthStore(({ user }) => user?.role === 'admin')
  const mayTrade = useMayTrade()
  const managed = useQuery(ManagedStrategiesDocument, { skip: !isAdmin })
  const lists = [AvailableStrategiesDocument, MyStrategiesDocument, ...(isAdmin ? [ManagedStrategiesDocument] : [])]
  const { busyStrategyId, subscribe, unsubscribe, toggleActive, backToPaper } = useSubscriptionChange(lists)
  const { managingId, togglePublic, toggleActive: toggleForAll, remove } = useStrategyManagement()
  const { texts, change } = useAddressTexts(USUAL)
  const [ending, setEnding] = useState<UserStrategyPartsFragment | null>(null)
  const [withdrawing, setWithdrawing] = useState<{
    readonly strategy: ManagedStrategyPartsFragment
    readonly by: 'public' | 'active'
  } | null>(null)
  const [deleting, setDeleting] = useState<ManagedStrategyPartsFragment | null>(null)
  const [settingsOf, setSettingsOf] = useState<UserStrategyPartsFragment | null>(null)
  const [goingLive, setGoingLive] = useState<string | null>(null)
  const availableStrategies = available.data?.availableStrategies ?? []
  const myStrategies = mine.data?.myStrategies ?? []
  usePollWhile(mine, useMayWarmUp(myStrategies))
  const managedStrategies = managed.data?.managedStrategies
  const failed = available.error ?? mine.error
  const loaded = available.data && mine.data
  const tab = texts.tab === 'mine' ? 'mine' : 'available'
  const selected = myStrategies.find(({ strategyId }) => strategyId === texts.strategy)?.strategyId ?? null

  // At once: a key pressed right after another must find the tab of the one before chosen.
  const look = (at: Partial<typeof USUAL>) => change(at, { replace: true, preventScrollReset: true, flushSync: true })

  const loading =
    loaded || failed ? null : (
      <StrategyGrid>
        {Array.from({ length: 6 }, (_, i) => (
          <Skeleton key={i} $height={tab === 'mine' ? 588 : 430} />
        ))}
      </StrategyGrid>
    )

  return (
    <Tabs.Root value={tab} onValueChange={(chosen) => look({ tab: chosen })}>
      <StrategyOverview
        strategies={mine.data?.myStrategies ?? null}
        selected={selected}
        onSelect={(strategyId) => look({ strategy: strategyId ?? '' })}
        onRefresh={() => client.refetchQueries({ include: 'active' })}
      />
      <List aria-label="Strategies">
        <Trigger value="available">Available Strategies{countOf(managedStrategies ?? available.data?.availableStrategies)}</Trigger>
        <Trigger value="mine">My Strategies{countOf(mine.data?.myStrategies)}</Trigger>
      </List>
      {failed ? (
        <LoadFailure
          text="Failed to load strategies"
          error={failed}
          onRetry={() => void Promise.all([available.refetch(), mine.refetch()])}
        />
      ) : null}
      <Tabs.Content value="available" tabIndex={-1}>
        {managed.error ? (
          <LoadFailure text="Failed to load strategies to manage" error={managed.error} onRetry={() => void managed.refetch()} />
        ) : null}
        <RecordsOf>
          <p>Results are of one lot on paper, with one trade for each signal.</p>
          <RecordsStopped />
        </RecordsOf>
        {loading}
        {loaded && managedStrategies ? (
          <StrategyGrid>
            <MovingCards>
              {managedStrategies.map((strategy) => (
                <AvailableStrategyCard
                  key={strategy.id}
                  strategy={strategy}
                  open={strategy.isPublic && strategy.isActive}
                  busy={busyStrategyId === strategy.id}
                  onSubscribe={() => void subscribe(strategy.id)}
                  onUnsubscribe={() => setEnding(myStrategies.find((own) => own.strategyId === strategy.id) ?? null)}
                >
                  <StrategyManagement
                    strategy={strategy}
                    busy={managingId === strategy.id}
                    onTogglePublic={() =>
                      isRun(strategy) && strategy.isPublic ? setWithdrawing({ strategy, by: 'public' }) : void togglePublic(strategy.id)
                    }
                    onToggleActive={() =>
                      isRun(strategy) && strategy.isActive ? setWithdrawing({ strategy, by: 'active' }) : void toggleForAll(strategy.id)
                    }
                    onDelete={() => setDeleting(strategy)}
                  />
                </AvailableStrategyCard>
              ))}
            </MovingCards>
          </StrategyGrid>
        ) : null}
        {loaded && (managedStrategies ?? availableStrategies).length === 0 ? (
          <EmptyState icon={Store} title="No strategies available" text="Public strategies appear here." />
        ) : null}
        {loaded && !managedStrategies ? (
          <StrategyGrid>
            <MovingCards>
              {availableStrategies.map((strategy) => (
                <AvailableStrategyCard
                  key={strategy.id}
                  strategy={strategy}
                  open
                  busy={busyStrategyId === strategy.id}
                  onSubscribe={() => void subscribe(strategy.id)}
                  onUnsubscribe={() => setEnding(myStrategies.find((own) => own.strategyId === strategy.id) ?? null)}
                />
              ))}
            </MovingCards>
          </StrategyGrid>
        ) : null}
      </Tabs.Content>
      <Tabs.Content value="mine" tabIndex={-1}>
        {loading}
        {loaded && myStrategies.length === 0 ? (
          <EmptyState
            icon={Layers}
            title="No Subscribed Strategies"
            text={
              mayTrade
                ? 'Subscribe to a strategy and it trades for you on paper.'
                : 'Analyst accounts are read-only: they cannot subscribe.'
            }
          >
            <Button type="button" onClick={() => look({ tab: 'available' })}>
              Browse Strategies
            </Button>
          </EmptyState>
        ) : null}
        {loaded ? (
          <StrategyGrid>
            <MovingCards>
              {myStrategies.map((strategy) => (
                <MyStrategyCard
                  key={strategy.id}
                  strategy={strategy}
                  busy={busyStrategyId === strategy.strategyId}
                  onToggleActive={() => void toggleActive(strategy)}
                  onTradeLive={() => setGoingLive(strategy.id)}
                  onBackToPaper={() => void backToPaper(strategy)}
                  onSettings={() => setSettingsOf(strategy)}
                  onUnsubscribe={() => setEnding(strategy)}
                />
              ))}
            </MovingCards>
          </StrategyGrid>
        ) : null}
        {myStrategies.length > 0 ? <NotTaken key={selected} strategyId={selected} /> : null}
      </Tabs.Content>
      {settingsOf ? (
        <StrategySettingsDialog
          own={settingsOf}
          strategy={availableStrategies.find(({ id }) => id === settingsOf.strategyId)}
          onTradeLive={() => {
            setSettingsOf(null)
            setGoingLive(settingsOf.id)
          }}
          onClose={() => setSettingsOf(null)}
        />
      ) : null}
      {goingLive === null ? null : (
        <Suspense fallback={null}>
          <TradeLiveDialog subscriptionId={goingLive} onClose={() => setGoingLive(null)} />
        </Suspense>
      )}
      {ending ? (
        <ConfirmDialog
          title={`Unsubscribe from ${ending.name}?`}
          consequence="It opens no new trades for you. Trades that are open now run to their own exit."
          confirmLabel="Unsubscribe"
          onCancel={() => setEnding(null)}
          onConfirm={() => {
            setEnding(null)
            void unsubscribe(ending)
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
            void (withdrawing.by === 'public' ? togglePublic : toggleForAll)(withdrawing.strategy.id)
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
    </Tabs.Root>
  )
}

/** Whether switching it off affects a subscriber. */
const isRun = ({ subscribers, openTrades }: ManagedStrategyPartsFragment) => subscribers > 0 || openTrades > 0

/** Nothing while unknown: a failed load is not an empty list. */
const countOf = (list: readonly unknown[] | undefined) => (list ? ` (${list.length})` : '')
