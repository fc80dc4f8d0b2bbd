import type { MarketClock } from '../../../schema/market/MarketClock.ts'
import { MINUTE } from '../../../schema/time.ts'
import { HORIZON } from '../../analysis/agent/agentModel.ts'

/** Real time that a person needs to read a proposal and decide. */
const LIFE_MS = 2 * MINUTE
/** Share of a trade's time that may go by while its user thinks. */
const SHARE_OF_HORIZON = 0.5

/** Real milliseconds that a user has to say yes to a proposal: two minutes, less where the market's clock runs so fast that the trade would be half over. */
export function proposalLife(clock: MarketClock): number {
  const speed = clock.kind === 'sandbox' ? clock.speed : 1
  return Math.min(LIFE_MS, (SHARE_OF_HORIZON * HORIZON * MINUTE) / speed)
}
