import { useQuery } from '@apollo/client/react'
import { CircleCheck, History, Percent, TrendingUp } from 'lucide-react'
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
import { HistoryTable } from './HistoryTable.tsx'

const PAGE = LIMITS.history.default

const More = styled.div`
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 16px;
  margin-top: 16px;
  color: var(--muted);
  font-size: var(--text-sm);
`

/** The closed trades, newest first, page by page, with the totals of all of them. */
export function TradeHistory() {
  const { data, error, refetch, fetchMore } = useQuery(TradeHistoryDocument, { variables: { limit: PAGE, offset: 0 } })
  if (!data && !error) {
    return (
      <>
        <StatRow>
          <Skeleton $height={94} />
          <Skeleton $height={94} />
          <Skeleton $height={94} />
          <Skeleton $height={94} />
        </StatRow>
        <Skeleton $height={420} />
      </>
    )
  }
  const history = data?.tradeHistory
  return (
    <>
      {error ? <LoadFailure text="Failed to load trade history" error={error} onRetry={() => void refetch()} /> : null}
      {history ? (
        <>
          <StatRow>
            <StatCard title="Total P&L" icon={TrendingUp}>
              <ProfitLoss value={history.totalProfitRs} />
            </StatCard>
            <StatCard title="Total Trades" icon={History}>
              {formatCount(history.totalTrades)}
            </StatCard>
            <StatCard title="Profitable Trades" icon={CircleCheck}>
              {formatCount(history.profitableTrades)}
            </StatCard>
            <StatCard title="Win Rate" icon={Percent}>
              {formatRate(history.winRate)}
            </StatCard>
          </StatRow>
          {history.trades.length === 0 ? (
            <EmptyState icon={History} title="No Trades Found" text="No trades found in your history." />
          ) : (
            <HistoryTable trades={history.trades} />
          )}
          {history.trades.length < history.totalTrades ? (
            <More>
              <span>
                {formatCount(history.trades.length)} of {formatCount(history.totalTrades)}
              </span>
              <Button
                $look="quiet"
                type="button"
                onClick={() =>
                  void fetchMore({
                    variables: { offset: history.trades.length },
                    updateQuery: (shown, { fetchMoreResult: next }) => ({
                      tradeHistory: { ...next.tradeHistory, trades: [...shown.tradeHistory.trades, ...next.tradeHistory.trades] },
                    }),
                  })
                }
              >
                Show more
              </Button>
            </More>
          ) : null}
        </>
      ) : null}
    </>
  )
}
