import { Radar, Search } from 'lucide-react'
import { memo, useCallback, useDeferredValue, useState } from 'react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { paths, SCREENS } from '../../../schema/paths.ts'
import type { TradePartsFragment } from '../../gql/generated/graphql.ts'
import { usePrices } from '../../gql/usePrices.ts'
import { media } from '../../theme/media.ts'
import { Button } from '../../ui/Button.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { MovingCards } from '../../ui/MovingCards.tsx'
import { openSymbols } from './legProfit.ts'
import { LiveTradeCard } from './LiveTradeCard.tsx'
import { TradeGrid } from './TradeGrid.ts'
import { grossProfit, tradeName } from './tradeView.ts'

const FILTERS = { all: 'All Trades', profitable: 'Profitable', losing: 'Loss Making' } as const
type Filter = keyof typeof FILTERS

const Tools = styled.div`
  display: flex;
  gap: 8px;
  margin-bottom: 12px;

  label {
    position: relative;
    flex: 1 1 auto;
    max-width: 22rem;
  }

  svg {
    position: absolute;
    top: 50%;
    left: 12px;
    color: var(--muted);
    transform: translateY(-50%);
  }

  input,
  select {
    width: 100%;
    min-height: 44px;
    padding: 0 12px;
    border: 1px solid var(--line-strong);
    border-radius: var(--radius-sm);
    background: var(--surface);
    color: var(--text);
    font-size: var(--text-sm);
  }

  input {
    padding-left: 38px;
  }

  select {
    flex: none;
    width: auto;
  }

  ${media.phone} {
    label {
      max-width: none;
    }
  }
`

/** The running trades with search and filter; cards come, move and go by themselves. */
export const LiveTradeBoard = memo(function LiveTradeBoard({ trades }: { trades: readonly TradePartsFragment[] }) {
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState<Filter>('all')
  const clear = useCallback(() => {
    setSearch('')
    setFilter('all')
  }, [])

  return (
    <>
      <Tools>
        <label>
          <span className="visually-hidden">Search trades</span>
          <Search size={16} aria-hidden />
          <input type="search" placeholder="Search trades..." value={search} onChange={(event) => setSearch(event.target.value)} />
        </label>
        <select
          aria-label="Filter trades"
          value={filter}
          onChange={({ target: { value } }) => setFilter(value === 'profitable' || value === 'losing' ? value : 'all')}
        >
          {Object.entries(FILTERS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </Tools>
      {/* What is typed or chosen is there at once; the cards, rendered in pieces, follow. */}
      <FoundTrades trades={trades} search={useDeferredValue(search.trim())} filter={useDeferredValue(filter)} onClear={clear} />
    </>
  )
})

interface FoundTradesProps {
  trades: readonly TradePartsFragment[]
  /** Empty for all. */
  search: string
  filter: Filter
  onClear: () => void
}

const FoundTrades = memo(function FoundTrades({ trades, search, filter, onClear }: FoundTradesProps) {
  const priceOf = usePrices(filter === 'all' ? [] : openSymbols(trades))
  const found = trades.filter((trade) => {
    const text = `${tradeName(trade)}\n${trade.option}\n${trade.strategy}`.toLowerCase()
    if (!text.includes(search.toLowerCase())) return false
    const profit = grossProfit(trade, priceOf) ?? 0
    return filter === 'all' || (filter === 'profitable' ? profit > 0 : profit < 0)
  })

  if (found.length > 0)
    return (
      <TradeGrid>
        <MovingCards>
          {found.map((trade) => (
            <LiveTradeCard key={trade.id} trade={trade} />
          ))}
        </MovingCards>
      </TradeGrid>
    )
  return search !== '' || filter !== 'all' ? (
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
