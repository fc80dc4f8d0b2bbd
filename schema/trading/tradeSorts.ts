/** What the history can be sorted by. */
export const TRADE_SORTS = ['ENTRY_TIME', 'SYMBOL', 'STRATEGY', 'SIDE', 'ENTRY_PRICE', 'EXIT_PRICE', 'PROFIT', 'STATUS'] as const
export type TradeSort = (typeof TRADE_SORTS)[number]
