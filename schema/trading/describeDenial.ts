import { counted } from '../counted.ts'
import { formatRupees, paise } from '../money.ts'
import { formatTimeOfDay, istMinuteOfDay, type Instant } from '../time.ts'
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
  MANDATE: 'the agent now looks at another index or lookback',
  EXPLORATION: 'the agent no longer takes unproven trades',
}

/** A denial as a person reads it: "Not taken: 5 of 5 trades used today." Amounts in rupees, times in India. */
export function describeDenial(denial: Denial): string {
  return `Not taken: ${denialReason(denial)}.`
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
    case 'OUTSIDE_WINDOW':
      return `${formatTimeOfDay(numbers.minuteOfDay)} is outside the window ${formatTimeOfDay(numbers.windowStart)} to ${formatTimeOfDay(numbers.windowEnd)}`
    case 'CALENDAR_UNKNOWN':
      return 'the trading calendar does not cover this day'
    case 'SESSION_CLOSING':
      return `${timeOf(numbers.now)} is too close to the end of the session, entries end at ${timeOf(numbers.lastEntryAt)}`
    case 'MAX_TRADES_REACHED':
      return `${numbers.tradesToday} of ${numbers.maxTrades} trades used today`
    case 'ALREADY_IN_TRADE':
      return `${counted(numbers.openTrades, 'trade')} of this strategy in this direction already open`
    case 'CANDLE_LATE':
      return `the signal was decided on ${seconds(numbers.ageMs)} after its candle had closed; at most ${seconds(numbers.limitMs)} is allowed`
    case 'GATEWAY_NEWER':
      return `the trading engine (version ${numbers.engine}) is older than the web (version ${numbers.gateway}) and may not know a limit that was set there`
    case 'FEED_STALE':
      return numbers.ageMs === null
        ? 'no price of the index yet'
        : `the last price of the index is ${seconds(numbers.ageMs)} old, at most ${seconds(numbers.limitMs)} is trusted`
    case 'CLOCK_STEPPED':
      return `the clock of the machine was set ${seconds(numbers.agoMs)} ago, entries wait for ${seconds(numbers.quietMs)}`
    case 'NO_CONTRACT':
      return `no option listed near ${rupees(numbers.indexPrice)} (of ${counted(numbers.listedContracts, 'contract')})`
    case 'NO_QUOTE':
      return `no price yet for the option at strike ${rupees(numbers.strike)}`
    case 'FREEZE_EXCEEDED':
      return `${numbers.quantity} units are more than the exchange's limit of ${numbers.freeze} for one order`
    case 'RISK_TOO_SMALL':
      return `a risk of ${rupees(numbers.risk)} per trade is too small; one lot with its stop needs at least ${rupees(numbers.needed)}`
    case 'ORDER_RATE':
      return `${numbers.entries} entries of your account ${numbers.period === 'DAY' ? 'today' : 'within a minute'}; the limit is ${numbers.limit}`
    case 'MAX_OPEN_TRADES_REACHED':
      return `${numbers.openTrades} of ${numbers.maxOpenTrades} trades open in your account`
    case 'DAILY_LOSS_REACHED':
      return `${rupees(numbers.loss)} lost today, the limit is ${rupees(numbers.maxDailyLoss)}`
    case 'FUNDS_SHORT':
      return `${rupees(numbers.needed)} needed, ${rupees(numbers.available)} free in your account`
    case 'LEG_NOT_LISTED':
      return `no option listed for ${leg(numbers.leg)} near ${rupees(numbers.indexPrice)} (of ${counted(numbers.listedContracts, 'contract')})`
    case 'LEG_WITHOUT_QUOTE':
      return numbers.strike === null
        ? `no prices yet to choose the strike of ${leg(numbers.leg)} by`
        : numbers.ageMs === null || numbers.limitMs === null
          ? `no price yet for ${leg(numbers.leg)}, the option at strike ${rupees(numbers.strike)}`
          : `the last price of ${leg(numbers.leg)}, the option at strike ${rupees(numbers.strike)}, is ${seconds(numbers.ageMs)} old, at most ${seconds(numbers.limitMs)} is trusted`
    case 'LEG_OUT_OF_REACH': {
      const { by, wanted, found, strike, strikes } = numbers
      const value = (of: number) => (by === 'PREMIUM' ? rupees(of) : of.toFixed(2))
      const noun = by === 'PREMIUM' ? 'premium' : 'delta'
      return `no strike within ${strikes} of the money has the ${noun} of ${value(wanted)} that ${leg(numbers.leg)} asks for; the nearest, ${rupees(strike)}, has ${value(found)}`
    }
    case 'LEGS_COINCIDE':
      return `${leg(numbers.leg)} and ${leg(numbers.other)} would be the same option at strike ${rupees(numbers.strike)}`
    case 'MARGIN_SHORT':
      return `an estimated ${rupees(numbers.needed)} needed for margin and charges, ${rupees(numbers.available)} free in your account`
    case 'AGENT_DRAWDOWN':
      return `the agent has lost ${rupees(numbers.loss)} today; from ${rupees(numbers.limit)} it opens nothing more that day`
    case 'AGENT_HALTED':
      return `the agent has lost ${rupees(numbers.loss)}; from ${rupees(numbers.limit)} it is halted until you release it`
    case 'CAPITAL_SHORT':
      return `one lot costs ${rupees(numbers.needed)} with its charges, more than the agent's capital of ${rupees(numbers.capital)}`
    case 'AGENT_BARRED':
      return BARRED[numbers.bar]
    case 'PROPOSAL_LATE':
      return `it was decided on ${seconds(numbers.ageMs)} after it was proposed; at most ${seconds(numbers.limitMs)} is allowed`
    case 'PRICE_MOVED':
      return `it costs ${rupees(numbers.premium)} now and was proposed at ${rupees(numbers.proposed)}, more than ${numbers.limitPercent} per cent away`
    case 'UNANSWERED':
      return `it was the first live order of this strategy, and you had not approved it after ${seconds(numbers.waitedMs)}`
    case 'OTHER_OPTIONS':
      return 'the rules would now open other options than those you approved'
    case 'OPPOSITE_HELD': {
      const { option, held, ours, byHand } = numbers
      const units = [ours > 0 ? `${ours} in another trade` : '', byHand > 0 ? `${byHand} by hand` : ''].filter(Boolean).join(' and ')
      return held === 'SELL'
        ? `your account has sold ${option} (units: ${units}), and this would buy it back`
        : `your account holds ${option} (units: ${units}), and this would sell it`
    }
  }
}

const rupees = (value: number) => formatRupees(paise(value))
const timeOf = (at: Instant) => formatTimeOfDay(istMinuteOfDay(at))
const seconds = (ms: number) => `${Math.round(ms / 100) / 10} s`
/** People count from 1. */
const leg = (place: number) => `leg ${place + 1}`
