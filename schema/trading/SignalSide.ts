export const SIGNAL_SIDES = ['LONG', 'SHORT', 'NEUTRAL'] as const
/** NEUTRAL: to open a position that takes no view of the direction. */
export type SignalSide = (typeof SIGNAL_SIDES)[number]
/** Of an option that is bought alone: LONG a call, SHORT a put. */
export type Direction = Exclude<SignalSide, 'NEUTRAL'>
