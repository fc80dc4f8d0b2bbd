import { useQuery } from '@apollo/client/react'
import { Link, useParams } from 'react-router-dom'
import { styled } from 'styled-components'
import { paths, SCREENS } from '../../schema/paths.ts'
import { BacktestPanel } from '../features/backtest/BacktestPanel.tsx'
import { LiveGapCard } from '../features/reports/LiveGapCard.tsx'
import { LotPreviewCard } from '../features/strategies/LotPreviewCard.tsx'
import { RecordsStopped } from '../features/strategies/RecordsStopped.tsx'
import { StrategyDetails } from '../features/strategies/StrategyDetails.tsx'
import { StrategyPageActions } from '../features/strategies/StrategyPageActions.tsx'
import { StrategySightCard } from '../features/strategies/StrategySightCard.tsx'
import { StrategyRecord } from '../features/strategies/StrategyRecord.tsx'
import { StrategyVersions } from '../features/strategies/StrategyVersions.tsx'
import { usePollWhile } from '../features/strategies/usePollWhile.ts'
import { StrategyPageDocument, type StrategyPageQuery } from '../gql/generated/graphql.ts'
import { capitalised } from '../lib/capitalised.ts'
import { useAuthStore } from '../lib/session/useAuthStore.ts'
import { Badge } from '../ui/Badge.ts'
import { Button } from '../ui/Button.ts'
import { Card } from '../ui/Card.ts'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Skeleton } from '../ui/Skeleton.ts'

const Page = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
  align-items: start;
  gap: 16px;

  & > .wide {
    grid-column: 1 / -1;
  }

  & > .side {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
  }

  @media (max-width: 64rem) {
    grid-template-columns: minmax(0, 1fr);
  }
`

const Backtest = styled(Card)`
  h2 {
    display: flex;
    align-items: center;
    gap: 10px;
    margin-bottom: 12px;
    font-size: var(--text-md);
  }
`

/** One strategy: its plain description, its honest record, and its backtest. */
export default function StrategyScreen() {
  const { id = '' } = useParams()
  const query = useQuery(StrategyPageDocument, { variables: { id } })
  const { data, error, refetch } = query
  const isAdmin = useAuthStore(({ user }) => user?.role === 'admin')
  const page = data?.strategyPage
  usePollWhile(query, page !== undefined && page.warmingUp !== null)
  return (
    <>
      <PageHeader title={page?.strategy.name ?? 'Strategy'} subtitle={page ? subtitle(page.strategy) : 'What it does, and its results.'}>
        {isAdmin && page?.strategy.archivedAt === null ? (
          <Button as={Link} $look="quiet" to={paths.strategyEditor(id)}>
            Edit
          </Button>
        ) : null}
        <Button as={Link} $look="quiet" to={SCREENS.strategies}>
          All strategies
        </Button>
      </PageHeader>
      {error ? <LoadFailure text="Failed to load the strategy" error={error} onRetry={() => void refetch()} /> : null}
      {page ? (
        <Page>
          <div className="wide">
            <StrategyPageActions {...page} />
          </div>
          <div className="side">
            <StrategyDetails {...page} />
            <StrategySightCard strategyId={id} instruments={page.strategy.instruments} />
            <LotPreviewCard strategyId={id} />
          </div>
          <div className="side">
            <RecordsStopped />
            <StrategyRecord mode="PAPER" record={page.paper} />
            <StrategyRecord mode="LIVE" record={page.live} />
            <LiveGapCard input={{ mode: 'LIVE', strategyId: id }} />
            <StrategyVersions versions={page.versions} own={page.subscribedVersion} />
          </div>
          {/* One that was run before the newest version says nothing about it. */}
          <Backtest className="wide" aria-label="Backtest">
            <h2>
              Backtest <Badge $tone="warning">HYPOTHETICAL</Badge>
            </h2>
            <BacktestPanel
              subject={{ strategyId: id }}
              symbol={page.strategy.instruments[0] ?? 'NIFTY'}
              latest={page.backtest && page.backtest.createdAt > page.strategy.versionAt ? page.backtest.id : null}
            />
          </Backtest>
        </Page>
      ) : error ? null : (
        <Skeleton $height={900} />
      )}
    </>
  )
}

function subtitle({ type, category, version, isPublic, isActive, archivedAt }: StrategyPageQuery['strategyPage']['strategy']): string {
  const state = archivedAt !== null ? ['deleted'] : isPublic ? (isActive ? [] : ['inactive']) : ['private']
  return [category, capitalised(type), `version ${version}`, ...state].join(' · ')
}
