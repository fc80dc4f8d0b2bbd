const INDIAN = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })

/** A whole amount with Indian grouping; "–" where there is none. */
export function amountCell(amount: number | null): string {
  return amount === null ? '–' : INDIAN.format(amount)
}

/** A share, 0 to 1, in per cent; "–" where there is none. */
export function percentCell(share: number | null): string {
  return share === null ? '–' : `${(share * 100).toFixed(1)}%`
}

/** A ratio with two decimals; "–" where there is none. */
export function ratioCell(value: number | null): string {
  return value === null ? '–' : value.toFixed(2)
}
