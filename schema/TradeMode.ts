export const TRADE_MODES = ['PAPER', 'LIVE'] as const
/** Whose money: paper fills against live quotes, live orders go to a broker. */
export type TradeMode = (typeof TRADE_MODES)[number]
