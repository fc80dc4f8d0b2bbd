import { useQuery } from '@apollo/client/react'
import { Store } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { paths } from '../../../../schema/paths.ts'
import { StrategyUsageDocument, type StrategyUsageQuery } from '../../../gql/generated/graphql.ts'
import { useStopsInForce } from '../../../gql/useStops.ts'
import { formatCount } from '../../../lib/formatMoney.ts'
import { formatDate } from '../../../lib/formatTime.ts'
import { Badge } from '../../../ui/Badge.ts'
import { Button } from '../../../ui/Button.ts'
import { Card } from '../../../ui/Card.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LoadFailure } from '../../../ui/LoadFailure.tsx'
import { Skeleton } from '../../../ui/Skeleton.ts'
import { AdminTable } from '../AdminTable.ts'
import { StopLifter } from '../stops/StopLifter.tsx'
import { StopOthersDialog } from '../stops/StopOthersDialog.tsx'

type Usage = StrategyUsageQuery['strategyUsage'][number]

const Versions = styled.ul`
  display: grid;
  gap: 2px;
  margin-top: 4px;
  color: var(--muted);
  font-size: var(--text-xs);
  font-weight: 400;
`

/** Who runs which strategy, in counts, with a stop of each for everybody. */
export function StrategyUsage() {
  const { data, error, refetch } = useQuery(StrategyUsageDocument, { fetchPolicy: 'cache-and-network' })
  const [stopping, setStopping] = useState<Usage | null>(null)
  const strategies = data?.strategyUsage
  return (
    <>
      {error ? <LoadFailure text="Failed to load the strategies" error={error} onRetry={() => void refetch()} /> : null}
      {!strategies ? (
        error ? null : (
          <Skeleton $height={480} />
        )
      ) : strategies.length === 0 ? (
        <EmptyState icon={Store} title="No strategies yet" text="Strategies are created in the marketplace." />
      ) : (
        <Card>
          <AdminTable>
            <caption>By name: subscriptions per version, and all open trades.</caption>
            <thead>
              <tr>
                <th scope="col">Strategy</th>
                <th scope="col">Open on paper</th>
                <th scope="col">Open live</th>
                <th scope="col">For everybody</th>
              </tr>
            </thead>
            <tbody>
              {strategies.map((strategy) => (
                <StrategyRow key={strategy.strategyId} strategy={strategy} onStop={() => setStopping(strategy)} />
              ))}
            </tbody>
          </AdminTable>
        </Card>
      )}
      {stopping ? (
        <StopOthersDialog
          target={{ scope: 'STRATEGY', strategyId: stopping.strategyId }}
          title={`Stop ${stopping.name} for everybody`}
          who={`For all its users, ${stopping.name}`}
          trades="its open trades of all users"
          onClose={() => setStopping(null)}
        />
      ) : null}
    </>
  )
}

function StrategyRow({ strategy, onStop }: { strategy: Usage; onStop: () => void }) {
  const { strategyId, name, isActive, isPublic, versions, openPaper, openLive } = strategy
  const stop = useStopsInForce().find((each) => each.strategyId === strategyId)
  return (
    <tr>
      <th scope="row">
        <Link to={paths.strategy(strategyId)}>{name}</Link> {isActive ? null : <Badge>Off</Badge>}{' '}
        {isPublic ? null : <Badge>Private</Badge>} {stop ? <Badge $tone="warning">Stopped</Badge> : null}
        <Versions aria-label={`Versions of ${name}`}>
          {versions.map(({ version, createdAt, paper, live, off }) => (
            <li key={version}>
              Version {version} of {formatDate(createdAt)}: {formatCount(paper)} on paper, {formatCount(live)} LIVE, {formatCount(off)}{' '}
              switched off
            </li>
          ))}
        </Versions>
      </th>
      <td data-label="Open on paper">{formatCount(openPaper)}</td>
      <td data-label="Open live">{formatCount(openLive)}</td>
      <td>
        {stop ? (
          <StopLifter stop={stop} of={`all who run ${name}`} />
        ) : (
          <Button $look="quiet" type="button" aria-label={`Stop ${name} for everybody`} onClick={onStop}>
            Stop
          </Button>
        )}
      </td>
    </tr>
  )
}
