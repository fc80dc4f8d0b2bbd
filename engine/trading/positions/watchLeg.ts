import type { Paise } from '../../../schema/money.ts'
import type { ExitReason } from '../../../schema/trading/exits.ts'
import { levelReached, trailedStop, type OpenLeg } from './legs.ts'

/** Why a price closes a leg. */
export type ReachedLevel = Extract<ExitReason, 'TARGET' | 'STOP' | 'TRAILING_STOP'>

/**
 * What a last price does to an open leg, live as in a backtest: why it must be closed, or else the leg with its trailed stop (the same
 * object if the stop did not move).
 */
export function watchLeg(leg: OpenLeg, lastPrice: Paise): ReachedLevel | OpenLeg {
  const reason = levelReached(leg, lastPrice)
  if (reason) return reason
  const stop = trailedStop(leg, lastPrice)
  return stop === leg.stop ? leg : { ...leg, stop }
}
