/** The use of funds: premium, and the margin of sold legs. */
export function fundsNote(trades: readonly { readonly estimatedMargin: number | null }[]): string {
  return trades.some(({ estimatedMargin }) => estimatedMargin !== null) ? 'Premium and estimated margin' : 'Premium paid'
}
