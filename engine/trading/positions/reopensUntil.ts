import type { MarketRules, Session } from '../../../schema/market/MarketRules.ts'
import type { Instant } from '../../../schema/time.ts'
import { timeUp } from './dueExits.ts'
import type { Leg } from './legs.ts'

/**
 * Until when a stopped leg may be reopened, a market time: until entries in its contract end, or its time is up. Live trading and backtests
 * share it. `leg`: as first opened.
 */
export function reopensUntil(
  leg: Pick<Leg, 'entryTime' | 'terms' | 'contract' | 'mode'>,
  session: Session,
  rules: Pick<MarketRules, 'entriesEndAt' | 'squareOffAt'>,
): Instant {
  return Math.min(timeUp(leg, session, rules).at, rules.entriesEndAt(session, leg.contract.expiry, leg.mode))
}
