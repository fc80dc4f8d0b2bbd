import type { Paise } from '../../schema/money.ts'
import type { ExitReason } from '../../schema/trading/exits.ts'
import { levelReached, trailedStop, type OpenTrade } from './trades.ts'

/** Why a price closes a trade. */
export type ReachedLevel = Extract<ExitReason, 'TARGET' | 'STOP' | 'TRAILING_STOP'>

/**
 * What a last price does to an open trade, live as in a backtest: why it is to be closed, or else the trade with its stop as far as it
 * has trailed by now, which is the very same object where the stop did not move.
 */
export function watchTrade(trade: OpenTrade, lastPrice: Paise): ReachedLevel | OpenTrade {
  const reason = levelReached(trade, lastPrice)
  if (reason) return reason
  const stop = trailedStop(trade, lastPrice)
  return stop === trade.stop ? trade : { ...trade, stop }
}
