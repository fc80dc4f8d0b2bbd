const FORMAT = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** A level of an index in words: 24,512.30. */
export function indexPoints(level: number): string {
  return FORMAT.format(level)
}
