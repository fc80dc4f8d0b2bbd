import { Pencil, Trash2 } from 'lucide-react'
import type { MarketTables } from '../../../schema/market/MarketTables.ts'
import { ROW_KEYS, type TableName, type TableRow } from '../../../schema/market/rowKeys.ts'
import { TABLE_COLUMNS } from '../../../schema/market/tableColumns.ts'
import { capitalised } from '../../lib/capitalised.ts'
import { IconButton } from '../../ui/IconButton.ts'
import { RowScroll, RowTable } from './RowTable.ts'

interface TableRowsProps {
  readonly table: TableName
  readonly tables: MarketTables
  readonly onEdit: (row: TableRow) => void
  readonly onRemove: (row: TableRow) => void
}

/** One of the market tables, the last rows first: they are the ones that are edited. */
export function TableRows({ table, tables, onEdit, onRemove }: TableRowsProps) {
  const { title, heads } = TABLE_COLUMNS[table]
  const cellsOf = TABLE_COLUMNS[table].cellsOf as (row: TableRow) => readonly string[]
  const keyOf = ROW_KEYS[table] as (row: TableRow) => string
  const rows: readonly TableRow[] = tables[table]
  if (rows.length === 0) return <p>This table is empty.</p>
  return (
    <RowScroll>
      <RowTable aria-label={title}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {capitalised(head)}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map((row) => (
            <tr key={keyOf(row)}>
              {cellsOf(row).map((cell, i) => (
                <td key={heads[i]}>{cell}</td>
              ))}
              <td>
                <IconButton type="button" aria-label={`Edit ${keyOf(row)}`} onClick={() => onEdit(row)}>
                  <Pencil size={16} aria-hidden />
                </IconButton>
                <IconButton type="button" aria-label={`Remove ${keyOf(row)}`} onClick={() => onRemove(row)}>
                  <Trash2 size={16} aria-hidden />
                </IconButton>
              </td>
            </tr>
          ))}
        </tbody>
      </RowTable>
    </RowScroll>
  )
}
