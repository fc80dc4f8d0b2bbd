/**
 * What became of a press that closes an unwanted short position. `ASKED`: no engine has taken it up; `SENT`: it may be at the broker;
 * `FILLED`: all was bought; `PARTLY`: it ended with fewer units; `REFUSED`: it ended with none.
 */
export const CLOSING_STATES = ['ASKED', 'SENT', 'FILLED', 'PARTLY', 'REFUSED'] as const
export type ClosingState = (typeof CLOSING_STATES)[number]

/** Those of an order that may still buy. */
export const OPEN_CLOSINGS = ['ASKED', 'SENT'] as const satisfies readonly ClosingState[]

/** Why an order buys nothing whose account is flat by now. */
export const NOT_SHORT = 'the account is not short by an order of ours any more: nothing was sent'
