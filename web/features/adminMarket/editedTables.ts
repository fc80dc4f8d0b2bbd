import type { MarketTables } from '../../../schema/market/MarketTables.ts'
import { ROW_KEYS, type TableName, type TableRow } from '../../../schema/market/rowKeys.ts'

/** A row that is to be another. */
export interface RowEdit {
  readonly table: TableName
  /** Null: it is new. */
  readonly before: TableRow | null
  /** Null: it is to be removed. */
  readonly after: TableRow | null
}

/** The tables with these edits made, one after the other; the edit of a row that is gone adds the new row. */
export function editedTables(tables: MarketTables, edits: readonly RowEdit[]): MarketTables {
  return edits.reduce((edited, { table, before, after }) => {
    const keyOf = ROW_KEYS[table] as (row: TableRow) => string
    const rows: readonly TableRow[] = edited[table]
    const at = before === null ? -1 : rows.findIndex((row) => keyOf(row) === keyOf(before))
    const added = after === null ? [] : [after]
    return { ...edited, [table]: at < 0 ? [...rows, ...added] : [...rows.slice(0, at), ...added, ...rows.slice(at + 1)] }
  }, tables)
}
