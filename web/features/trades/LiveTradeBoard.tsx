import { Radar } from 'lucide-react'
import { memo, useCallback, useDeferredValue, useState } from 'react'
import { Link } from 'react-router-dom'
import { paths, SCREENS } from '../../../schema/paths.ts'
import type { TradePartsFragment } from '../../gql/generated/graphql.ts'
import { usePrices } from '../../gql/usePrices.ts'
import { useAddressTexts } from '../../lib/useAddressTexts.ts'
import { Button } from '../../ui/Button.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { MovingCards } from '../../ui/MovingCards.tsx'
import { DeskTable } from './DeskTable.tsx'
import { openSymbols } from './legProfit.ts'
import { LiveTradeCard } from './LiveTradeCard.tsx'
import { LiveTradeTools, type ResultFilter } from './LiveTradeTools.tsx'
import { TradeDialogOf } from './TradeDialogOf.tsx'
import { TradeGrid } from './TradeGrid.ts'
import { netProfit, tradeName } from './tradeView.ts'
import { useDeskView, type DeskView } from './useDeskView.ts'
import { useTradeInAddress } from './useTradeInAddress.ts'

/** In the address: the id of the strategy whose trades are shown. */
const USUAL = { strategy: '' }

/** The running trades with search and filters, as cards or as a table; they come, move and go by themselves. */
export const LiveTradeBoard = memo(function LiveTradeBoard({ trades }: { trades: readonly TradePartsFragment[] }) {
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState<ResultFilter>('all')
  const [view, setView] = useDeskView()
  const { texts, change } = useAddressTexts(USUAL)
  const { strategy } = texts
  const [trade, open] = useTradeInAddress()
  const choose = useCallback((id: string) => change({ strategy: id }, { replace: true, preventScrollReset: true }), [change])
  const clear = useCallback(() => {
    setSearch('')
    setFilter('all')
    choose('')
  }, [choose])

  return (
    <>
      <LiveTradeTools
        {...{ search, filter, strategy, view }}
        strategies={strategiesOf(trades, strategy)}
        onSearch={setSearch}
        onFilter={setFilter}
        onStrategy={choose}
        onView={setView}
      />
      {/* What is typed or chosen is there at once; the trades, rendered in pieces, follow. */}
      <FoundTrades
        {...{ trades, strategy }}
        search={useDeferredValue(search.trim())}
        filter={useDeferredValue(filter)}
        view={useDeferredValue(view)}
        onClear={clear}
        onWhy={open}
      />
      <TradeDialogOf id={trade} onClose={() => open('')} />
    </>
  )
})

/** The strategies of these trades by name, and the chosen one, which may have none. */
function strategiesOf(trades: readonly TradePartsFragment[], chosen: string): ReadonlyMap<string, string> {
  const names = new Map(trades.map(({ strategyId, strategy }) => [strategyId, strategy]))
  const sorted = [...names].sort(([, a], [, b]) => a.localeCompare(b))
  return new Map(chosen === '' || names.has(chosen) ? sorted : [...sorted, [chosen, 'Without open trades']])
}

interface FoundTradesProps {
  trades: readonly TradePartsFragment[]
  /** Empty for all. */
  search: string
  filter: ResultFilter
  /** Id; empty for all. */
  strategy: string
  view: DeskView
  onClear: () => void
  onWhy: (id: string) => void
}

const FoundTrades = memo(function FoundTrades({ trades, search, filter, strategy, view, onClear, onWhy }: FoundTradesProps) {
  const priceOf = usePrices(filter === 'all' ? [] : openSymbols(trades))
  const found = trades.filter((trade) => {
    if (strategy !== '' && trade.strategyId !== strategy) return false
    const text = `${tradeName(trade)}\n${trade.option}\n${trade.strategy}`.toLowerCase()
    if (!text.includes(search.toLowerCase())) return false
    const profit = netProfit(trade, priceOf) ?? 0
    return filter === 'all' || (filter === 'profitable' ? profit > 0 : profit < 0)
  })

  if (found.length > 0)
    return view === 'table' ? (
      <DeskTable trades={found} onWhy={onWhy} />
    ) : (
      <TradeGrid>
        <MovingCards>
          {found.map((trade) => (
            <LiveTradeCard key={trade.id} trade={trade} onWhy={onWhy} />
          ))}
        </MovingCards>
      </TradeGrid>
    )
  return search !== '' || filter !== 'all' || strategy !== '' ? (
    <EmptyState icon={Radar} title="No Live Trades" text="No trades match your current filters.">
      <Button $look="quiet" type="button" onClick={onClear}>
        Clear filters
      </Button>
    </EmptyState>
  ) : (
    <EmptyState icon={Radar} title="No Live Trades" text="You don't have any active trades at the moment.">
      <Button as={Link} to={SCREENS.strategies} $look="quiet">
        Browse Strategies
      </Button>
      <Link to={paths.notTaken}>Why did nothing happen?</Link>
    </EmptyState>
  )
})
