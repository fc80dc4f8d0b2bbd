import { ColumnChoice } from './ColumnChoice.tsx'
import type { DeskColumn, DeskSort } from './deskOrder.ts'
import { SortHeading } from './SortHeading.tsx'
import { OPTIONAL_COLUMNS, type OptionalColumn } from './useHiddenColumns.ts'

/** The columns between the choice of a trade and its actions, in order; `by`: null, they sort nothing. */
const COLUMNS: readonly { readonly title: string; readonly place: string; readonly by: DeskColumn | null }[] = [
  { title: 'Contract', place: 'contract', by: 'CONTRACT' },
  { title: OPTIONAL_COLUMNS.strategy, place: 'strategy', by: 'STRATEGY' },
  { title: OPTIONAL_COLUMNS.side, place: 'side', by: null },
  { title: OPTIONAL_COLUMNS.lots, place: 'lots number', by: 'LOTS' },
  { title: 'Entry', place: 'entry number', by: 'ENTRY' },
  { title: 'LTP', place: 'ltp number', by: 'LTP' },
  { title: 'Net P&L', place: 'net number', by: 'NET' },
  { title: OPTIONAL_COLUMNS.gross, place: 'gross number', by: 'GROSS' },
  { title: OPTIONAL_COLUMNS.levels, place: 'levels', by: null },
  { title: OPTIONAL_COLUMNS.time, place: 'time', by: 'TIME' },
]

/** Cells of a row. */
export const DESK_CELLS = COLUMNS.length + 2

interface DeskHeadProps {
  sort: DeskSort
  /** How many of the trades that can be closed are chosen. */
  chosen: 'none' | 'some' | 'all'
  onSort: (by: DeskColumn) => void
  onChooseAll: (isChosen: boolean) => void
  hidden: readonly OptionalColumn[]
  onChooseColumn: (column: OptionalColumn, isShown: boolean) => void
}

/** The headings, which sort the table, and the choice of all trades in it and of its columns. */
export function DeskHead({ sort, chosen, onSort, onChooseAll, hidden, onChooseColumn }: DeskHeadProps) {
  return (
    <thead>
      <tr>
        <th scope="col" className="choice">
          <label>
            <span className="visually-hidden">Select all shown trades</span>
            <input
              type="checkbox"
              checked={chosen === 'all'}
              ref={(box) => {
                if (box) box.indeterminate = chosen === 'some'
              }}
              onChange={({ target }) => onChooseAll(target.checked)}
            />
          </label>
        </th>
        {COLUMNS.map(({ title, place, by }) =>
          by === null ? (
            <th key={title} scope="col" className={place}>
              {title}
            </th>
          ) : (
            <SortHeading
              key={title}
              title={title}
              order={by !== sort.by ? null : sort.descending ? 'descending' : 'ascending'}
              className={place}
              onSort={() => onSort(by)}
            />
          ),
        )}
        <th scope="col" className="actions">
          <span className="visually-hidden">Actions</span>
          <ColumnChoice hidden={hidden} onChoose={onChooseColumn} />
        </th>
      </tr>
    </thead>
  )
}
