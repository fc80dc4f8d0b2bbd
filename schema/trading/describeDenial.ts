import { counted } from '../counted.ts'
import { spokenOption } from '../market/options/spokenOption.ts'
import { formatRupees, paise } from '../money.ts'
import { formatTimeOfDay, istDate, istMinuteOfDay, type Instant } from '../time.ts'
import { ENTRY_GATE_TEXTS } from './agentGates.ts'
import type { AgentBar, Denial, KillScope } from './denials.ts'

const KILLED: Readonly<Record<KillScope, string>> = {
  // By its owner, or by an admin.
  USER: 'your trading is stopped',
  STRATEGY: 'this strategy is stopped',
  GLOBAL: 'all trading is stopped',
}

const BARRED: Readonly<Record<AgentBar, string>> = {
  OFF: 'you have switched the agent off since it proposed this',
  HALTED: 'the agent was halted since it proposed this',
  OBSERVES: 'the agent now only observes',
  MODE: 'you have switched the agent between paper and live since it proposed this',
  MANDATE: 'the agent now uses another index or lookback',
  EXPLORATION: 'the agent no longer takes unproven trades',
}

/** A denial as a person reads it: "Skipped: 5 of 5 trades used today." Amounts in rupees, times in India. */
export function describeDenial(denial: Denial): string {
  return `Skipped: ${denialReason(denial)}.`
}

/** The same without what became of it: "5 of 5 trades used today". */
export function denialReason({ reason, numbers }: Denial): string {
  switch (reason) {
    case 'MODE_NOT_AVAILABLE':
      return 'live trading is not available'
    case 'LIVE_GATES':
      return `live trading is off: ${numbers.gates.map((gate) => ENTRY_GATE_TEXTS[gate].missing).join('; ')}`
    case 'KILL_SWITCH':
      return `${KILLED[numbers.scope]} (kill switch)`
    case 'OUTSIDE_WINDOW': {
      // The end itself is outside.
      const where = numbers.minuteOfDay < numbers.windowStart ? 'before the start' : 'at or after the end'
      return `${formatTimeOfDay(numbers.minuteOfDay)} is ${where} of the window ${formatTimeOfDay(numbers.windowStart)} to ${formatTimeOfDay(numbers.windowEnd)}`
    }
    case 'CALENDAR_UNKNOWN':
      return `the holidays of ${istDate(numbers.now).slice(0, 4)} are not entered yet, so no trade is opened; open trades run on. An admin enters them in the market rules (Admin, Market)`
    case 'SESSION_CLOSING':
      return `${timeOf(numbers.now)} is too close to the end of the session; entries end at ${timeOf(numbers.lastEntryAt)}`
    case 'MAX_TRADES_REACHED':
      return `${numbers.tradesToday} of ${numbers.maxTrades} trades used today`
    case 'ALREADY_IN_TRADE':
      return `${counted(numbers.openTrades, 'trade')} of this strategy in this direction already open`
    case 'CANDLE_LATE':
      return `the signal came ${seconds(numbers.ageMs)} after its candle closed; the limit is ${seconds(numbers.limitMs)}`
    case 'GATEWAY_NEWER':
      return `the trading engine (version ${numbers.engine}) is older than the web (version ${numbers.gateway}) and may not know a limit that was set there`
    case 'FEED_STALE':
      return numbers.ageMs === null
        ? 'no index price yet'
        : `the last index price is ${seconds(numbers.ageMs)} old; the limit is ${seconds(numbers.limitMs)}`
    case 'CLOCK_STEPPED':
      return `the server clock was set ${seconds(numbers.agoMs)} ago; entries wait ${seconds(numbers.quietMs)} after that`
    case 'NO_CONTRACT':
      return `no option listed near ${rupees(numbers.indexPrice)} (of ${counted(numbers.listedContracts, 'contract')})`
    case 'NO_QUOTE':
      return `no price yet for the option at strike ${rupees(numbers.strike)}`
    case 'FEED_FULL': {
      const option = `the option at strike ${rupees(numbers.strike)}`
      return `no price for ${numbers.leg === null ? option : `${leg(numbers.leg)}, ${option}`}: ${numbers.wanted} prices are needed and the broker’s feed carries ${numbers.places}`
    }
    case 'FREEZE_EXCEEDED':
      return `${numbers.quantity} units exceed the exchange's limit of ${numbers.freeze} per order`
    case 'RISK_TOO_SMALL':
      return `a risk per trade of ${rupees(numbers.risk)} is too small; one lot risks ${rupees(numbers.needed)} at its stop`
    case 'ORDER_RATE':
      return `${numbers.entries} entries in your account ${numbers.period === 'DAY' ? 'today' : 'within a minute'}; the limit is ${numbers.limit}`
    case 'MAX_OPEN_TRADES_REACHED':
      return `${numbers.openTrades} of ${numbers.maxOpenTrades} trades open in your account`
    case 'DAILY_LOSS_REACHED':
      return `${rupees(numbers.loss)} lost today; the limit is ${rupees(numbers.maxDailyLoss)}`
    case 'FUNDS_SHORT':
      return `${rupees(numbers.needed)} needed, ${rupees(numbers.available)} available in your account`
    case 'LEG_NOT_LISTED':
      return `no option listed for ${leg(numbers.leg)} near ${rupees(numbers.indexPrice)} (of ${counted(numbers.listedContracts, 'contract')})`
    case 'LEG_WITHOUT_QUOTE':
      return numbers.strike === null
        ? `no prices yet to choose the strike of ${leg(numbers.leg)}`
        : numbers.ageMs === null || numbers.limitMs === null
          ? `no price yet for ${leg(numbers.leg)}, the option at strike ${rupees(numbers.strike)}`
          : `the last price of ${leg(numbers.leg)}, the option at strike ${rupees(numbers.strike)}, is ${seconds(numbers.ageMs)} old; the limit is ${seconds(numbers.limitMs)}`
    case 'LEG_OUT_OF_REACH': {
      const { by, wanted, found, strike, strikes } = numbers
      const value = (of: number) => (by === 'PREMIUM' ? rupees(of) : of.toFixed(2))
      const noun = by === 'PREMIUM' ? 'premium' : 'delta'
      return `no strike within ${strikes} of the money has the ${noun} of ${value(wanted)} that ${leg(numbers.leg)} asks for; the nearest, ${rupees(strike)}, has ${value(found)}`
    }
    case 'LEGS_COINCIDE':
      return `${leg(numbers.leg)} and ${leg(numbers.other)} would be the same option at strike ${rupees(numbers.strike)}`
    case 'MARGIN_SHORT':
      return `about ${rupees(numbers.needed)} needed for margin and charges, ${rupees(numbers.available)} available in your account`
    case 'AGENT_DRAWDOWN':
      return `the agent has lost ${rupees(numbers.loss)} today; at ${rupees(numbers.limit)} it stops for the day`
    case 'AGENT_HALTED':
      return `the agent has lost ${rupees(numbers.loss)}; at ${rupees(numbers.limit)} it halts until you release it`
    case 'CAPITAL_SHORT':
      return `one lot costs ${rupees(numbers.needed)} with charges, more than the agent's capital of ${rupees(numbers.capital)}`
    case 'AGENT_BARRED':
      return BARRED[numbers.bar]
    case 'PROPOSAL_LATE':
      return `you approved it ${seconds(numbers.ageMs)} after it was proposed; the limit is ${seconds(numbers.limitMs)}`
    case 'PRICE_MOVED':
      return `the premium is ${rupees(numbers.premium)} now, more than ${numbers.limitPercent}% away from the proposed ${rupees(numbers.proposed)}`
    case 'UNANSWERED':
      return `it was the first live order of this strategy, and you did not approve it within ${seconds(numbers.waitedMs)}`
    case 'OTHER_OPTIONS':
      return 'the rules would now open different options from those you approved'
    case 'OPPOSITE_HELD': {
      const { option, held, ours, byHand } = numbers
      const units = [ours > 0 ? `${ours} in another trade` : '', byHand > 0 ? `${byHand} in no trade` : ''].filter(Boolean).join(' and ')
      return held === 'SELL'
        ? `your account has sold ${spokenOption(option)} (units: ${units}), and this would buy it back`
        : `your account holds ${spokenOption(option)} (units: ${units}), and this would sell it`
    }
  }
}

const rupees = (value: number) => formatRupees(paise(value))
const timeOf = (at: Instant) => formatTimeOfDay(istMinuteOfDay(at))
const seconds = (ms: number) => `${Math.round(ms / 100) / 10} s`
/** People count from 1. */
const leg = (place: number) => `leg ${place + 1}`
