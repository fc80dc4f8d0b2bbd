/** Per cent of trades with a known result that gained, one decimal; null when there is none. */
export function winRate(gained: number, known: number): number | null {
  return known === 0 ? null : Math.round((gained / known) * 1_000) / 10
}
