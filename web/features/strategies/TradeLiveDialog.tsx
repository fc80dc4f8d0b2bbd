import { useMutation, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { styled } from 'styled-components'
import { LIVE_WORD } from '../../../schema/trading/liveGates.ts'
import { describeError } from '../../gql/describeError.ts'
import {
  LiveReadinessDocument,
  ShellStateDocument,
  UpdateSubscriptionSettingsDocument,
  type LiveReadinessQuery,
} from '../../gql/generated/graphql.ts'
import { Alert } from '../../ui/Alert.ts'
import { Button } from '../../ui/Button.ts'
import { DialogActions } from '../../ui/DialogActions.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { ModeBadge } from '../../ui/ModeBadge.tsx'
import { RiskConsent } from '../../ui/RiskConsent.tsx'
import { Skeleton } from '../../ui/Skeleton.ts'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { LiveGateList } from './LiveGateList.tsx'
import { LiveNumbers } from './LiveNumbers.tsx'

const Body = styled.div`
  display: grid;
  gap: 20px;
  margin-top: 16px;

  h3 {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
    margin-bottom: 8px;
    font-size: var(--text-md);
  }

  form {
    display: grid;
    gap: 14px;
    padding-top: 16px;
    border-top: 1px solid var(--live);
  }
`

/** Which of a position's limits hold while the engine is down. */
const HELD_HERE =
  'A leg with a stop of its own also has a stop order at the exchange, which holds while Sakha is down; where it would take more margin than your account has, Sakha alone watches it, and the trade’s card says so. A stop, target or locked profit of a whole position, and the time to close, are held by Sakha alone and not at the exchange: a position with one stop for all its legs has nothing at the exchange at all. While Sakha, its machine or its network is down, nothing protects such a position there, and nothing closes it but you. Live trades are closed, and new ones end, some minutes before your broker squares off intraday positions by itself: earlier than on paper.'

interface TradeLiveDialogProps {
  subscriptionId: string
  onClose: () => void
}

/** What it takes to trade a strategy live, with its numbers, and the word that does it. Closes when it is done. */
export function TradeLiveDialog({ subscriptionId: id, onClose }: TradeLiveDialogProps) {
  const { data, error, loading, refetch } = useQuery(LiveReadinessDocument, {
    variables: { id },
    // What is missing is done elsewhere.
    fetchPolicy: 'network-only',
    nextFetchPolicy: 'cache-first',
    notifyOnNetworkStatusChange: true,
  })
  const readiness = data?.liveReadiness
  return (
    <Modal
      title="Trade live"
      description={
        readiness
          ? `${readiness.name} sends real orders to your broker, with real money, once all of this is done and you confirm it.`
          : 'Real orders to your broker, with real money.'
      }
      onClose={onClose}
    >
      <Body>
        {error ? <LoadFailure text="Failed to load what live trading needs" error={error} onRetry={() => void refetch()} /> : null}
        {readiness ? (
          <Steps readiness={readiness} looking={loading} onLook={() => void refetch()} onClose={onClose} />
        ) : error ? null : (
          <Skeleton $height={520} />
        )}
      </Body>
    </Modal>
  )
}

interface StepsProps {
  readiness: LiveReadinessQuery['liveReadiness']
  /** The gates are being looked at again. */
  looking: boolean
  onLook: () => void
  onClose: () => void
}

function Steps({ readiness, looking, onLook, onClose }: StepsProps) {
  const { id, name, gates } = readiness
  const [update, { loading }] = useMutation(UpdateSubscriptionSettingsDocument, { refetchQueries: [ShellStateDocument] })
  const [typed, setTyped] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const missing = gates.filter(({ gate, met }) => !met && gate !== 'CONFIRMATION').length
  const ready = missing === 0 && typed === LIVE_WORD

  async function submit() {
    setRefusal(null)
    try {
      await update({ variables: { id, input: { paperTrade: false, confirmation: typed } } })
      toast.success(`${name} trades LIVE: real orders, real money.`)
      onClose()
    } catch (error) {
      setRefusal(describeError(error).message)
      onLook()
    }
  }

  return (
    <>
      <section>
        <h3>
          What it takes
          <Button $look="quiet" type="button" $busy={looking} onClick={onLook}>
            {looking ? 'Checking...' : 'Check again'}
          </Button>
        </h3>
        <LiveGateList gates={gates} onLeave={onClose} />
      </section>
      <section>
        <h3>The risk</h3>
        <RiskConsent
          paragraphs={readiness.riskText}
          version={readiness.riskTextVersion}
          accepted={gates.some(({ gate, met }) => gate === 'RISK_TEXT' && met)}
          shownBy={LiveReadinessDocument}
        />
        <p>{HELD_HERE}</p>
      </section>
      <section>
        <h3>
          The numbers <ModeBadge mode="LIVE" />
        </h3>
        <LiveNumbers readiness={readiness} />
        <p>The first order asks you once more, with its numbers: you have two minutes to send it. Later orders and exits never ask.</p>
      </section>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!loading && ready) void submit()
        }}
      >
        {refusal === null ? null : <Alert>{refusal}</Alert>}
        <TextField
          label={`Type ${LIVE_WORD} to confirm these numbers`}
          value={typed}
          disabled={loading}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={({ target }) => setTyped(target.value)}
        />
        {missing === 0 ? null : (
          <p role="status">{missing === 1 ? 'One thing above is missing.' : `${missing} things above are missing.`}</p>
        )}
        <DialogActions>
          <Button $look="quiet" type="button" onClick={onClose}>
            Keep it as it is
          </Button>
          <Button $look="danger" type="submit" disabled={loading || !ready} aria-busy={loading}>
            {loading ? 'Switching...' : 'Trade live'}
          </Button>
        </DialogActions>
      </form>
    </>
  )
}
