/** Share of the outcomes that the interval leaves out: it holds 80%. */
export const TARGET_MISSES = 0.2
/** How fast alpha follows the misses, and where it stays. */
const STEP = 0.005
const LEAST = 0.04
const MOST = 0.5

/** Order statistics of the analogues' moves that leave out `alpha` of them, half on each side. `moves`: at least one, in any order. */
export function moveInterval(moves: Float64Array, alpha: number): { readonly low: number; readonly high: number } {
  const sorted = moves.toSorted()
  const place = Math.max(1, Math.floor((alpha / 2) * (sorted.length + 1)))
  return { low: sorted[place - 1]!, high: sorted[sorted.length - place]! }
}

/** Alpha after one more outcome: wider intervals after a miss, narrower ones after a hit (Gibbs and Candès 2021). */
export function adaptAlpha(alpha: number, isMiss: boolean): number {
  return Math.min(MOST, Math.max(LEAST, alpha + STEP * (TARGET_MISSES - Number(isMiss))))
}
