import type { ClosedStatus } from './TradeStatus.ts'

/** Why a trade is closed. */
export const EXIT_REASONS = [
  ...(['TARGET', 'STOP', 'TRAILING_STOP', 'OPPOSITE_SIGNAL', 'WINDOW_END', 'SESSION_END'] as const),
  ...(['MANUAL', 'EMERGENCY', 'DAILY_LOSS', 'MARKET_CHANGED'] as const),
  // Its account at the broker no longer has it, and nothing says why.
  'NOT_HELD' as const,
  // A live leg that its account held to the end: settled at what its contract was worth, without an order.
  'EXPIRED' as const,
  // Of all legs of a position together.
  ...(['COMBINED_STOP', 'COMBINED_TARGET', 'PROFIT_LOCK', 'LEG_FAILED'] as const),
]
export type ExitReason = (typeof EXIT_REASONS)[number]

/** Of exits that a person orders at that moment: these close a trade that was let go, too. */
export const ORDERED_EXITS: readonly ExitReason[] = ['MANUAL', 'EMERGENCY']

/** How a trade that closed for a reason is shown. */
export function statusAfter(reason: ExitReason): ClosedStatus {
  if (reason === 'TARGET' || reason === 'COMBINED_TARGET' || reason === 'PROFIT_LOCK') return 'TARGET_HIT'
  if (reason === 'STOP' || reason === 'TRAILING_STOP' || reason === 'COMBINED_STOP') return 'STOPLOSS_HIT'
  return 'COMPLETED'
}

/** Of a trade whose exit has failed so often that closing it is up to its owner. */
export const HANDED_OVER_TEXT =
  'Please close this position yourself if it is still open in your broker’s app: our orders were not accepted. They are sent again before the session ends.'

/** The reason as a person reads it. */
export const EXIT_TEXTS: Readonly<Record<ExitReason, string>> = {
  TARGET: 'the premium reached the target',
  STOP: 'the premium reached the stop loss',
  TRAILING_STOP: 'the premium fell back to the trailing stop',
  OPPOSITE_SIGNAL: 'the strategy gave an opposite signal',
  WINDOW_END: 'the trading window ended',
  SESSION_END: 'the session was about to close',
  MANUAL: 'you closed it',
  EMERGENCY: 'an emergency stop closed it',
  DAILY_LOSS: 'your daily loss limit was reached',
  MARKET_CHANGED: 'its market was replaced by another',
  NOT_HELD: 'your broker account no longer held all of it as intraday',
  EXPIRED: 'its contract expired and was settled at its value',
  COMBINED_STOP: 'the loss of all legs together reached the stop',
  COMBINED_TARGET: 'the profit of all legs together reached the target',
  PROFIT_LOCK: 'the profit of all legs together fell back to the locked profit',
  LEG_FAILED: 'the entry of another leg failed',
}

/** The reason in two or three words, where there is no room for more. */
export const EXIT_NAMES: Readonly<Record<ExitReason, string>> = {
  TARGET: 'Target',
  STOP: 'Stop loss',
  TRAILING_STOP: 'Trailing stop',
  OPPOSITE_SIGNAL: 'Opposite signal',
  WINDOW_END: 'End of window',
  SESSION_END: 'End of session',
  MANUAL: 'Closed by you',
  EMERGENCY: 'Emergency stop',
  DAILY_LOSS: 'Daily loss limit',
  MARKET_CHANGED: 'Market replaced',
  NOT_HELD: 'No longer held',
  EXPIRED: 'Settled at expiry',
  COMBINED_STOP: 'Combined stop',
  COMBINED_TARGET: 'Combined target',
  PROFIT_LOCK: 'Locked profit',
  LEG_FAILED: 'A leg failed',
}

/** The same of a trade of the AI trading agent, whose window is half an hour from its signal. */
export function exitText(reason: ExitReason, isAgents: boolean): string {
  return isAgents && reason === 'WINDOW_END' ? 'its 30 minutes were over' : EXIT_TEXTS[reason]
}
