/** What funds were used for: premium, and the margin of what was sold. */
export function fundsNote(trades: readonly { readonly estimatedMargin: number | null }[]): string {
  return trades.some(({ estimatedMargin }) => estimatedMargin !== null) ? 'Premium and margin' : 'Premium paid'
}
