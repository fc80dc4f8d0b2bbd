import { OPTION_TICK, roundToTick, type Paise } from '../../money.ts'
import { SECOND, type Instant } from '../../time.ts'
import { black76, black76Delta } from './black76.ts'
import { smile } from './smile.ts'
import type { OptionType } from '../OptionType.ts'

/** Yearly, continuously compounded: of the forward and of discounting. */
export const RATE = 0.06
const YEAR = 365 * 86_400 * SECOND
/** Shortest time to expiry that is priced. */
const SHORTEST = 60 * SECOND

export interface PremiumInput {
  readonly type: OptionType
  readonly spot: Paise
  readonly strike: Paise
  readonly at: Instant
  readonly expiresAt: Instant
  /** Yearly at-the-money volatility, a fraction. */
  readonly atmVolatility: number
}

/** The modelled premium before rounding, in paise: Black-76 on the forward with a smile. */
export function modelPremium(input: PremiumInput): number {
  const years = yearsLeft(input)
  const forward = input.spot * Math.exp(RATE * years)
  return black76(input.type, forward, input.strike, years, input.atmVolatility * smile(moneyness(input)), RATE)
}

/** What the modelled premium moves by for each paisa of the index: 0 to 1 for a call, −1 to 0 for a put; the smile stays where it is. */
export function modelDelta(input: PremiumInput): number {
  const years = yearsLeft(input)
  const carry = Math.exp(RATE * years)
  const volatility = input.atmVolatility * smile(moneyness(input))
  return carry * black76Delta(input.type, input.spot * carry, input.strike, years, volatility, RATE)
}

/** The premium as it is traded. Rises with the spot for a call and falls for a put. */
export function premium(input: PremiumInput): Paise {
  return tradedPremium(modelPremium(input))
}

/** A modelled premium as it is traded: to five paise, at least five. */
export function tradedPremium(modelled: number): Paise {
  const rounded = roundToTick(modelled, OPTION_TICK, 'nearest')
  return rounded < OPTION_TICK ? OPTION_TICK : rounded
}

/** The modelled premium of a put before rounding, where the call of its strike has `call`: put-call parity. */
export function putByParity(call: number, { spot, strike, at, expiresAt }: Omit<PremiumInput, 'type' | 'atmVolatility'>): number {
  return call - spot + strike * Math.exp(-RATE * yearsLeft({ at, expiresAt }))
}

/** Distance of a strike from the forward in standard deviations: the z of the smile. */
export function moneyness(input: Omit<PremiumInput, 'type'>): number {
  const years = yearsLeft(input)
  return (Math.log(input.strike / input.spot) - RATE * years) / (input.atmVolatility * Math.sqrt(years))
}

/** Years to expiry as they are priced, never below a minute's. */
export function yearsLeft({ at, expiresAt }: Pick<PremiumInput, 'at' | 'expiresAt'>): number {
  return Math.max(SHORTEST, expiresAt - at) / YEAR
}
