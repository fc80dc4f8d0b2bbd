import type { OptionType } from '../OptionType.ts'

/**
 * Price of a European option on a forward (Black 1976): C = e^(−rT) [F N(d1) − K N(d2)], P = e^(−rT) [K N(−d2) − F N(−d1)].
 * Prices in one currency unit, `years` and `volatility` above zero, `rate` continuously compounded per year.
 */
export function black76(type: OptionType, forward: number, strike: number, years: number, volatility: number, rate: number): number {
  const deviation = volatility * Math.sqrt(years)
  const d1 = Math.log(forward / strike) / deviation + deviation / 2
  const d2 = d1 - deviation
  const discount = Math.exp(-rate * years)
  return type === 'CE'
    ? discount * (forward * normalDistribution(d1) - strike * normalDistribution(d2))
    : discount * (strike * normalDistribution(-d2) - forward * normalDistribution(-d1))
}

/** What the price moves by for each unit the forward moves by: 0 to 1 for a call, −1 to 0 for a put. Arguments as of `black76`. */
export function black76Delta(type: OptionType, forward: number, strike: number, years: number, volatility: number, rate: number): number {
  const deviation = volatility * Math.sqrt(years)
  const d1 = Math.log(forward / strike) / deviation + deviation / 2
  return Math.exp(-rate * years) * (type === 'CE' ? normalDistribution(d1) : -normalDistribution(-d1))
}

/** Cumulative standard normal distribution, absolute error below 1e-15. Series of Marsaglia, "Evaluating the Normal Distribution" (2004). */
export function normalDistribution(x: number): number {
  if (x < -8.5) return 0
  if (x > 8.5) return 1
  let term = x
  let sum = x
  for (let n = 3; Math.abs(term) > 1e-17; n += 2) {
    term *= (x * x) / n
    sum += term
  }
  return 0.5 + (sum * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI)
}
