import { INDICES, type IndexSymbol } from '../../../schema/market/indices.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { modelDelta, premium, type PremiumInput } from '../../../schema/market/options/premium.ts'
import { VolatilityTerm } from '../../../schema/market/options/VolatilityTerm.ts'
import { paise } from '../../../schema/money.ts'
import { istDate, istInstant, type Instant } from '../../../schema/time.ts'
import type { OptionContract } from '../../broker/port.ts'
import { contractOf } from './contracts.ts'
import type { OptionChain } from '../positions/chooseLegs.ts'

const TERM = new VolatilityTerm(SHIPPED_MARKET_RULES)

interface ChainParts {
  readonly index?: IndexSymbol
  /** Rupees. */
  readonly spot?: number
  readonly now?: Instant
  /** A fraction per trading year. */
  readonly volatility?: number
  /** On either side of the money. */
  readonly strikes?: number
}

/** A chain for tests: the next three expiries of an index as the option model prices them; by default NIFTY at 24,000, the day before one. */
export function chainOf({ index = 'NIFTY', spot = 24_000, now = MONDAY, volatility = 0.14, strikes = 30 }: ChainParts = {}): OptionChain {
  const rules = SHIPPED_MARKET_RULES
  const step = INDICES[index].strikeStep / 100
  const atTheMoney = Math.round(spot / step) * step
  const expiries = rules.expiriesFrom(index, istDate(now), 3)
  const contracts = expiries.flatMap((expiry) =>
    Array.from({ length: 2 * strikes + 1 }, (_, i) => atTheMoney + (i - strikes) * step).flatMap((strike) =>
      (['CE', 'PE'] as const).map((type) => contractOf(index, strike, type, expiry, rules.lotFor(index, expiry))),
    ),
  )
  const input = ({ optionType, strike, expiry }: OptionContract): PremiumInput => {
    const expiresAt = rules.sessionHours(expiry).close
    const option = { type: optionType, spot: paise(Math.round(spot * 100)), strike, at: now, expiresAt }
    return { ...option, atmVolatility: volatility * TERM.at(now, expiresAt) }
  }
  return {
    ...{ contracts, indexPrice: paise(Math.round(spot * 100)), now, session: rules.sessionHours(istDate(now)), rules },
    premiumOf: (contract) => premium(input(contract)),
    ageOf: () => null,
    shortageOf: () => null,
    deltaOf: (contract) => modelDelta(input(contract)),
  }
}

/** 09:20 on Monday, 13 July 2026: NIFTY's options expire on the Tuesday, SENSEX's on the Thursday. */
export const MONDAY = istInstant('2026-07-13', 9 * 60 + 20)
/** 09:20 on the Tuesday. */
export const EXPIRY_MORNING = istInstant('2026-07-14', 9 * 60 + 20)
