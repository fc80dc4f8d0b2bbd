import type { OptionContract } from '../../../engine/broker/port.ts'
import type { Moment } from '../../../engine/trading/risk/assess.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import type { Instant } from '../../../schema/time.ts'

/** A moment of 2026-07-01 with nothing against an entry, the contract at 100 rupees. */
export function benchMoment(contract: OptionContract, now: Instant): Moment {
  return {
    ...{ rules: SHIPPED_MARKET_RULES, now, closedAt: now, dayCovered: true, contract, premium: paise(100_00) },
    ...{ paused: null, shortage: null, indexPrice: paise(24_510_00), listedContracts: 488 },
    session: SHIPPED_MARKET_RULES.sessionHours('2026-07-01'),
  }
}
