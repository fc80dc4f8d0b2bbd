export const TRADE_MODES = ['PAPER', 'LIVE'] as const
/** Whose money: paper fills against live quotes, live orders go to a broker. */
export type TradeMode = (typeof TRADE_MODES)[number]

/** The modes that have figures of their own, live first, of those that have something to show; paper alone where neither has. */
export function shownModes(hasSomething: (mode: TradeMode) => boolean): readonly TradeMode[] {
  const shown = TRADE_MODES.toReversed().filter(hasSomething)
  return shown.length === 0 ? ['PAPER'] : shown
}
