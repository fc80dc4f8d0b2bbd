import { useApolloClient } from '@apollo/client/react'
import { KeyRound, Link2, RotateCw, Unplug } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { BROKER_MESSAGES } from '../../../schema/brokerMessages.ts'
import { LEAVE_WORD, type OpenAtBroker, type Successor } from '../../../schema/openAtBroker.ts'
import { OpenAtBrokerDocument, type BrokerPartsFragment } from '../../gql/generated/graphql.ts'
import { useBrokerName } from '../../gql/useBrokerName.ts'
import { formatDateTime } from '../../lib/formatTime.ts'
import { useMayTrade } from '../../lib/session/useMayTrade.ts'
import { Alert } from '../../ui/Alert.ts'
import { Badge, type Tone } from '../../ui/Badge.ts'
import { Button } from '../../ui/Button.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { SettingsCard } from '../../ui/SettingsCard.tsx'
import { Skeleton } from '../../ui/Skeleton.ts'
import { BrokerActions } from './BrokerActions.ts'
import { BrokerParts } from './BrokerParts.ts'
import { Readiness } from './Readiness.tsx'
import { TokenManager } from './TokenManager.tsx'
import { useBrokerChange } from './useBrokerChange.ts'
import type { BrokerCheck } from './useBrokerStatus.ts'
import { useLoginOutcome } from './useLoginOutcome.ts'

// Loaded on first use.
const LeaveOpenDialog = lazy(() => import('./LeaveOpenDialog.tsx').then((module) => ({ default: module.LeaveOpenDialog })))
const PinSignInDialog = lazy(() => import('./PinSignInDialog.tsx').then((module) => ({ default: module.PinSignInDialog })))

/** What links to the card name. */
const ID = 'broker'

/** What is asked: client code and PIN, whether to disconnect, or whether to leave what is open. */
type Asking = 'pin' | 'disconnect' | { readonly successor: Successor; readonly open: readonly OpenAtBroker[] }

type State = 'none' | 'connected' | 'refused' | 'expired'

const BADGES: Readonly<Record<State, readonly [text: string, tone: Tone]>> = {
  none: ['Not connected', 'neutral'],
  connected: ['Connected', 'good'],
  refused: ['Rejected', 'bad'],
  expired: ['Expired', 'warning'],
}

/** The user's account at the broker: what it is good for, how it stands, and how to connect and disconnect it. */
export function BrokerConnection({ check: { status, failure: unchecked, retry } }: { check: BrokerCheck }) {
  const mayTrade = useMayTrade()
  const brokerName = useBrokerName(status?.brokerName ?? '')
  const change = useBrokerChange(status)
  const outcome = useLoginOutcome()
  const client = useApolloClient()
  const [asking, setAsking] = useState<Asking | null>(null)
  const state = status === null ? null : stateOf(status)
  const [text, tone] = BADGES[state ?? 'none']
  const connected = state === 'connected'
  const problem = change.failure ?? (connected ? null : outcome.failure) ?? (status === null ? null : problemOf(status))

  // The pressed button disappears with its state, and the focus would go with it.
  const shown = useRef(state)
  useEffect(() => {
    const before = shown.current
    if (asking !== null || before === state) return
    shown.current = state
    if (before !== null && document.activeElement === document.body) document.getElementById(ID)?.focus({ preventScroll: true })
  }, [state, asking])

  function begin(act: () => Promise<void>) {
    outcome.forget()
    void act()
  }

  /** Asks before the account is left: with what is open there, when something is. */
  async function askToLeave(successor: Successor) {
    // Whatever is wrong, the engine looks once more.
    const read = client.query({ query: OpenAtBrokerDocument, fetchPolicy: 'network-only' }).catch(() => null)
    const open = (await read)?.data?.openAtBroker ?? []
    if (open.length > 0) setAsking({ successor, open })
    else if (successor === 'none') setAsking('disconnect')
    else begin(() => change.connect())
  }

  return (
    <SettingsCard
      id={ID}
      title="Broker Connection"
      text="Your own account at the broker. Connecting alone trades nothing: every strategy stays on paper until you switch that strategy to live."
      action={state === null ? undefined : <Badge $tone={tone}>{text}</Badge>}
    >
      {unchecked === null ? null : <ErrorState {...unchecked} onRetry={retry} />}
      {status === null ? (
        unchecked === null ? (
          <Skeleton $height={72} />
        ) : null
      ) : (
        <BrokerParts>
          {problem === null || connected ? null : <Alert>{problem}</Alert>}
          {state === 'none' ? (
            <p>
              {mayTrade
                ? `${BROKER_MESSAGES.noConnection}. Connect Broker opens the broker's own sign-in page in this window and brings you back here.`
                : 'Analyst accounts are read-only: they cannot connect a broker.'}
            </p>
          ) : (
            <p>
              {brokerName}, client code …{status.clientCodeEnding}
              {connected || status.lastRefreshed === null ? '' : `, last connected ${formatDateTime(status.lastRefreshed)}`}.
            </p>
          )}
          {connected ? (
            <>
              <TokenManager
                status={status}
                busy={change.busy}
                failure={problem}
                onRefresh={() => begin(change.refresh)}
                onAutoRefresh={() => begin(change.autoRefresh)}
              />
              <Readiness readiness={status.readiness} busy={change.busy} onCheck={() => begin(change.check)} />
            </>
          ) : null}
          <BrokerActions>
            {connected || !mayTrade ? null : (
              <>
                <Button
                  type="button"
                  $busy={change.busy !== null}
                  onClick={() => (outcome.leavesOpen ? void askToLeave('another account') : begin(() => change.connect()))}
                >
                  <Link2 size={16} aria-hidden /> {change.busy === 'connect' ? 'Opening...' : 'Connect Broker'}
                </Button>
                <Button $look="quiet" type="button" $busy={change.busy !== null} onClick={() => setAsking('pin')}>
                  <KeyRound size={16} aria-hidden /> Connect with PIN
                </Button>
              </>
            )}
            {!connected && status.signsInByItself ? (
              <Button $look="quiet" type="button" $busy={change.busy !== null} onClick={() => begin(change.autoRefresh)}>
                <RotateCw size={16} aria-hidden /> {change.busy === 'autoRefresh' ? 'Signing in...' : 'Sign In With Saved PIN'}
              </Button>
            ) : null}
            {state === 'none' ? null : (
              <Button $look="danger" type="button" $busy={change.busy !== null} onClick={() => void askToLeave('none')}>
                <Unplug size={16} aria-hidden /> {change.busy === 'disconnect' ? 'Disconnecting...' : 'Disconnect'}
              </Button>
            )}
          </BrokerActions>
        </BrokerParts>
      )}
      <Suspense fallback={null}>
        {asking === 'pin' ? (
          <PinSignInDialog connected={connected} ending={status?.clientCodeEnding ?? null} onClose={() => setAsking(null)} />
        ) : null}
        {typeof asking === 'object' && asking !== null ? (
          <LeaveOpenDialog
            {...asking}
            ending={status?.clientCodeEnding ?? ''}
            onClose={() => setAsking(null)}
            onLeave={() => {
              setAsking(null)
              begin(() => (asking.successor === 'none' ? change.disconnect(LEAVE_WORD) : change.connect(LEAVE_WORD)))
            }}
          />
        ) : null}
      </Suspense>
      {asking === 'disconnect' ? (
        <ConfirmDialog
          title="Disconnect your broker?"
          consequence="The session at the broker ends, and its tokens are deleted here, with the PIN and the TOTP secret if they were saved. Paper trading continues; live strategies open no trades until you connect again."
          confirmLabel="Disconnect"
          onCancel={() => setAsking(null)}
          onConfirm={() => {
            setAsking(null)
            begin(() => change.disconnect())
          }}
        />
      ) : null}
    </SettingsCard>
  )
}

function stateOf({ isConnected, clientCodeEnding, problem }: BrokerPartsFragment): State {
  if (clientCodeEnding === null) return 'none'
  if (isConnected) return 'connected'
  return problem === null ? 'expired' : 'refused'
}

/** What stands against using the account, the server's words first; null when nothing does. */
function problemOf(status: BrokerPartsFragment): string | null {
  const usable = status.isConnected || status.clientCodeEnding === null
  return status.problem ?? (usable ? null : BROKER_MESSAGES.notConnected)
}
