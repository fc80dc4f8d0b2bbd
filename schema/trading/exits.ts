/** Why a trade is closed. */
export const EXIT_REASONS = [
  ...(['TARGET', 'STOP', 'TRAILING_STOP', 'OPPOSITE_SIGNAL', 'WINDOW_END', 'SESSION_END'] as const),
  ...(['MANUAL', 'EMERGENCY', 'DAILY_LOSS', 'MARKET_CHANGED'] as const),
]
export type ExitReason = (typeof EXIT_REASONS)[number]

export type ClosedStatus = 'TARGET_HIT' | 'STOPLOSS_HIT' | 'COMPLETED'

/** How a trade that closed for a reason is shown. */
export function statusAfter(reason: ExitReason): ClosedStatus {
  if (reason === 'TARGET') return 'TARGET_HIT'
  if (reason === 'STOP' || reason === 'TRAILING_STOP') return 'STOPLOSS_HIT'
  return 'COMPLETED'
}

/** Of a trade whose exit has failed so often that closing it is up to its owner. */
export const HANDED_OVER_TEXT = 'Please close this position yourself: nobody took our orders. Before the session ends they are sent again.'

/** The reason as a person reads it. */
export const EXIT_TEXTS: Readonly<Record<ExitReason, string>> = {
  TARGET: 'the premium reached the target',
  STOP: 'the premium fell to the stop loss',
  TRAILING_STOP: 'the premium fell back to the trailing stop',
  OPPOSITE_SIGNAL: 'the strategy signalled the other way',
  WINDOW_END: 'the trading window ended',
  SESSION_END: 'the session was about to close',
  MANUAL: 'you closed it',
  EMERGENCY: 'an emergency stop closed it',
  DAILY_LOSS: 'your loss of the day reached its limit',
  MARKET_CHANGED: 'its market was replaced by another',
}
