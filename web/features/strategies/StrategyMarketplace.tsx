import { useApolloClient, useQuery } from '@apollo/client/react'
import { Tabs } from 'radix-ui'
import { useDeferredValue, useState } from 'react'
import { styled } from 'styled-components'
import {
  AvailableStrategiesDocument,
  LotPreviewsOfAllDocument,
  ManagedStrategiesDocument,
  MyStrategiesDocument,
  type UserStrategyPartsFragment,
} from '../../gql/generated/graphql.ts'
import { useAuthStore } from '../../lib/session/useAuthStore.ts'
import { useAddressTexts } from '../../lib/useAddressTexts.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.ts'
import { AvailableStrategies } from './AvailableStrategies.tsx'
import { MyStrategies } from './MyStrategies.tsx'
import { RecordsStopped } from './RecordsStopped.tsx'
import { StrategyGrid } from './StrategyCard.ts'
import { StrategyOverview } from './StrategyOverview.tsx'
import { useMayWarmUp } from './useMayWarmUp.ts'
import { usePollWhile } from './usePollWhile.ts'
import { useSubscriptionChange } from './useSubscriptionChange.ts'

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
const USUAL = { tab: 'available', strategy: '', settings: '' }

/** The strategies to choose from and the user's own. The address holds the open tab, strategy and settings. */
export function StrategyMarketplace() {
  const client = useApolloClient()
  const available = useQuery(AvailableStrategiesDocument)
  const mine = useQuery(MyStrategiesDocument)
  const lots = useQuery(LotPreviewsOfAllDocument, { fetchPolicy: 'cache-and-network' })
  const isAdmin = useAuthStore(({ user }) => user?.role === 'admin')
  const managed = useQuery(ManagedStrategiesDocument, { skip: !isAdmin })
  const lists = [AvailableStrategiesDocument, MyStrategiesDocument, ...(isAdmin ? [ManagedStrategiesDocument] : [])]
  const { busyStrategyId, subscribe, unsubscribe, toggleActive, backToPaper } = useSubscriptionChange(lists)
  const { texts, change } = useAddressTexts(USUAL)
  const [ending, setEnding] = useState<UserStrategyPartsFragment | null>(null)
  const availableStrategies = available.data?.availableStrategies
  const myStrategies = mine.data?.myStrategies
  const managedStrategies = managed.data?.managedStrategies
  usePollWhile(mine, useMayWarmUp(myStrategies ?? []))
  const failed = available.error ?? mine.error
  const tab = texts.tab === 'mine' ? 'mine' : 'available'
  // The chosen tab is marked at once; its cards, rendered in pieces, replace the others when they are ready.
  const shown = useDeferredValue(tab)
  const selected = myStrategies?.find(({ strategyId }) => strategyId === texts.strategy)?.strategyId ?? null

  // At once: a key pressed right after another must find the tab of the one before chosen.
  const look = (at: Partial<typeof USUAL>) => change(at, { replace: true, preventScrollReset: true, flushSync: true })

  const loading = failed ? null : (
    <StrategyGrid>
      {Array.from({ length: 6 }, (_, i) => (
        <Skeleton key={i} $height={shown === 'mine' ? 644 : 780} />
      ))}
    </StrategyGrid>
  )

  return (
    <Tabs.Root value={tab} onValueChange={(chosen) => look({ tab: chosen })}>
      <StrategyOverview
        strategies={myStrategies ?? null}
        selected={selected}
        onSelect={(strategyId) => look({ strategy: strategyId ?? '' })}
        onRefresh={() => client.refetchQueries({ include: 'active' })}
      />
      <List aria-label="Strategies">
        <Trigger value="available">Available Strategies{countOf(managedStrategies ?? availableStrategies)}</Trigger>
        <Trigger value="mine">My Strategies{countOf(myStrategies)}</Trigger>
      </List>
      {failed ? (
        <LoadFailure
          text="Failed to load strategies"
          error={failed}
          onRetry={() => void Promise.all([available.refetch(), mine.refetch()])}
        />
      ) : null}
      <Tabs.Content key={shown} value={shown} forceMount tabIndex={-1}>
        {shown === 'available' ? (
          <>
            {managed.error ? (
              <LoadFailure text="Failed to load strategies to manage" error={managed.error} onRetry={() => void managed.refetch()} />
            ) : null}
            <RecordsOf>
              <p>Results are for one lot on paper, with one trade per signal.</p>
              <RecordsStopped />
            </RecordsOf>
            {availableStrategies && myStrategies && (lots.data || lots.error) ? (
              <AvailableStrategies
                available={availableStrategies}
                managed={managedStrategies}
                lots={lots.data?.lotPreviews ?? null}
                busyStrategyId={busyStrategyId}
                onSubscribe={(strategyId) => void subscribe(strategyId)}
                onUnsubscribe={(strategyId) => setEnding(myStrategies.find((own) => own.strategyId === strategyId) ?? null)}
              />
            ) : (
              loading
            )}
          </>
        ) : availableStrategies && myStrategies ? (
          <MyStrategies
            strategies={myStrategies}
            available={availableStrategies}
            selected={selected}
            settingsOf={myStrategies.find(({ strategyId }) => strategyId === texts.settings) ?? null}
            onSettings={(strategyId) => look({ settings: strategyId ?? '' })}
            busyStrategyId={busyStrategyId}
            onToggleActive={(strategy) => void toggleActive(strategy)}
            onBackToPaper={(strategy) => void backToPaper(strategy)}
            onUnsubscribe={setEnding}
            onBrowse={() => look({ tab: 'available' })}
          />
        ) : (
          loading
        )}
      </Tabs.Content>
      {ending ? (
        <ConfirmDialog
          title={`Unsubscribe from ${ending.name}?`}
          consequence="It opens no new trades for you. Open trades run to their own exit."
          confirmLabel="Unsubscribe"
          onCancel={() => setEnding(null)}
          onConfirm={() => {
            setEnding(null)
            void unsubscribe(ending)
          }}
        />
      ) : null}
    </Tabs.Root>
  )
}

/** Nothing while unknown: a failed load is not an empty list. */
const countOf = (list: readonly unknown[] | undefined) => (list ? ` (${list.length})` : '')
