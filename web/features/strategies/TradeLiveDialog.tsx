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
import { useLiveMoney } from '../../gql/useLiveMoney.ts'
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
  'A leg with its own stop also has a stop order at the exchange, which holds while Sakha is down. If that order would need more margin than your account has, only Sakha watches the stop, and the trade’s card says so. A stop, target or locked profit for a whole position, and its closing time, are held by Sakha only: a position with one stop for all its legs has no order at the exchange. While Sakha, its server or its network is down, nothing protects such a position, and only you can close it. Sakha stops live entries and closes live trades a few minutes before your broker squares off intraday positions: earlier than on paper.'

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
  const money = useLiveMoney()
  const readiness = data?.liveReadiness
  return (
    <Modal
      title="Trade live"
      description={
        readiness
          ? `${readiness.name} sends live orders to your broker (${money}) once all of this is done and you confirm it.`
          : `Live orders to your broker (${money}).`
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
  const money = useLiveMoney()
  const [typed, setTyped] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const missing = gates.filter(({ gate, met }) => !met && gate !== 'CONFIRMATION').length
  const ready = missing === 0 && typed === LIVE_WORD

  async function submit() {
    setRefusal(null)
    try {
      await update({ variables: { id, input: { paperTrade: false, confirmation: typed } } })
      toast.success(`${name} trades LIVE (${money}).`)
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
          Requirements
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
          <p role="status">{missing === 1 ? 'One requirement above is missing.' : `${missing} requirements above are missing.`}</p>
        )}
        <DialogActions>
          <Button $look="quiet" type="button" onClick={onClose}>
            Stay on paper
          </Button>
          <Button $look="danger" type="submit" disabled={loading || !ready} aria-busy={loading}>
            {loading ? 'Switching...' : 'Trade live'}
          </Button>
        </DialogActions>
      </form>
    </>
  )
}
