import { INDICES, type IndexSymbol } from '../../../schema/market/indices.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { impliedAtm } from '../../../schema/market/options/impliedAtm.ts'
import { VolatilityTerm } from '../../../schema/market/options/VolatilityTerm.ts'
import { fromRupees, roundToTick, type Paise } from '../../../schema/money.ts'
import { addDays, MINUTE, type Instant, type IsoDate } from '../../../schema/time.ts'
import type { AgentPricing } from './Analysis.ts'
import type { SessionIndex } from './SessionIndex.ts'

/** Sessions over which the index's own volatility is taken, what sellers ask above it, and below which they do not go. */
const REALISED_SESSIONS = 20
const ASKED_ABOVE = 1.1
const LOWEST = 0.09
const TRADING_DAYS = 252

export const VOLATILITY_TERM = new VolatilityTerm(SHIPPED_MARKET_RULES)

/** A call and a put of one contract month and strike, as they were quoted at a moment: middle prices. */
export interface QuotedPair {
  readonly strike: Paise
  readonly expiry: IsoDate
  readonly call: Paise
  readonly put: Paise
  readonly at: Instant
}

/** Pricing by the volatility that quotes at the money imply; null when no volatility gives these prices. */
export function quotedPricing(index: IndexSymbol, { strike, expiry, call, put, at }: QuotedPair): AgentPricing | null {
  const expiresAt = SHIPPED_MARKET_RULES.sessionHours(expiry).close
  const implied = impliedAtm({ call, put, strike, at, expiresAt })
  if (implied === null) return null
  return contract(index, strike, expiry, implied / VOLATILITY_TERM.at(at, expiresAt), 'QUOTE')
}

/**
 * The contract that the agent buys on a day: the next to expire after it. What expires on the day itself is nearly all gamma: a
 * trade's result varies five times as much, and a record of such trades proves nothing in years.
 */
export function agentExpiry(index: IndexSymbol, date: IsoDate): IsoDate {
  return SHIPPED_MARKET_RULES.expiriesFrom(index, addDays(date, 1), 1)[0]!
}

/**
 * Pricing where no quotes are: by a tenth more than the index moved by over the sessions of the history, at least 9%.
 * `spot` in rupees; its strike is the nearest.
 */
export function realisedPricing(history: SessionIndex, index: IndexSymbol, date: IsoDate, spot: number): AgentPricing {
  const daily = history.dailyVolatility(REALISED_SESSIONS)
  const volatility = Math.max(LOWEST, ASKED_ABOVE * (daily ?? 0) * Math.sqrt(TRADING_DAYS))
  const strike = roundToTick(fromRupees(spot), INDICES[index].strikeStep, 'nearest')
  return contract(index, strike, agentExpiry(index, date), volatility, 'REALISED')
}

function contract(index: IndexSymbol, strike: Paise, expiry: IsoDate, volatility: number, source: AgentPricing['source']): AgentPricing {
  const expiresAt = SHIPPED_MARKET_RULES.sessionHours(expiry).close
  return { index, strike, expiry, expiresAt, lot: SHIPPED_MARKET_RULES.lotFor(index, expiry), volatility, source }
}

/** When the candle of a minute of a session ends. */
export function endOfMinute(date: IsoDate, minute: number): Instant {
  return SHIPPED_MARKET_RULES.sessionHours(date).open + (minute + 1) * MINUTE
}
