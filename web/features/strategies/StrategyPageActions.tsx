import { useState } from 'react'
import { styled } from 'styled-components'
import { SECOND } from '../../../schema/time.ts'
import { StrategyPageDocument, type StrategyPageQuery } from '../../gql/generated/graphql.ts'
import { formatDate } from '../../lib/formatTime.ts'
import { useMayTrade } from '../../lib/session/useMayTrade.ts'
import { useNow } from '../../lib/useNow.ts'
import { Button } from '../../ui/Button.ts'
import { Card } from '../../ui/Card.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { SubscribeDialog } from './SubscribeDialog.tsx'
import { useSubscriptionChange } from './useSubscriptionChange.ts'
import { warmingUpText } from './warmingUpText.ts'

const Bar = styled(Card)`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 16px;
  font-size: var(--text-sm);

  p {
    flex: 1 1 18rem;
  }

  /* As high when it says nothing: what is below stays where it is. */
  p.history {
    flex-basis: 100%;
    min-height: 24px;
    color: var(--muted);

    @media (max-width: 40rem) {
      min-height: 48px;
    }
  }
`

type Page = StrategyPageQuery['strategyPage']

/** Whether it trades for the user and by which version, and the ways to change that. */
export function StrategyPageActions({
  strategy,
  subscriptionId,
  subscribedVersion,
  warmingUp,
}: Pick<Page, 'strategy' | 'subscriptionId' | 'subscribedVersion' | 'warmingUp'>) {
  const mayTrade = useMayTrade()
  const now = useNow(5 * SECOND)
  const { busyStrategyId, subscribe, unsubscribe, moveToVersion } = useSubscriptionChange([StrategyPageDocument])
  const [question, setQuestion] = useState<'subscribe' | 'unsubscribe' | 'move' | null>(null)
  const { id: strategyId, name, version, legs, isPublic, isActive, archivedAt } = strategy
  const busy = busyStrategyId !== null
  const open = isPublic && isActive
  const own = subscriptionId === null ? null : { id: subscriptionId, strategyId }
  return (
    <Bar aria-label="Your subscription">
      <p>
        {own === null
          ? open
            ? mayTrade
              ? `Subscribe, and version ${version} trades for you on paper.`
              : 'Analyst accounts are read-only: they cannot subscribe.'
            : archivedAt === null
              ? 'You can subscribe only while it is public and active.'
              : `It was deleted on ${formatDate(archivedAt)}: nobody can subscribe to it, and it no longer changes.`
          : subscribedVersion === null || subscribedVersion === version
            ? `You are on version ${version}, the newest.`
            : `You are on version ${subscribedVersion}, and stay on it until you move. Version ${version} is available; Versions lists what it changed.`}
      </p>
      {own === null ? (
        open && mayTrade ? (
          <Button type="button" $busy={busy} onClick={() => (legs.length > 0 ? setQuestion('subscribe') : void subscribe(strategyId))}>
            Subscribe
          </Button>
        ) : null
      ) : (
        <>
          {subscribedVersion === version || !mayTrade ? null : (
            <Button type="button" $busy={busy} onClick={() => setQuestion('move')}>
              Move to version {version}
            </Button>
          )}
          <Button $look="quiet" type="button" $busy={busy} onClick={() => setQuestion('unsubscribe')}>
            Unsubscribe
          </Button>
        </>
      )}
      {own === null ? null : (
        <p className="history">{warmingUp === null ? null : `${warmingUpText(warmingUp, now)}. Until then it does not signal.`}</p>
      )}
      {question === 'subscribe' ? (
        <SubscribeDialog
          strategyId={strategyId}
          name={name}
          onCancel={() => setQuestion(null)}
          onConfirm={() => {
            setQuestion(null)
            void subscribe(strategyId)
          }}
        />
      ) : null}
      {question === 'unsubscribe' && own ? (
        <ConfirmDialog
          title={`Unsubscribe from ${name}?`}
          consequence="It opens no new trades for you. Open trades run to their own exit."
          confirmLabel="Unsubscribe"
          onCancel={() => setQuestion(null)}
          onConfirm={() => {
            setQuestion(null)
            void unsubscribe(own)
          }}
        />
      ) : null}
      {question === 'move' && own ? (
        <ConfirmDialog
          title={`Move to version ${version}?`}
          consequence="New trades follow its rules and terms; your own settings stay. Open trades keep the version they were opened with. If it trades live, it opens no trades until you confirm it again."
          confirmLabel="Move"
          onCancel={() => setQuestion(null)}
          onConfirm={() => {
            setQuestion(null)
            void moveToVersion(own, version)
          }}
        />
      ) : null}
    </Bar>
  )
}
