import { useQuery } from '@apollo/client/react'
import { CircleCheck, History, Percent, TrendingUp } from 'lucide-react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { LIMITS } from '../../../schema/limits.ts'
import { TradeHistoryDocument } from '../../gql/generated/graphql.ts'
import { formatCount, formatRate } from '../../lib/formatMoney.ts'
import { Button } from '../../ui/Button.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { ProfitLoss } from '../../ui/ProfitLoss.tsx'
import { Skeleton } from '../../ui/Skeleton.ts'
import { StatCard, StatRow } from '../../ui/StatCard.tsx'
import { HistoryFilterBar } from './HistoryFilterBar.tsx'
import { HistoryTable } from './HistoryTable.tsx'
import { filterProblem, NO_FILTERS, toInput, useHistoryFilters } from './useHistoryFilters.ts'

const PAGE = LIMITS.history.default

const Problem = styled.p`
  margin-bottom: 12px;
  color: var(--warning);
  font-size: var(--text-sm);
`

const Pages = styled.nav`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 8px 16px;
  margin-top: 16px;
  color: var(--muted);
  font-size: var(--text-sm);

  div {
    display: flex;
    gap: 8px;
  }
`

/** The closed trades that match the filters in the address, newest first, page by page, with the totals of all of them. */
export function TradeHistory() {
  const { filters, page, change, goTo } = useHistoryFilters()
  const problem = filterProblem(filters)
  const {
    data: current,
    previousData,
    error,
    loading,
    refetch,
  } = useQuery(TradeHistoryDocument, {
    variables: { input: { ...toInput(filters), limit: PAGE, offset: (page - 1) * PAGE } },
    skip: problem !== null,
  })
  // While others are on their way, and when they do not come, what was there stays.
  const history = (current ?? previousData)?.tradeHistory
  const filtered = Object.values(filters).some((value) => value !== '')
  const first = (page - 1) * PAGE

  return (
    <>
      {history ? (
        <StatRow>
          <StatCard title="Total Trades" icon={History}>
            {formatCount(history.totalTrades)}
          </StatCard>
          <StatCard title="Profitable Trades" icon={CircleCheck}>
            {formatCount(history.profitableTrades)}
          </StatCard>
          <StatCard title="Win Rate" icon={Percent}>
            {formatRate(history.winRate)}
          </StatCard>
          <StatCard title="Total P&L" icon={TrendingUp}>
            <ProfitLoss value={history.totalProfitRs} />
          </StatCard>
        </StatRow>
      ) : error || problem ? null : (
        <StatRow>
          <Skeleton $height={94} />
          <Skeleton $height={94} />
          <Skeleton $height={94} />
          <Skeleton $height={94} />
        </StatRow>
      )}
      <HistoryFilterBar filters={filters} onChange={change} />
      {problem ? <Problem role="alert">{problem}</Problem> : null}
      {error ? <LoadFailure text="Failed to load trade history" error={error} onRetry={() => void refetch()} /> : null}
      {history && history.trades.length > 0 ? (
        <>
          <HistoryTable trades={history.trades} busy={loading || problem !== null} />
          <Pages aria-label="Pages">
            <span role="status">
              {formatCount(first + 1)}–{formatCount(first + history.trades.length)} of {formatCount(history.totalTrades)}
            </span>
            <div>
              <Button $look="quiet" type="button" disabled={page === 1 || loading} onClick={() => goTo(page - 1)}>
                Previous
              </Button>
              <Button
                $look="quiet"
                type="button"
                disabled={first + history.trades.length >= history.totalTrades || loading}
                onClick={() => goTo(page + 1)}
              >
                Next
              </Button>
            </div>
          </Pages>
        </>
      ) : null}
      {history && history.trades.length === 0 && !problem ? (
        <EmptyState
          icon={History}
          title="No Trades Found"
          text={filtered || page > 1 ? 'No trades match your current filters.' : 'No trades found in your history.'}
        >
          {filtered || page > 1 ? (
            <Button $look="quiet" type="button" onClick={() => change(NO_FILTERS)}>
              Clear filters
            </Button>
          ) : (
            <Button as={Link} to="/strategies" $look="quiet">
              Browse Strategies
            </Button>
          )}
        </EmptyState>
      ) : null}
      {history || error || problem ? null : <Skeleton $height={420} />}
    </>
  )
}
