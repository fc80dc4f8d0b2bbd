import type { Paise } from '../../money.ts'
import type { Instant } from '../../time.ts'
import { black76 } from './black76.ts'
import { RATE, yearsLeft } from './premium.ts'
import { smile } from './smile.ts'

/** Volatilities that are looked for: no index option was ever outside. */
const LOWEST = 0.005
const HIGHEST = 3
/** Halvings of that span: to within 1e-12. */
const STEPS = 42

/** What a call and a put of one strike cost at one moment. */
export interface OptionPair {
  readonly call: Paise
  readonly put: Paise
  readonly strike: Paise
  readonly at: Instant
  readonly expiresAt: Instant
}

/**
 * The yearly volatility at the money that a pair near the money implies, a fraction per calendar year. The forward comes from put-call
 * parity, F = K + e^(rT) (C − P), so that carry and a spot that lags do not look like volatility; the smile of the strike is taken out.
 * Null when no volatility gives these prices.
 */
export function impliedAtm({ call, put, strike, at, expiresAt }: OptionPair): number | null {
  const years = yearsLeft({ at, expiresAt })
  const forward = strike + Math.exp(RATE * years) * (call - put)
  if (forward <= 0) return null
  const distance = Math.log(strike / forward) / Math.sqrt(years)
  // By parity the call implies what the put does: one of them is enough.
  return solved((atm) => black76('CE', forward, strike, years, atm * smile(distance / atm), RATE), call)
}

/** The volatility at which a premium that rises with it is `price`; null when none is. */
export function solved(premiumAt: (volatility: number) => number, price: number): number | null {
  if (!(premiumAt(LOWEST) < price && price < premiumAt(HIGHEST))) return null
  let [low, high] = [LOWEST, HIGHEST]
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2
    if (premiumAt(middle) < price) low = middle
    else high = middle
  }
  return (low + high) / 2
}
