import { useQuery } from '@apollo/client/react'
import { Radar } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { SCREENS } from '../../../schema/paths.ts'
import { LiveTradesDocument } from '../../gql/generated/graphql.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.ts'
import { WhenIdle } from '../../ui/WhenIdle.tsx'
import { SectionHead } from './SectionHead.ts'

const DeskTable = lazy(() => import('./DeskTable.tsx').then((module) => ({ default: module.DeskTable })))

/** Pixels: the headings and five rows. */
const HEIGHT = 232

/** Has its height from the beginning: what is below does not move when trades come and go. */
const Panel = styled.div`
  /* Nothing lies over its foot. */
  --bottom-bar: 0px;
  --shelf: -8px;

  height: ${HEIGHT}px;
  margin-bottom: 12px;
  overflow-y: auto;

  thead th {
    position: sticky;
    top: 0;
    z-index: 1;
    background: var(--surface);
  }
`

interface OpenTradesProps {
  pollMs: number
  /** Opens why a trade was made. */
  onWhy: (id: string) => void
}

/** The running trades above the dashboard's chart, as on the table of their own screen; read again every `pollMs`. */
export function OpenTrades(trades: OpenTradesProps) {
  return (
    <section aria-label="Open Trades">
      <SectionHead>
        <h2>Open Trades</h2>
        <Link to={SCREENS.liveTrades}>Open the monitor →</Link>
      </SectionHead>
      <Panel>
        <WhenIdle fallback={<Skeleton $height={HEIGHT} />}>
          <Trades {...trades} />
        </WhenIdle>
      </Panel>
    </section>
  )
}

function Trades({ pollMs, onWhy }: OpenTradesProps) {
  const { data, error, refetch } = useQuery(LiveTradesDocument, { pollInterval: pollMs, skipPollAttempt: () => document.hidden })
  const held = <Skeleton $height={HEIGHT} />
  return (
    <>
      {error ? (
        <LoadFailure text="Error loading open trades" short="Failed to fetch open trades" error={error} onRetry={() => void refetch()} />
      ) : null}
      {data ? (
        data.liveTrades.length === 0 ? (
          <EmptyState icon={Radar} title="No open trades" text="A trade appears here as soon as a strategy opens one." />
        ) : (
          <Suspense fallback={held}>
            <DeskTable trades={data.liveTrades} onWhy={onWhy} />
          </Suspense>
        )
      ) : error ? null : (
        held
      )}
    </>
  )
}
