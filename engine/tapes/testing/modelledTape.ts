import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { premium } from '../../../schema/market/options/premium.ts'
import { VolatilityTerm } from '../../../schema/market/options/VolatilityTerm.ts'
import { fromRupees, toRupees } from '../../../schema/money.ts'
import { istInstant, parseTimeOfDay, type IsoDate } from '../../../schema/time.ts'
import { TAPE_DATE, TAPE_VOLATILITY, tapeOf, type Steps, type Tape } from './tape.ts'

/** Strikes either side of 24,000 that have prices: all from which a leg may be chosen while the index stays within 200 points of that. */
const PRICED = 44

interface ModelledTapeParts {
  readonly date?: IsoDate
  /** Near 24,000. */
  readonly index: Steps
  /** Those whose options have prices. */
  readonly expiries: readonly IsoDate[]
  readonly until: string
}

/** A tape on which options step to the model's prices with the index, all at once, and stand still in between. */
export function modelledTape({ date = TAPE_DATE, index, expiries, until }: ModelledTapeParts): Tape {
  const term = new VolatilityTerm(SHIPPED_MARKET_RULES)
  const options: Record<string, [string, number][]> = {}
  for (const expiry of expiries) {
    const expiresAt = SHIPPED_MARKET_RULES.sessionHours(expiry).close
    for (let strike = 24_000 - PRICED * 50; strike <= 24_000 + PRICED * 50; strike += 50)
      for (const type of ['CE', 'PE'] as const)
        options[`${strike}${type} ${expiry}`] = index.map(([time, spot]) => {
          const at = istInstant(date, parseTimeOfDay(time)!)
          const atmVolatility = TAPE_VOLATILITY * term.at(at, expiresAt)
          const option = { type, spot: fromRupees(spot), strike: fromRupees(strike), at, expiresAt, atmVolatility }
          return [time, toRupees(premium(option))]
        })
  }
  return tapeOf({ date, index, options, until })
}
