import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import { black76 } from '../../../schema/market/options/black76.ts'
import { solved } from '../../../schema/market/options/impliedAtm.ts'
import { RATE, yearsLeft } from '../../../schema/market/options/premium.ts'
import type { Paise } from '../../../schema/money.ts'
import type { Instant } from '../../../schema/time.ts'
import type { ExitLevel } from '../../../schema/trading/ExitLevel.ts'
import { STOP_DEVIATIONS, TARGET_DEVIATIONS } from '../../analysis/agent/agentModel.ts'
import type { OptionContract } from '../../broker/port.ts'

/** A bought option of a verdict, and the market at that moment. */
export interface ExitsInput {
  readonly contract: OptionContract
  /** What a unit costs to buy. */
  readonly premium: Paise
  /** Index price. */
  readonly spot: Paise
  /** Standard deviation of the index's log return within the horizon. */
  readonly deviation: number
  readonly now: Instant
  readonly rules: Pick<MarketRules, 'sessionHours'>
}

/** Levels of the premium, in per cent of it. */
export interface AgentExits {
  readonly takeProfit: ExitLevel
  readonly stopLoss: ExitLevel
}

/** Where no volatility gives a premium, the option at the money is taken to move by half of what the index moves by. */
const USUAL_DELTA = 0.5

/**
 * Target and stop of the index, multiples of its deviation within the horizon, as levels of the premium: what the option would cost there now at the
 * volatility that its premium implies (Black 1976 on the index's forward).
 */
export function agentExits({ contract, premium, spot, deviation, now, rules }: ExitsInput): AgentExits {
  const { optionType, strike, expiry } = contract
  const years = yearsLeft({ at: now, expiresAt: rules.sessionHours(expiry).close })
  const carry = Math.exp(RATE * years)
  const volatility = solved((level) => black76(optionType, spot * carry, strike, years, level, RATE), premium)
  const favourable = optionType === 'CE' ? 1 : -1
  const changeAt = (deviations: number) => {
    const index = spot * Math.exp(favourable * deviations * deviation)
    if (volatility === null) return USUAL_DELTA * favourable * (index - spot)
    return black76(optionType, index * carry, strike, years, volatility, RATE) - premium
  }
  const percent = (change: number): ExitLevel => ({ unit: 'PERCENT', value: (100 * Math.abs(change)) / premium })
  return { takeProfit: percent(changeAt(TARGET_DEVIATIONS)), stopLoss: percent(changeAt(-STOP_DEVIATIONS)) }
}
