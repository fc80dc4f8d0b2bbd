/** The units that one order may have at most: whole lots, as many as the freeze quantity holds; one lot, where it holds none. */
export function largestOrder(freeze: number, lotSize: number): number {
  return Math.max(lotSize, freeze - (freeze % lotSize))
}

/** A quantity of whole lots as the units of its orders, each as large as may be. */
export function slicesOf(quantity: number, largest: number): number[] {
  const full = Math.floor(quantity / largest)
  const rest = quantity - full * largest
  return [...Array.from({ length: full }, () => largest), ...(rest > 0 ? [rest] : [])]
}
