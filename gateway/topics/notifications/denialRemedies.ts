import { paths, SCREENS } from '../../../schema/paths.ts'
import type { DenialReason } from '../../../schema/trading/denials.ts'

/** What a user does about signals that were not taken for one reason. */
interface Remedy {
  /** Whose matter the reason is: of two strategies of one account it is then the same one, or not. */
  readonly of: 'ACCOUNT' | 'STRATEGY'
  /** In a sentence. */
  readonly todo: string
  /** Where its cause is. */
  readonly link: (strategyId: string) => string
}

// Only these links open the settings of a strategy: with `paths` their address would be in every first load of the web.
const settingsOf = (strategyId: string) => `${SCREENS.strategies}?${new URLSearchParams({ tab: 'mine', settings: strategyId })}`

const settings = (todo: string): Remedy => ({ of: 'STRATEGY', todo, link: settingsOf })
const limits = (todo: string): Remedy => ({ of: 'ACCOUNT', todo, link: () => paths.profile('limits') })
const rules = (todo: string): Remedy => ({ of: 'STRATEGY', todo, link: paths.strategy })
const running = (todo: string): Remedy => ({ of: 'STRATEGY', todo, link: paths.liveTradesOf })
const market = (todo: string): Remedy => ({ of: 'ACCOUNT', todo, link: () => SCREENS.dashboard })
const agent = (todo: string): Remedy => ({ of: 'STRATEGY', todo, link: () => SCREENS.researchAgent })
const skipped = (todo: string): Remedy => ({ of: 'ACCOUNT', todo, link: () => paths.notTaken })

export const DENIAL_REMEDIES: Readonly<Record<DenialReason, Remedy>> = {
  MODE_NOT_AVAILABLE: skipped('There is nothing to do.'),
  LIVE_GATES: settings('Do what is missing, or switch it back to paper.'),
  KILL_SWITCH: market('Trades open again once the stop is lifted: yours by you on the dashboard, any other by an admin.'),
  OUTSIDE_WINDOW: settings('To trade at such times, widen its trading window in its settings.'),
  CALENDAR_UNKNOWN: skipped('Trades open again once the holidays are entered.'),
  SESSION_CLOSING: skipped('There is nothing to do: entries begin again with the next session.'),
  MAX_TRADES_REACHED: settings('To trade more, raise its max trades per day in its settings.'),
  ALREADY_IN_TRADE: running('It trades in this direction again once that trade is closed.'),
  CANDLE_LATE: skipped('There is nothing to do: late signals are never traded.'),
  GATEWAY_NEWER: skipped('An admin has to restart the trading engine with the new version.'),
  FEED_STALE: market('Trades open again as soon as prices are on time. If this lasts, tell your admin.'),
  CLOCK_STEPPED: skipped('There is nothing to do: entries wait for a moment after that.'),
  NO_CONTRACT: skipped('If this lasts, tell your admin: the list of contracts may be out of date.'),
  FEED_FULL: skipped('If this lasts, tell your admin.'),
  NO_QUOTE: skipped('If this happens often, tell your admin.'),
  FREEZE_EXCEEDED: settings('Lower the quantity in its settings.'),
  RISK_TOO_SMALL: settings('Raise its risk per trade in its settings, or set a closer stop.'),
  ORDER_RATE: skipped('Switch off strategies that signal too often.'),
  MAX_OPEN_TRADES_REACHED: limits('Close a trade, or raise the limit in your profile.'),
  DAILY_LOSS_REACHED: limits('No more trades open today. The limit is in your profile.'),
  FUNDS_SHORT: limits('Close a trade, lower the quantity in its settings, or add funds.'),
  LEG_NOT_LISTED: rules('If this lasts, tell your admin: the list of contracts may be out of date.'),
  LEG_WITHOUT_QUOTE: rules('If this happens often, tell your admin.'),
  LEG_OUT_OF_REACH: rules('There is nothing to do: today its rules find no such option.'),
  LEGS_COINCIDE: rules('There is nothing to do: today its rules find no two such options.'),
  MARGIN_SHORT: limits('Close a trade, lower the quantity in its settings, or add funds.'),
  AGENT_DRAWDOWN: agent('It trades again tomorrow. The limit is on its page.'),
  AGENT_HALTED: agent('Release it on its page when it should trade again.'),
  CAPITAL_SHORT: agent('To trade, give it more capital on its page.'),
  AGENT_BARRED: agent('There is nothing to do: it follows what you chose.'),
  PROPOSAL_LATE: agent('Answer its next proposal sooner.'),
  PRICE_MOVED: skipped('There is nothing to do: you are asked again with the next signal.'),
  UNANSWERED: settings('Approve its next order in time, or switch it back to paper.'),
  OTHER_OPTIONS: skipped('There is nothing to do: you are asked again with the next signal.'),
  OPPOSITE_HELD: running('Close the other side first if you want such trades.'),
}
