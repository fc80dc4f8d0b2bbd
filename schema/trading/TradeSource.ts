export const TRADE_SOURCES = ['RULES', 'AGENT'] as const
/** Whose signal opened a trade: a strategy's rules, or the AI trading agent's analysis. */
export type TradeSource = (typeof TRADE_SOURCES)[number]
