const SOURCES = {
  GIVEN: 'as given',
  OPTIONS: 'implied by recorded options',
  VIX: 'from India VIX at the previous close',
  USUAL: 'the index’s usual level, as neither options nor India VIX is known',
} as const

/** Where the volatility of the option model comes from in a backtest, and what it was: per cent a trading year. */
export interface VolatilityTaken {
  readonly source: keyof typeof SOURCES
  readonly days: number
  readonly low: number
  readonly high: number
}

/** "10.2 to 14.4% on 12 days, implied by recorded options". */
export function describeVolatility({ source, days, low, high }: VolatilityTaken): string {
  const level = low === high ? `${low}%` : `${low} to ${high}%`
  return `${level} on ${days} ${days === 1 ? 'day' : 'days'}, ${SOURCES[source]}`
}
