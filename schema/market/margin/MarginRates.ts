/**
 * What a clearing house requires for sold index options, as rates. Fractions, not per cent. Source of the first four: NSE Clearing's
 * parameter page of July 2024; of the exposure: the exchange's circulars since November 2024.
 */
export interface MarginRates {
  /** The least distance that prices are moved by, of the underlying. */
  readonly leastPriceScan: number
  /** The distance in standard deviations of a day. */
  readonly priceScanDeviations: number
  /** The distance that volatility is moved by: a share of the yearly volatility, and at least so many points. */
  readonly volatilityScanShare: number
  readonly leastVolatilityScan: number
  /** Of the far contract's notional, for units that hedge units of another expiry. */
  readonly calendarSpread: number
  /** Of the notional of sold units, whatever hedges them; and more of it on the day on which they expire. */
  readonly exposure: number
  readonly expiryDayExposure: number
}

export const INDEX_OPTION_MARGIN: MarginRates = {
  leastPriceScan: 0.093,
  priceScanDeviations: 6 * Math.SQRT2,
  volatilityScanShare: 0.25,
  leastVolatilityScan: 0.04,
  calendarSpread: 0.0175,
  exposure: 0.02,
  expiryDayExposure: 0.02,
}
