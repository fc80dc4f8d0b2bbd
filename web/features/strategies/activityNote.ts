import type { Instant } from '../../../schema/time.ts'
import { nextCheck } from '../../../schema/trading/nextCheck.ts'
import type { UserStrategyPartsFragment } from '../../gql/generated/graphql.ts'
import type { Market } from '../../gql/toMarket.ts'
import { CANDLE_MINUTES } from '../../gql/candleMinutes.ts'
import { formatTime } from '../../lib/formatTime.ts'
import { warmingUpText } from './warmingUpText.ts'

interface Moment {
  /** By a kill switch. */
  readonly stopped: boolean
  /** Real time. */
  readonly now: Instant
  /** Null: not known yet. */
  readonly market: Pick<Market, 'isOpenAt' | 'timeAt'> | null
}

/** Whether new trades are opened and when that is next decided, or why not. */
export function activityNote(strategy: UserStrategyPartsFragment, { stopped, now, market }: Moment): string {
  const { isActive, unmetGates, warmingUp, timeWindow, interval } = strategy
  if (!isActive) return 'No new trades; open ones keep running'
  if (unmetGates.length > 0) return 'No live trades yet; open ones keep running'
  if (stopped) return 'Stopped: opens no new trades'
  if (warmingUp !== null) return warmingUpText(warmingUp, now)
  if (!market?.isOpenAt(now)) return 'Opens new trades'
  const next = nextCheck(timeWindow, CANDLE_MINUTES[interval], market.timeAt(now))
  return next === null ? 'Opens new trades; its hours are over for today' : `Opens new trades; next check at ${formatTime(next)}`
}
