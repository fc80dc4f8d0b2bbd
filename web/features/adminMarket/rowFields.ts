import { INDEX_SYMBOLS } from '../../../schema/market/indices.ts'
import { CHARGE_KINDS, CUTOFF_DAYS, SEGMENTS, WEEKDAYS } from '../../../schema/market/MarketTables.ts'
import type { TableName, TableRow } from '../../../schema/market/rowKeys.ts'

/** One value of a row, as a form asks for it. */
export interface RowField {
  readonly name: string
  readonly label: string
  readonly kind: 'text' | 'date' | 'time' | 'number' | 'dates'
  /** What it can be; left out: anything of its kind. */
  readonly choices?: readonly string[]
  /** Whether it may be left empty. */
  readonly optional?: boolean
}

const FROM: RowField = { name: 'from', label: 'In force from', kind: 'date' }
const INDEX: RowField = { name: 'index', label: 'Index', kind: 'text', choices: INDEX_SYMBOLS }
const NOTE: RowField = { name: 'note', label: 'Name', kind: 'text' }
const DATE: RowField = { name: 'date', label: 'Date', kind: 'date' }
const OPEN: RowField = { name: 'open', label: 'Open, HH:MM', kind: 'time' }
const CLOSE: RowField = { name: 'close', label: 'Close, HH:MM', kind: 'time' }

/** What a row of each table consists of; the server says whether it can be used. */
export const ROW_FIELDS: Readonly<Record<TableName, readonly RowField[]>> = {
  coveredYears: [{ name: 'year', label: 'Year', kind: 'number' }],
  holidays: [DATE, NOTE],
  specialSessions: [
    ...[DATE, OPEN, CLOSE],
    { name: 'pauseFrom', label: 'Break from, HH:MM', kind: 'time', optional: true },
    { name: 'pauseTo', label: 'Break to, HH:MM', kind: 'time', optional: true },
    NOTE,
  ],
  sessionHours: [{ name: 'segment', label: 'Of', kind: 'text', choices: SEGMENTS }, FROM, OPEN, CLOSE],
  closingAuctions: [FROM, OPEN, CLOSE],
  tradingCutoffs: [
    { name: 'day', label: 'On', kind: 'text', choices: CUTOFF_DAYS },
    FROM,
    { name: 'entryMinutes', label: 'Last minutes without entries', kind: 'number' },
    { name: 'squareOffMinutes', label: 'Minutes before the close to square off', kind: 'number' },
  ],
  expiryRules: [
    ...[INDEX, FROM],
    { name: 'weekly', label: 'Weekly on', kind: 'text', choices: WEEKDAYS, optional: true },
    { name: 'monthly', label: 'Monthly on the last', kind: 'text', choices: WEEKDAYS },
  ],
  lotRules: [
    ...[INDEX, FROM],
    { name: 'lot', label: 'Units per lot', kind: 'number' },
    { name: 'keptOldLot', label: 'Expiries that keep the previous lot, separated by commas', kind: 'dates', optional: true },
  ],
  freezeRules: [INDEX, FROM, { name: 'units', label: 'Maximum units in one order', kind: 'number' }],
  priceProtections: [
    { name: 'exchange', label: 'Exchange', kind: 'text', choices: ['NFO', 'BFO'] },
    FROM,
    { name: 'nearPaise', label: 'Low premiums: up to (paise)', kind: 'number' },
    { name: 'amountPaise', label: 'Low premiums: limit price within (paise)', kind: 'number' },
    { name: 'percent', label: 'Other premiums: limit price within (%)', kind: 'number' },
  ],
  chargeRates: [
    { name: 'kind', label: 'Kind', kind: 'text', choices: CHARGE_KINDS },
    { name: 'exchange', label: 'Exchange', kind: 'text', choices: ['BOTH', 'NFO', 'BFO'] },
    FROM,
    { name: 'value', label: 'Per cent; brokerage: paise per order', kind: 'number' },
  ],
}

/** What a form of the table begins with: a row's values as texts, or the first choices. */
export function textsOf(table: TableName, row: TableRow | null): Readonly<Record<string, string>> {
  const values: Readonly<Record<string, unknown>> = typeof row === 'number' ? { year: row } : { ...row }
  return Object.fromEntries(
    ROW_FIELDS[table].map(({ name, choices, optional }) => {
      const value = values[name]
      if (value === undefined || value === null) return [name, row === null && !optional ? (choices?.[0] ?? '') : '']
      return [name, Array.isArray(value) ? value.join(', ') : String(value as string | number)]
    }),
  )
}

/** The row that a form's texts say. The server names what in it cannot be used. */
export function rowOf(table: TableName, texts: Readonly<Record<string, string>>): TableRow {
  const values = ROW_FIELDS[table].map(({ name, kind, optional }): [string, unknown] => {
    const text = texts[name]?.trim() ?? ''
    if (kind === 'dates') return [name, text === '' ? [] : text.split(/[\s,]+/)]
    if (text === '' && optional) return [name, null]
    return [name, kind === 'number' && text !== '' && !Number.isNaN(Number(text)) ? Number(text) : text]
  })
  const row: Readonly<Record<string, unknown>> = Object.fromEntries(values)
  return (table === 'coveredYears' ? row['year'] : row) as TableRow
}
