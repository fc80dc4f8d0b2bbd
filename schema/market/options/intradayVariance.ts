/** Standard deviation of a one-minute return by time of day, in basis points, as measured on Nifty in 2024. Minutes since 09:15. */
const MINUTE_VOLATILITY: readonly { readonly until: number; readonly basisPoints: number }[] = [
  { until: 5, basisPoints: 11.4 },
  { until: 15, basisPoints: 5.6 },
  { until: 75, basisPoints: 4.0 },
  { until: 315, basisPoints: 3.4 },
  { until: 360, basisPoints: 3.6 },
  { until: 375, basisPoints: 2.8 },
]
const MINUTES = 375

/** Share of a day's variance that happens overnight: 8.1% of 14.5% annualised, measured on Nifty in 2024. */
export const OVERNIGHT_SHARE = 0.31

/** How lively a minute of the session is, in basis points of standard deviation. Minutes since 09:15. */
export function basisPointsAt(minute: number): number {
  return MINUTE_VOLATILITY.find(({ until }) => minute < until)?.basisPoints ?? 0
}

/** By minute since 09:15: which share of the session's variance is still to come; 1 at the open, 0 at the close. */
const LEFT = (() => {
  const left = new Float64Array(MINUTES + 1)
  for (let minute = MINUTES - 1; minute >= 0; minute--) left[minute] = left[minute + 1]! + basisPointsAt(minute) ** 2
  const total = left[0]!
  return left.map((variance) => variance / total)
})()

/** Share of the session's variance still to come at a minute since 09:15; before the open all of it, after the close none. */
export function sessionVarianceLeft(minute: number): number {
  return LEFT[Math.min(MINUTES, Math.max(0, Math.floor(minute)))]!
}
