import { useMutation, useQuery } from '@apollo/client/react'
import { OctagonX, Play } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { styled } from 'styled-components'
import { ActivateStrategiesDocument, StopsDocument } from '../../gql/generated/graphql.ts'
import { Button } from '../../ui/Button.ts'
import { Card } from '../../ui/Card.ts'
import { toastFailure } from '../../ui/toastFailure.ts'
import { EmergencyStopDialog } from './EmergencyStopDialog.tsx'

const Frame = styled(Card)`
  display: grid;
  gap: 10px;
  align-content: start;

  h2 {
    font-size: var(--text-md);
  }

  button {
    min-height: 44px;
  }

  p {
    color: var(--muted);
    font-size: var(--text-xs);
  }
`

/** What a trader does in a hurry: start everything, stop everything. `openTrades` is null while unknown. */
export function QuickActions({ openTrades }: { openTrades: number | null }) {
  const [activate, { loading }] = useMutation(ActivateStrategiesDocument, { refetchQueries: 'active' })
  const { data } = useQuery(StopsDocument)
  const [stopping, setStopping] = useState(false)
  const stopped = data?.stops.some(({ scope }) => scope !== 'STRATEGY') ?? false

  async function startAll() {
    try {
      const { data: started } = await activate()
      const count = started?.activateStrategies ?? 0
      if (count === 0) toast.info('All your strategies were active already.')
      else toast.success(count === 1 ? '1 strategy activated.' : `${count} strategies activated.`)
    } catch (error) {
      toastFailure('Failed to start strategies', error)
    }
  }

  return (
    <Frame aria-label="Quick Actions">
      <h2>Quick Actions</h2>
      <Button type="button" disabled={loading || stopped} onClick={() => void startAll()}>
        <Play size={16} aria-hidden /> Start All Strategies
      </Button>
      <Button $look="danger" type="button" onClick={() => setStopping(true)}>
        <OctagonX size={16} aria-hidden /> Emergency Stop
      </Button>
      <p>{stopped ? 'Lift the emergency stop before you start strategies.' : 'Starts all strategies you subscribed to, on paper.'}</p>
      {stopping ? <EmergencyStopDialog openTrades={openTrades} onClose={() => setStopping(false)} /> : null}
    </Frame>
  )
}
