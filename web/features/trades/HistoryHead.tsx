import { ArrowDown, ArrowUp } from 'lucide-react'
import { styled } from 'styled-components'
import type { TradeSort } from '../../../schema/trading/tradeSorts.ts'
import type { HistorySort } from './useHistoryFilters.ts'

/** The columns in order, with their sort keys; null: none, for the date sorts with the entry time. */
export const HISTORY_COLUMNS: readonly { readonly title: string; readonly by: TradeSort | null; readonly numeric?: true }[] = [
  { title: 'Symbol', by: 'SYMBOL' },
  { title: 'Strategy', by: 'STRATEGY' },
  { title: 'Side', by: 'SIDE' },
  { title: 'Entry Price', by: 'ENTRY_PRICE', numeric: true },
  { title: 'Exit Price', by: 'EXIT_PRICE', numeric: true },
  { title: 'Entry & Exit Time', by: 'ENTRY_TIME' },
  { title: 'P&L', by: 'PROFIT', numeric: true },
  { title: 'Status', by: 'STATUS' },
  { title: 'Date', by: null },
]

const SortButton = styled.button`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  min-height: 36px;
  padding: 0;
  border: 0;
  background: none;
  color: inherit;
  font: inherit;
  cursor: pointer;

  svg {
    visibility: hidden;
  }

  /* So that the heading stands above its numbers. */
  .number > & {
    flex-direction: row-reverse;
  }

  &:hover,
  [aria-sort] > & {
    color: var(--text);
  }

  [aria-sort] > & svg {
    visibility: visible;
  }
`

interface HistoryHeadProps {
  sort: HistorySort
  onSort: (by: TradeSort) => void
}

/** The headings, which sort the table; a second press turns the order round. */
export function HistoryHead({ sort, onSort }: HistoryHeadProps) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {HISTORY_COLUMNS.map(({ title, by, numeric }) => (
          <th
            key={title}
            scope="col"
            className={numeric ? 'number' : undefined}
            aria-sort={by !== sort.by ? undefined : sort.descending ? 'descending' : 'ascending'}
          >
            {by === null ? (
              title
            ) : (
              <SortButton type="button" onClick={() => onSort(by)}>
                {title}
                {by === sort.by && !sort.descending ? <ArrowUp size={13} aria-hidden /> : <ArrowDown size={13} aria-hidden />}
              </SortButton>
            )}
          </th>
        ))}
      </tr>
    </thead>
  )
}
