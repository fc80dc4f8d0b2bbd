import type { MarginRates } from './MarginRates.ts'

/** A market that could be tomorrow's. */
export interface Scenario {
  /** What the underlying's price is multiplied by. */
  readonly price: number
  /** Added to the yearly volatility; a fraction. */
  readonly volatility: number
  /** Share of the loss that counts. */
  readonly weight: number
}

const TRADING_DAYS_A_YEAR = 252
const STEPS = [0, 1 / 3, -1 / 3, 2 / 3, -2 / 3, 1, -1]
/** How far the two extreme scenarios go, in scan ranges, and how much of their loss counts. */
const EXTREME = { ranges: 2, weight: 0.35 }

/** SPAN's sixteen scenarios: seven prices, each with volatility up and down, and two extreme ones. `volatility`: yearly, a fraction. */
export function scenarios(volatility: number, rates: MarginRates): Scenario[] {
  const range = Math.max(rates.leastPriceScan, (rates.priceScanDeviations * volatility) / Math.sqrt(TRADING_DAYS_A_YEAR))
  const points = Math.max(rates.leastVolatilityScan, rates.volatilityScanShare * volatility)
  const ordinary = STEPS.flatMap((step) => [points, -points].map((move) => ({ price: 1 + step * range, volatility: move, weight: 1 })))
  const extreme = [1, -1].map((way) => ({ price: 1 + way * EXTREME.ranges * range, volatility: 0, weight: EXTREME.weight }))
  return [...ordinary, ...extreme]
}
