import { useQuery } from '@apollo/client/react'
import { CircleCheck, History, Percent, TrendingUp } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { SCREENS } from '../../../schema/paths.ts'
import { TRADE_SORTS } from '../../../schema/trading/tradeSorts.ts'
import { TradeHistoryDocument, type TradeHistoryQuery } from '../../gql/generated/graphql.ts'
import { useNextPage } from '../../gql/useNextPage.ts'
import { formatCount, formatRate, UNKNOWN } from '../../lib/formatMoney.ts'
import { media } from '../../theme/media.ts'
import { BeforeCharges } from '../../ui/BeforeCharges.tsx'
import { Button } from '../../ui/Button.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { ModeWord } from '../../ui/ModeBadge.tsx'
import { MoreRows } from '../../ui/MoreRows.tsx'
import { NetNote } from '../../ui/NetNote.tsx'
import { ProfitLoss } from '../../ui/ProfitLoss.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { Select } from '../../ui/Select.ts'
import { Skeleton } from '../../ui/Skeleton.ts'
import { StatCard, StatRow, StatSkeleton } from '../../ui/StatCard.tsx'
import { HistoryFilterBar } from './HistoryFilterBar.tsx'
import { HISTORY_COLUMNS } from './HistoryHead.tsx'
import { HistoryTable } from './HistoryTable.tsx'
import { TradeDialogOf } from './TradeDialogOf.tsx'
import { useDensity } from './useDensity.ts'
import { filterProblem, nextSort, NO_FILTERS, toInput, useHistoryFilters } from './useHistoryFilters.ts'

const PAGE = 100

const Problem = styled.p`
  margin-bottom: 12px;
  color: var(--warning);
  font-size: var(--text-sm);
`

const Tools = styled.div`
  display: flex;
  align-items: center;
  justify-content: end;
  gap: 8px;
  min-height: 44px;
  margin-bottom: 8px;

  label {
    display: none;
  }

  ${media.phone} {
    & > [role='group'] {
      display: none;
    }

    label {
      display: grid;
      grid-template-columns: auto minmax(0, 1fr);
      flex: 1;
      align-items: center;
      gap: 8px;
      color: var(--muted);
      font-size: var(--text-xs);
    }
  }
`

/**
 * The closed trades that match the filters in the address, in its order, with the totals of all of them in one mode: live where any is;
 * more load on scrolling.
 */
export function TradeHistory() {
  const { filters, sort, trade, change, sortBy, addressOf, close } = useHistoryFilters()
  const [density, setDensity] = useDensity()
  const problem = filterProblem(filters)
  const input = { ...toInput(filters), sort: sort.by, descending: sort.descending, first: PAGE }
  const {
    data: current,
    previousData,
    error,
    loading,
    refetch,
    fetchMore,
  } = useQuery(TradeHistoryDocument, { variables: { input }, skip: problem !== null })
  // While others load, or fail to, the old rows stay.
  const history = (current ?? previousData)?.tradeHistory
  const trades = useMemo(() => history?.edges.map(({ node }) => node) ?? [], [history])
  const { endCursor, hasNextPage } = history?.pageInfo ?? {}
  const page = useNextPage(() => fetchMore({ variables: { input: { ...input, after: endCursor ?? null } } }))
  const which = history?.mode === 'LIVE' ? ', LIVE' : ''
  const filtered = Object.values(filters).some((value) => value !== '')

  return (
    <>
      {history ? (
        <StatRow>
          <StatCard title={`Total Trades${which}`} icon={History} note={<ModeNote history={history} />}>
            {formatCount(history.totalTrades)}
          </StatCard>
          <StatCard title={`Profitable Trades${which}`} icon={CircleCheck} note="After charges">
            {formatCount(history.profitableTrades)}
          </StatCard>
          <StatCard title={`Win Rate${which}`} icon={Percent} note="After charges">
            {formatRate(history.winRate)}
          </StatCard>
          <StatCard
            title={`Total P&L${which}`}
            icon={TrendingUp}
            beside={<BeforeCharges gross={history.totalProfitRs} />}
            note={<NetNote gross={history.totalProfitRs} net={history.totalNetRs} />}
          >
            <ProfitLoss value={history.totalNetRs} />
          </StatCard>
        </StatRow>
      ) : error || problem ? null : (
        <StatRow>
          <StatSkeleton title="Total Trades" icon={History} note="On paper" />
          <StatSkeleton title="Profitable Trades" icon={CircleCheck} note="After charges" />
          <StatSkeleton title="Win Rate" icon={Percent} note="After charges" />
          <StatSkeleton title="Total P&L" icon={TrendingUp} beside={UNKNOWN} note="Net of charges" />
        </StatRow>
      )}
      <HistoryFilterBar filters={filters} onChange={change} />
      {problem ? <Problem role="alert">{problem}</Problem> : null}
      {error ? <LoadFailure text="Failed to load trade history" error={error} onRetry={() => void refetch()} /> : null}
      {history && trades.length > 0 ? (
        <>
          <Tools>
            <label>
              Sorted by
              <Select
                value={`${sort.by} ${sort.descending}`}
                onChange={({ target: { value } }) => {
                  const [asked, descending] = value.split(' ')
                  const by = TRADE_SORTS.find((each) => each === asked)
                  if (by) sortBy({ by, descending: descending === 'true' })
                }}
              >
                {HISTORY_COLUMNS.flatMap(({ title, by }) =>
                  by === null
                    ? []
                    : [true, false].map((descending) => (
                        <option key={`${by} ${descending}`} value={`${by} ${descending}`}>
                          {title}, {descending ? 'descending' : 'ascending'}
                        </option>
                      )),
                )}
              </Select>
            </label>
            <SegmentedControl
              label="Row height"
              value={density}
              options={[
                { value: 'comfortable', label: 'Comfortable' },
                { value: 'compact', label: 'Compact' },
              ]}
              onChange={setDensity}
            />
          </Tools>
          <HistoryTable
            {...{ trades, totals: history, sort, density, addressOf }}
            busy={(loading && !current) || problem !== null}
            onSort={(by) => sortBy(nextSort(sort, by))}
            onNearEnd={() => (hasNextPage ? page.next() : undefined)}
          />
          <MoreRows
            nouns={['trade', 'trades']}
            shown={trades.length}
            total={history.matchingTrades}
            busy={page.busy}
            problem={page.problem}
            onMore={page.again}
          />
        </>
      ) : null}
      {history && trades.length === 0 && !problem ? (
        <EmptyState
          icon={History}
          title="No Trades Found"
          text={filtered ? 'No trades match your current filters.' : 'No trades found in your history.'}
        >
          {filtered ? (
            <Button $look="quiet" type="button" onClick={() => change(NO_FILTERS)}>
              Clear filters
            </Button>
          ) : (
            <Button as={Link} to={SCREENS.strategies} $look="quiet">
              Browse Strategies
            </Button>
          )}
        </EmptyState>
      ) : null}
      {history || error || problem ? null : <Skeleton $height={420} />}
      <TradeDialogOf id={trade ?? ''} onClose={close} />
    </>
  )
}

/** What the totals are of, and how many trades of the list are not in them. */
function ModeNote({ history: { mode, matchingTrades, totalTrades } }: { history: TradeHistoryQuery['tradeHistory'] }) {
  const others = matchingTrades - totalTrades
  return (
    <>
      <ModeWord $mode={mode}>{mode === 'PAPER' ? 'On paper' : 'LIVE'}</ModeWord>
      {others === 0 ? '' : `; ${formatCount(others)} on paper not counted`}
    </>
  )
}
