import type { MarketTables } from './MarketTables.ts'
import { ROW_KEYS, type TableName, type TableRow } from './rowKeys.ts'
import { TABLE_COLUMNS, TABLE_NAMES } from './tableColumns.ts'

/** What makes the tables `after` of the tables `before`, a line for people for each row that is added, removed or changed. */
export function tableChanges(before: MarketTables, after: MarketTables): readonly string[] {
  return TABLE_NAMES.flatMap((name) => changesOf(name, before[name], after[name]))
}

function changesOf<Name extends TableName>(name: Name, before: readonly TableRow<Name>[], after: readonly TableRow<Name>[]): string[] {
  const { title, heads, cellsOf } = TABLE_COLUMNS[name]
  const keyed = (rows: readonly TableRow<Name>[]) => new Map(rows.map((row) => [ROW_KEYS[name](row), cellsOf(row)]))
  const [old, now] = [keyed(before), keyed(after)]
  const changes: string[] = []
  for (const [key, cells] of old) {
    const next = now.get(key)
    if (!next) changes.push(`${title}: ${listed(cells)} is removed`)
    else if (cells.some((cell, i) => cell !== next[i]))
      changes.push(
        `${title}: ${key} is changed: ${heads.flatMap((head, i) => (cells[i] === next[i] ? [] : [`${head} ${cells[i] || 'none'} → ${next[i] || 'none'}`])).join(', ')}`,
      )
  }
  for (const [key, cells] of now) if (!old.has(key)) changes.push(`${title}: ${listed(cells)} is added`)
  return changes
}

function listed(cells: readonly string[]): string {
  return cells.filter((cell) => cell !== '' && cell !== '–').join(', ')
}
