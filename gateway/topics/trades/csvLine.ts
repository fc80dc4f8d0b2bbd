/** What spreadsheets take for the beginning of a formula; the apostrophes before it keep a guarded text apart from one that had its own. */
const FORMULA = /^'*[=+\-@\t\r\n]/

/**
 * A line of a CSV file (RFC 4180), every cell in quotes, null an empty one. A text that a spreadsheet would take for a formula
 * gets a leading apostrophe; to have it back, drop one from cells that begin with apostrophes and such a character. Numbers stay as they are.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => `"${guarded(cell).replaceAll('"', '""')}"`).join(',')}\r\n`
}

function guarded(cell: string | number | null): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  return FORMULA.test(cell) ? `'${cell}` : cell
}
