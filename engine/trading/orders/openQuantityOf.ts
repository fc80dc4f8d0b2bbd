/** Units of a leg that are still to be closed. */
export function openQuantityOf({ quantity, exitQuantity }: { readonly quantity: number; readonly exitQuantity: number }): number {
  return quantity - exitQuantity
}
