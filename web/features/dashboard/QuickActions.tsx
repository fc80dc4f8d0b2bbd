import { ChartColumn, OctagonX, Play } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { SCREENS } from '../../../schema/paths.ts'
import { useMayTrade } from '../../lib/session/useMayTrade.ts'
import { Button } from '../../ui/Button.ts'
import { Card } from '../../ui/Card.ts'
import { useStartAll } from './useStartAll.ts'

// Loaded on first use.
const EmergencyStopDialog = lazy(() => import('./EmergencyStopDialog.tsx').then((module) => ({ default: module.EmergencyStopDialog })))

const Frame = styled(Card)`
  display: grid;
  gap: 10px;
  align-content: start;

  h2 {
    font-size: var(--text-md);
  }

  button,
  a {
    min-height: 44px;
  }

  p {
    color: var(--muted);
    font-size: var(--text-xs);
  }
`

/** A trader's urgent actions: start everything, stop everything. */
export function QuickActions() {
  const mayTrade = useMayTrade()
  const { startAll, starting, held } = useStartAll()
  const [stopping, setStopping] = useState(false)

  return (
    <Frame aria-label="Quick Actions">
      <h2>Quick Actions</h2>
      {mayTrade ? (
        <Button type="button" $busy={starting} disabled={held !== null} onClick={() => void startAll()}>
          <Play size={16} aria-hidden /> Start All Strategies
        </Button>
      ) : null}
      <Button $look="danger" type="button" onClick={() => setStopping(true)}>
        <OctagonX size={16} aria-hidden /> Emergency Stop
      </Button>
      <Button as={Link} $look="quiet" to={SCREENS.reports}>
        <ChartColumn size={16} aria-hidden /> View Reports
      </Button>
      <p>
        {mayTrade
          ? (held ?? 'Starts all your subscribed strategies, each in its own mode, paper or live.')
          : 'Your analyst account is read-only and does not trade.'}
      </p>
      <Suspense fallback={null}>{stopping ? <EmergencyStopDialog onClose={() => setStopping(false)} /> : null}</Suspense>
    </Frame>
  )
}
