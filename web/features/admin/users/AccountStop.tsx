import { useMutation } from '@apollo/client/react'
import { OctagonX } from 'lucide-react'
import { useState } from 'react'
import { styled } from 'styled-components'
import { LIMITS } from '../../../../schema/limits.ts'
import { LiftStopDocument, type ManagedUserDetailPartsFragment } from '../../../gql/generated/graphql.ts'
import { useMarket } from '../../../gql/useMarket.ts'
import { UNKNOWN } from '../../../lib/formatMoney.ts'
import { formatDateTime } from '../../../lib/formatTime.ts'
import { useFreshWhile } from '../../../lib/useFreshWhile.ts'
import { Button } from '../../../ui/Button.ts'
import { SettingsCard } from '../../../ui/SettingsCard.tsx'
import { useToldChange } from '../../../ui/useToldChange.ts'
import { AdminFacts } from '../AdminFacts.ts'
import { ReasonDialog } from '../ReasonDialog.tsx'
import { SquareOffTable } from '../stops/SquareOffTable.tsx'
import { StopOthersDialog } from '../stops/StopOthersDialog.tsx'
import { describeOpen } from './describeOpen.ts'

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  margin-top: 16px;
`

interface AccountStopProps {
  user: ManagedUserDetailPartsFragment
  /** What is shown may be behind: something was tried, or a question counts it. */
  onTried: () => void
}

/** Stops the entries of one account, shows what came of squaring off, and lets it trade again. */
export function AccountStop({ user, onTried }: AccountStopProps) {
  const { id, name, stop } = user
  const market = useMarket()
  const [asking, setAsking] = useState<'STOP' | 'LIFT' | null>(null)
  const [lift] = useMutation(LiftStopDocument)
  const { busy, run } = useToldChange()
  useFreshWhile(asking === 'STOP', onTried)
  const done = () => {
    setAsking(null)
    onTried()
  }

  async function lifted(reason: string) {
    const letTrade = async () => {
      await lift({ variables: { input: { scope: 'USER', userId: id, reason } } })
      return 'The stop is lifted.'
    }
    await run('LIFT', letTrade, 'Failed to lift the stop')
    done()
  }

  const isOthers = stop !== null && !stop.byOwner
  return (
    <SettingsCard
      id="stop"
      title={stop === null ? 'Trading is not stopped' : isOthers ? 'Trading is stopped by an admin' : 'Trading is stopped by its owner'}
      text={`Open now: ${describeOpen(user)}. A stop holds until it is lifted; exits and protective stops keep working.`}
    >
      {stop === null ? null : (
        <AdminFacts>
          <dt>Since</dt>
          <dd>{market ? formatDateTime(market.timeAt(Date.parse(stop.since))) : UNKNOWN}</dd>
          <dt>Reason</dt>
          <dd>{stop.reason}</dd>
          <dt>Open trades</dt>
          <dd>{stop.squareOff ? 'Squared off' : 'Run to their own exit'}</dd>
          {stop.ownerToo ? (
            <>
              <dt>Its owner</dt>
              <dd>Has stopped it as well, which stays when this stop is lifted</dd>
            </>
          ) : null}
        </AdminFacts>
      )}
      {stop?.squareOff ? <SquareOffTable stopId={stop.id} /> : null}
      <Row>
        {isOthers && stop.squareOff ? null : (
          <Button $look="danger" type="button" onClick={() => setAsking('STOP')}>
            <OctagonX size={16} aria-hidden /> {isOthers ? 'Square off' : 'Stop trading'}
          </Button>
        )}
        {isOthers ? (
          <Button $look="quiet" type="button" $busy={busy !== null} onClick={() => setAsking('LIFT')}>
            Lift the stop
          </Button>
        ) : null}
      </Row>
      {asking === 'STOP' ? (
        <StopOthersDialog
          {...{ target: { scope: 'USER' as const, userId: id }, title: `Stop the trading of ${name}`, who: `The account of ${name}` }}
          trades={`its open trades (${describeOpen(user)})`}
          isReasonNeeded
          onClose={done}
        />
      ) : null}
      {asking === 'LIFT' ? (
        <ReasonDialog
          title="Lift the stop of this account?"
          consequence="Its active strategies open new trades again from their next signal, on paper and live. Closed trades are not reopened."
          confirmLabel="Lift the stop"
          isDangerous
          longest={LIMITS.stopReason.max}
          busy={busy !== null}
          onConfirm={(reason) => void lifted(reason)}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </SettingsCard>
  )
}
