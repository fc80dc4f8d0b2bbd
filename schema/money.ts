/** Whole paise. A branded integer, so that rupees and paise cannot be mixed. */
export type Paise = number & { readonly __unit: 'paise' }

/** The smallest price step of an index option: five paise. */
export const OPTION_TICK = 5 as Paise

/** Marks a number as paise. Throws when it is not a safe integer: a fraction of a paisa is always a mistake upstream. */
export function paise(value: number): Paise {
  if (!Number.isSafeInteger(value)) throw new RangeError(`paise must be a safe integer, got ${value}`)
  return value as Paise
}

/** Rupees (as the API and candle files have them) to paise, rounded half away from zero. */
export function fromRupees(rupees: number): Paise {
  if (!Number.isFinite(rupees)) throw new RangeError(`rupees must be finite, got ${rupees}`)
  // toFixed first: 1.005 * 100 is 100.49999999999999 in binary.
  return paise(Math.sign(rupees) * Math.round(Number((Math.abs(rupees) * 100).toFixed(6))))
}

/** Paise to rupees with at most two decimals: the exact nearest double. */
export function toRupees(value: Paise): number {
  return value / 100
}

const INDIAN = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 2,
  trailingZeroDisplay: 'stripIfInteger',
})

/** An amount as people in India write it: ₹1,00,000 or ₹64.13. */
export function formatRupees(value: Paise): string {
  return INDIAN.format(toRupees(value))
}

/** The one place where prices are rounded to the exchange's step. */
export function roundToTick(value: number, tick: Paise, direction: 'up' | 'down' | 'nearest'): Paise {
  const steps = value / tick
  const whole = direction === 'up' ? Math.ceil(steps - 1e-9) : direction === 'down' ? Math.floor(steps + 1e-9) : Math.round(steps)
  return paise(whole * tick)
}
