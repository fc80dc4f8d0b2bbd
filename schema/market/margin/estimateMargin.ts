import { paise, type Paise } from '../../money.ts'
import { istDate, type Instant } from '../../time.ts'
import { modelPremium } from '../options/premium.ts'
import { INDEX_OPTION_MARGIN, type MarginRates } from './MarginRates.ts'
import { scenarios, type Scenario } from './scenarios.ts'
import type { OptionType } from '../OptionType.ts'

/** Units of one option, all on one underlying. */
export interface MarginLeg {
  readonly side: 'BUY' | 'SELL'
  readonly optionType: OptionType
  readonly strike: Paise
  readonly expiresAt: Instant
  readonly units: number
  /** What a unit is traded at. */
  readonly premium: Paise
}

export interface MarginMarket {
  readonly spot: Paise
  /** Market time. */
  readonly now: Instant
  /** At the money, yearly, a fraction: what prices the scenarios, and how far they go. */
  readonly atmVolatility: number
}

/** All amounts are estimates: the broker's own figure decides. */
export interface MarginEstimate {
  /** The worst loss of the scenarios, a calendar spread's charge included. */
  readonly scanRisk: Paise
  readonly exposure: Paise
  /** What bought units cost less what sold units bring; negative: a credit. */
  readonly netPremium: Paise
  /** Funds that the position needs: the scan risk, or the net premium where that is more, and the exposure. Never negative. */
  readonly needed: Paise
}

/**
 * What a position of options on one underlying sets aside, in the manner of SPAN: the worst loss over price and volatility scenarios
 * (scenarios.ts), in which bought legs pay for what sold ones lose, and an exposure margin on sold units that no hedge lowers.
 * `scanRisk` is the fall in value from the premiums that are traded now to the model's in a scenario. What a clearing house requires
 * of a seller is that and the value of what he owes; the premium he received pays for the second, so it is the first that he needs, and
 * the credit is not deducted again. A net buyer pays the net premium in full, which covers what the legs can lose.
 * Legs that expire today get no benefit from later ones; before that day units that hedge each other across expiries are charged for
 * the spread. Bought options alone need their premium and no margin.
 */
export function estimateMargin(legs: readonly MarginLeg[], market: MarginMarket, rates: MarginRates = INDEX_OPTION_MARGIN): MarginEstimate {
  const netPremium = premiumOf(legs)
  if (legs.every(({ side }) => side === 'BUY')) return { scanRisk: paise(0), exposure: paise(0), netPremium, needed: netPremium }
  const today = istDate(market.now)
  const expiring = legs.filter(({ expiresAt }) => istDate(expiresAt) === today)
  const later = legs.filter(({ expiresAt }) => istDate(expiresAt) !== today)
  const scanned = scenarios(market.atmVolatility, rates)
  const scanRisk = paise(
    [expiring, later].reduce((risk, group) => risk + worstLoss(group, market, scanned), 0) + calendarCharge(later, market, rates),
  )
  const exposure = sum(legs, ({ side, units, expiresAt }) => {
    if (side === 'BUY') return 0
    const rate = rates.exposure + (istDate(expiresAt) === today ? rates.expiryDayExposure : 0)
    return Math.round(market.spot * units * rate)
  })
  return { scanRisk, exposure, netPremium, needed: paise(Math.max(scanRisk, netPremium) + exposure) }
}

/** What the legs are traded at: what is bought, less what is sold. */
function premiumOf(legs: readonly MarginLeg[]): Paise {
  return sum(legs, ({ side, units, premium }) => (side === 'BUY' ? 1 : -1) * units * premium)
}

function worstLoss(legs: readonly MarginLeg[], market: MarginMarket, scanned: readonly Scenario[]): number {
  if (legs.length === 0) return 0
  const now = premiumOf(legs)
  let worst = 0
  for (const scenario of scanned) worst = Math.max(worst, (now - valueOf(legs, market, scenario)) * scenario.weight)
  return Math.round(worst)
}

/** What the legs are worth in a scenario by the option model, in paise: what is bought, less what is sold. */
function valueOf(legs: readonly MarginLeg[], { spot, now, atmVolatility }: MarginMarket, { price, volatility }: Scenario): number {
  let value = 0
  for (const { side, optionType, strike, expiresAt, units } of legs) {
    const input = { type: optionType, spot: paise(Math.round(spot * price)), strike, at: now, expiresAt }
    value += (side === 'BUY' ? 1 : -1) * units * modelPremium({ ...input, atmVolatility: Math.max(0.01, atmVolatility + volatility) })
  }
  return value
}

/** For sold units that units of a later or an earlier expiry hedge. */
function calendarCharge(legs: readonly MarginLeg[], { spot }: MarginMarket, { calendarSpread }: MarginRates): number {
  let charge = 0
  for (const optionType of ['CE', 'PE'] as const) {
    const net = new Map<Instant, number>()
    for (const { side, optionType: type, expiresAt, units } of legs)
      if (type === optionType) net.set(expiresAt, (net.get(expiresAt) ?? 0) + (side === 'BUY' ? units : -units))
    const amounts = [...net.values()]
    const bought = amounts.reduce((total, units) => total + Math.max(0, units), 0)
    const sold = amounts.reduce((total, units) => total + Math.max(0, -units), 0)
    charge += Math.round(Math.min(bought, sold) * spot * calendarSpread)
  }
  return charge
}

function sum(legs: readonly MarginLeg[], amount: (leg: MarginLeg) => number): Paise {
  return paise(legs.reduce((total, leg) => total + amount(leg), 0))
}
