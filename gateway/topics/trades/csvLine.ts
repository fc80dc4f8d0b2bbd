/** The BOM by which Excel recognises UTF-8: the begin of a file. */
export const BYTE_ORDER_MARK = '\ufeff'

/**
 * What starts a formula in spreadsheets: a sign in any width, also behind what they pass over or do not show, and a tab or line break.
 * Leading apostrophes keep an escaped text apart from one that had its own.
 */
export const FORMULA = /^'*(?:[\t\r\n]|[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠﹦﹢﹣﹫⁼₌⁺₊﬩⁻₋−])/u

/**
 * A line of a CSV file (RFC 4180), every cell quoted, null as an empty one. A text that a spreadsheet would take for a formula gets a
 * leading apostrophe; to undo that, drop one from cells that begin with apostrophes and such a start. Numbers stay as they are.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => `"${guarded(cell).replaceAll('"', '""')}"`).join(',')}\r\n`
}

function guarded(cell: string | number | null): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  return FORMULA.test(cell) ? `'${cell}` : cell
}
