import type { MarketTables } from '../../schema/market/MarketTables.ts'
import type { TableName } from '../../schema/market/rowKeys.ts'
import { TABLE_COLUMNS, TABLE_NAMES } from '../../schema/market/tableColumns.ts'

/** All tables as text for people, a heading and aligned columns each. */
export function printMarketTables(tables: MarketTables): string {
  const others = TABLE_NAMES.filter((name) => name !== 'coveredYears')
  return [
    `${TABLE_COLUMNS.coveredYears.title}: ${tables.coveredYears.join(', ') || 'none'}`,
    ...others.map((name) => print(name, tables)),
  ].join('\n\n')
}

function print<Name extends TableName>(name: Name, tables: MarketTables): string {
  const { title, heads, cellsOf } = TABLE_COLUMNS[name]
  const lines = [heads, ...tables[name].map((row) => cellsOf(row))]
  const widths = heads.map((_, column) => Math.max(...lines.map((cells) => cells[column]!.length)))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd()
  return [title, ...lines.map((cells) => `  ${line(cells)}`)].join('\n')
}
