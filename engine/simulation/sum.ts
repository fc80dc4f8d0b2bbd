/** What rows come to together, each worth what `of` says. */
export function sum<T>(rows: readonly T[], of: (row: T) => number): number {
  let total = 0
  for (const row of rows) total += of(row)
  return total
}
