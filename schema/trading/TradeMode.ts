/** Whose money: paper fills against live quotes, live orders go to a broker. */
export type TradeMode = 'PAPER' | 'LIVE'
