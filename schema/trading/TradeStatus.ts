export const TRADE_STATUSES = ['RUNNING', 'TARGET_HIT', 'STOPLOSS_HIT', 'COMPLETED'] as const
/** RUNNING until the exit is filled; afterwards how it closed. */
export type TradeStatus = (typeof TRADE_STATUSES)[number]
export type ClosedStatus = Exclude<TradeStatus, 'RUNNING'>
