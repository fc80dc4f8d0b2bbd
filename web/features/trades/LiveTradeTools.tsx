import { Search } from 'lucide-react'
import { styled } from 'styled-components'
import { media } from '../../theme/media.ts'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import type { DeskView } from './useDeskView.ts'

/** Which running trades are shown, by their result. */
export type ResultFilter = 'all' | 'profitable' | 'losing'

const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  margin-bottom: 12px;

  label {
    position: relative;
    flex: 1 1 10rem;
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
    max-width: 13rem;
    text-overflow: ellipsis;
  }

  & > :last-child {
    margin-left: auto;
  }

  /* One line above cards, so that the first one comes into view; the table has strategies to choose from as well. */
  ${media.phone} {
    align-items: center;

    &[data-view='cards'] > .optional {
      display: none;
    }

    label {
      flex-basis: 5.5rem;
      max-width: none;
    }

    select + select {
      flex: 1 1 9rem;
      min-width: 0;
      max-width: none;
    }

    & > :last-child {
      flex: none;
    }
  }
`

interface LiveTradeToolsProps {
  search: string
  filter: ResultFilter
  /** Id of the chosen strategy; empty for all. */
  strategy: string
  /** Those to choose from, by id. */
  strategies: ReadonlyMap<string, string>
  view: DeskView
  onSearch: (text: string) => void
  onFilter: (filter: ResultFilter) => void
  onStrategy: (id: string) => void
  onView: (view: DeskView) => void
}

/** Which of the running trades are shown, and how. Strategies are offered where there is a choice. */
export function LiveTradeTools({ search, filter, strategy, strategies, view, ...on }: LiveTradeToolsProps) {
  return (
    <Tools data-view={view}>
      <label>
        <span className="visually-hidden">Search trades</span>
        <Search size={16} aria-hidden />
        <input type="search" placeholder="Search trades..." value={search} onChange={({ target }) => on.onSearch(target.value)} />
      </label>
      <select
        aria-label="Filter trades"
        value={filter}
        onChange={({ target: { value } }) => on.onFilter(value === 'profitable' || value === 'losing' ? value : 'all')}
      >
        <option value="all">All Trades</option>
        <option value="profitable">Profitable</option>
        <option value="losing">Loss Making</option>
      </select>
      {strategies.size > 1 || strategy !== '' ? (
        <select
          aria-label="Strategy"
          className={strategy === '' ? 'optional' : undefined}
          value={strategy}
          onChange={({ target }) => on.onStrategy(target.value)}
        >
          <option value="">All strategies</option>
          {[...strategies].map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      ) : null}
      <SegmentedControl
        label="View"
        value={view}
        options={[
          { value: 'cards', label: 'Cards' },
          { value: 'table', label: 'Table' },
        ]}
        onChange={on.onView}
      />
    </Tools>
  )
}
