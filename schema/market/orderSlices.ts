/** The most units per order: whole lots within the freeze quantity, at least one lot. */
export function largestOrder(freeze: number, lotSize: number): number {
  return Math.max(lotSize, freeze - (freeze % lotSize))
}

/** Splits a quantity of whole lots into orders, each as large as allowed. */
export function slicesOf(quantity: number, largest: number): number[] {
  const full = Math.floor(quantity / largest)
  const rest = quantity - full * largest
  return [...Array.from({ length: full }, () => largest), ...(rest > 0 ? [rest] : [])]
}
