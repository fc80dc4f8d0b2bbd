import type { MarketRules, Session } from '../../schema/market/MarketRules.ts'
import type { IsoDate } from '../../schema/time.ts'
import { SESSION_MINUTES } from '../analysis/agent/agentModel.ts'

/**
 * The session of a date that the agent scans, and looks back on later; null where there is none. An hour on a holiday's evening or a drill
 * on a Saturday is skipped: it is unlike any other, and trades of the whole horizon would run over its close.
 */
export function agentSession(rules: MarketRules, date: IsoDate): Session | null {
  const session = rules.isWholeDay(date) ? rules.indexSessionOf(date) : null
  return session && rules.tradedMinutesOf(session) <= SESSION_MINUTES ? session : null
}

/** The last session that the agent uses, on a date or before it. */
export function lastWholeSession(rules: MarketRules, date: IsoDate): Session {
  const session = agentSession(rules, date)
  return session ?? lastWholeSession(rules, rules.previousTradingDay(date))
}
