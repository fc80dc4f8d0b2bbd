import { paise, type Paise } from '../../../../schema/money.ts'
import type { OptionContract } from '../../port.ts'

/** The sum of an order's fills. */
export interface FillSum {
  readonly units: number
  /** Σ price × units. */
  readonly value: Paise
}

/**
 * The fill by which an order has more than `told`, by the units and the average price that a frame gives for the whole order. Null when the
 * frame has none, or leaves open at which price: the average is rounded or cut off to the paisa. Fills are of whole lots at price steps, so
 * their value is a multiple of lot × step, and up to five lots at one price only one such multiple has that average.
 */
export function fillInFrame(
  told: FillSum,
  { filled, averagePrice }: { readonly filled: number; readonly averagePrice: Paise },
  { lotSize, tick }: Pick<OptionContract, 'lotSize' | 'tick'>,
): { readonly quantity: number; readonly price: Paise } | null {
  const quantity = filled - told.units
  if (quantity <= 0 || quantity % lotSize !== 0 || averagePrice <= 0) return null
  const step = lotSize * tick
  const [above, below] = [(averagePrice - 1) * filled, (averagePrice + 1) * filled]
  const value = (Math.floor(above / step) + 1) * step
  if (value >= below || value + step < below) return null
  const price = (value - told.value) / quantity
  return price > 0 && price % tick === 0 ? { quantity, price: paise(price) } : null
}
