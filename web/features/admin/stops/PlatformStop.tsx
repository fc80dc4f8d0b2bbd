import { useQuery } from '@apollo/client/react'
import { OctagonX } from 'lucide-react'
import { useState } from 'react'
import { ShellStateDocument } from '../../../gql/generated/graphql.ts'
import { useMarket } from '../../../gql/useMarket.ts'
import { UNKNOWN } from '../../../lib/formatMoney.ts'
import { formatDateTime } from '../../../lib/formatTime.ts'
import { Button } from '../../../ui/Button.ts'
import { LoadFailure } from '../../../ui/LoadFailure.tsx'
import { SettingsCard } from '../../../ui/SettingsCard.tsx'
import { Skeleton } from '../../../ui/Skeleton.ts'
import { AdminFacts } from '../AdminFacts.ts'
import { SquareOffTable } from './SquareOffTable.tsx'
import { StopLifter } from './StopLifter.tsx'
import { StopOthersDialog } from './StopOthersDialog.tsx'

/** Stops everybody's trading, shows the outcome, and lifts the stop. */
export function PlatformStop() {
  const { data, error, refetch } = useQuery(ShellStateDocument)
  const market = useMarket()
  const [isAsking, setIsAsking] = useState(false)
  if (!data)
    return error ? (
      <LoadFailure text="Failed to load the stops in force" error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton $height={220} />
    )
  const stop = data.stops.find(({ scope }) => scope === 'GLOBAL')
  if (!stop)
    return (
      <SettingsCard
        id="stop"
        title="No stop in force"
        text="A stop for everybody holds until it is lifted, even through restarts. Everybody sees it as a banner with its reason. Exits and protective stops keep working; open trades are squared off only if you choose to."
      >
        <Button $look="danger" type="button" onClick={() => setIsAsking(true)}>
          <OctagonX size={16} aria-hidden /> Stop trading for everybody
        </Button>
        {isAsking ? (
          <StopOthersDialog
            {...{ target: { scope: 'GLOBAL' as const }, title: 'Stop trading for everybody', who: 'All accounts' }}
            trades="all open trades of everybody"
            onClose={() => setIsAsking(false)}
          />
        ) : null}
      </SettingsCard>
    )
  return (
    <SettingsCard
      id="stop"
      title="All trading is stopped"
      text="No new trades are opened, on paper or live, until an admin lifts the stop."
      action={<StopLifter stop={stop} of="everybody" />}
    >
      <AdminFacts>
        <dt>Since</dt>
        <dd>{market ? formatDateTime(market.timeAt(Date.parse(stop.since))) : UNKNOWN}</dd>
        <dt>Reason</dt>
        <dd>{stop.reason}</dd>
        <dt>Open trades</dt>
        <dd>{stop.squareOff ? 'Squared off' : 'Run to their own exit'}</dd>
      </AdminFacts>
      {stop.squareOff ? <SquareOffTable stopId={stop.id} /> : null}
    </SettingsCard>
  )
}
