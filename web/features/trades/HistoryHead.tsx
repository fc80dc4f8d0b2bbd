import type { TradeSort } from '../../../schema/trading/tradeSorts.ts'
import { SortHeading } from './SortHeading.tsx'
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

interface HistoryHeadProps {
  sort: HistorySort
  onSort: (by: TradeSort) => void
}

/** The headings, which sort the table; a second press turns the order round. */
export function HistoryHead({ sort, onSort }: HistoryHeadProps) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {HISTORY_COLUMNS.map(({ title, by, numeric }) =>
          by === null ? (
            <th key={title} scope="col">
              {title}
            </th>
          ) : (
            <SortHeading
              key={title}
              title={title}
              order={by !== sort.by ? null : sort.descending ? 'descending' : 'ascending'}
              className={numeric ? 'number' : undefined}
              onSort={() => onSort(by)}
            />
          ),
        )}
      </tr>
    </thead>
  )
}
