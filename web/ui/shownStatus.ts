import type { TradeStatus } from '../../schema/trading/TradeStatus.ts'
import type { ExitReason } from '../../schema/trading/exits.ts'
import type { TradeCardStatus } from './TradeCardFrame.tsx'

const TEXTS = {
  RUNNING: 'ACTIVE',
  TARGET_HIT: 'TARGET HIT',
  STOPLOSS_HIT: 'STOP LOSS',
  COMPLETED: 'COMPLETED',
} as const satisfies Record<TradeStatus, TradeCardStatus>

interface StandingTrade {
  readonly status: TradeStatus
  readonly exitReason: ExitReason | null
  readonly letGo?: boolean
}

/** The state of a trade as screens word it; one that was let go is its owner's while it runs, and a stop that has trailed may have kept a gain. */
export function shownStatus({ status, letGo = false, exitReason }: StandingTrade): TradeCardStatus {
  if (letGo) return 'YOURS'
  return status === 'STOPLOSS_HIT' && exitReason === 'TRAILING_STOP' ? 'TRAILING STOP' : TEXTS[status]
}
