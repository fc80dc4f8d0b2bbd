import type { Instant } from '../time.ts'
import type { EntryGate } from './agentGates.ts'
import type { OrderSide } from './OrderSide.ts'

export const KILL_SCOPES = ['USER', 'STRATEGY', 'GLOBAL'] as const
/** Whom a kill switch stops. */
export type KillScope = (typeof KILL_SCOPES)[number]

/** Over how long an account's entries are counted: the last minute, or the day, of the market. */
export type RatePeriod = 'MINUTE' | 'DAY'

export const AGENT_BARS = ['OFF', 'HALTED', 'OBSERVES', 'MODE', 'MANDATE', 'EXPLORATION'] as const
/**
 * What bars an approved trade of the AI trading agent: it was switched off or halted since the proposal, only observes now, trades in
 * the other mode, looks at another index or lookback, or no longer takes unproven trades.
 */
export type AgentBar = (typeof AGENT_BARS)[number]

type None = Readonly<Record<string, never>>
type Numbers<K extends string> = Readonly<Record<K, number>>

/**
 * Why a subscription did not take a signal: a closed set, each reason with the numbers that were compared.
 * Money is in paise, times of day are minutes since midnight in India.
 */
export type Denial =
  /** Old rows only: there was no live trading. */
  | { readonly reason: 'MODE_NOT_AVAILABLE'; readonly numbers: None }
  /** A live subscription or agent, and what it lacks to trade. */
  | { readonly reason: 'LIVE_GATES'; readonly numbers: { readonly gates: readonly EntryGate[] } }
  | { readonly reason: 'KILL_SWITCH'; readonly numbers: { readonly scope: KillScope } }
  | { readonly reason: 'OUTSIDE_WINDOW'; readonly numbers: Numbers<'minuteOfDay' | 'windowStart' | 'windowEnd'> }
  /** The calendar does not say whether the exchange trades on this day. */
  | { readonly reason: 'CALENDAR_UNKNOWN'; readonly numbers: { readonly now: Instant } }
  | { readonly reason: 'SESSION_CLOSING'; readonly numbers: { readonly now: Instant; readonly lastEntryAt: Instant } }
  | { readonly reason: 'MAX_TRADES_REACHED'; readonly numbers: Numbers<'tradesToday' | 'maxTrades'> }
  /** Open trades of the subscription in the signal's index and direction, entries under way included. */
  | { readonly reason: 'ALREADY_IN_TRADE'; readonly numbers: Numbers<'openTrades'> }
  /** Versions: a gateway of a newer release is at work, which may take settings that this engine does not know. */
  | { readonly reason: 'GATEWAY_NEWER'; readonly numbers: { readonly gateway: string; readonly engine: string } }
  /** Real milliseconds; null when the index has not ticked at all. */
  | { readonly reason: 'FEED_STALE'; readonly numbers: { readonly ageMs: number | null; readonly limitMs: number } }
  /** The candle that signalled had closed too long ago: market milliseconds. */
  | { readonly reason: 'CANDLE_LATE'; readonly numbers: Numbers<'ageMs' | 'limitMs'> }
  /** Real milliseconds since the machine's clock was set. */
  | { readonly reason: 'CLOCK_STEPPED'; readonly numbers: Numbers<'agoMs' | 'quietMs'> }
  | { readonly reason: 'NO_CONTRACT'; readonly numbers: Numbers<'indexPrice' | 'listedContracts'> }
  /** No price of the contract is known, so neither its cost nor its risk. */
  | { readonly reason: 'NO_QUOTE'; readonly numbers: Numbers<'strike'> }
  /**
   * The option has no place on the broker's feed, so no price of it comes: contracts and indices that are wanted there, and places there are.
   * `leg`: of a position, from 0; null: the one option that is bought.
   */
  | { readonly reason: 'FEED_FULL'; readonly numbers: Numbers<'strike' | 'wanted' | 'places'> & { readonly leg: number | null } }
  /** Units. Only in old rows: above the freeze quantity there are several orders now. */
  | { readonly reason: 'FREEZE_EXCEEDED'; readonly numbers: Numbers<'quantity' | 'freeze'> }
  /** One lot would lose more at its stop than the risk per trade; in old rows: the risk left the stop less room than prices move anyway. */
  | { readonly reason: 'RISK_TOO_SMALL'; readonly numbers: Numbers<'risk' | 'needed'> }
  /** Entries of the account that are under way or became trades. */
  | { readonly reason: 'ORDER_RATE'; readonly numbers: Numbers<'entries' | 'limit'> & { readonly period: RatePeriod } }
  | { readonly reason: 'MAX_OPEN_TRADES_REACHED'; readonly numbers: Numbers<'openTrades' | 'maxOpenTrades'> }
  | { readonly reason: 'DAILY_LOSS_REACHED'; readonly numbers: Numbers<'loss' | 'maxDailyLoss'> }
  | { readonly reason: 'FUNDS_SHORT'; readonly numbers: Numbers<'needed' | 'available'> }
  /** Legs are numbered as the rules list them, from 0. */
  | { readonly reason: 'LEG_NOT_LISTED'; readonly numbers: Numbers<'leg' | 'indexPrice' | 'listedContracts'> }
  /**
   * A leg has no fresh price, so no leg is opened. Strike null: it could not be chosen, because it is chosen by price. Real milliseconds since
   * its last quote came, and how many are allowed; null: none came, or the row is old.
   */
  | {
      readonly reason: 'LEG_WITHOUT_QUOTE'
      readonly numbers: Readonly<Record<'strike' | 'ageMs' | 'limitMs', number | null>> & Numbers<'leg'>
    }
  /**
   * Of so many strikes on each side of the money none has as much, or as little, premium (in paise) or delta as was wanted: what the nearest
   * has, and that strike.
   */
  | {
      readonly reason: 'LEG_OUT_OF_REACH'
      readonly numbers: Numbers<'leg' | 'wanted' | 'found' | 'strike' | 'strikes'> & { readonly by: 'PREMIUM' | 'DELTA' }
    }
  /** Strikes chosen by price turned out to be the same. */
  | { readonly reason: 'LEGS_COINCIDE'; readonly numbers: Numbers<'leg' | 'other' | 'strike'> }
  /** What is needed is the estimated margin of all legs with the charges. */
  | { readonly reason: 'MARGIN_SHORT'; readonly numbers: Numbers<'needed' | 'available'> }
  /** Net loss of the AI trading agent's closed trades of the day. */
  | { readonly reason: 'AGENT_DRAWDOWN'; readonly numbers: Numbers<'loss' | 'limit'> }
  /** Net loss of the agent's closed trades since it was switched on first or released: it is halted. */
  | { readonly reason: 'AGENT_HALTED'; readonly numbers: Numbers<'loss' | 'limit'> }
  /** What one lot costs with its charges is more than the agent's capital. */
  | { readonly reason: 'CAPITAL_SHORT'; readonly numbers: Numbers<'needed' | 'capital'> }
  /** The user has changed what the agent may do between its proposal and his yes. */
  | { readonly reason: 'AGENT_BARRED'; readonly numbers: { readonly bar: AgentBar } }
  /** What was approved is decided too late: real milliseconds since it was proposed. */
  | { readonly reason: 'PROPOSAL_LATE'; readonly numbers: Numbers<'ageMs' | 'limitMs'> }
  /** The price has moved since the trade was proposed: of a unit, or of a first live order what it sets aside, when it was proposed and now. */
  | { readonly reason: 'PRICE_MOVED'; readonly numbers: Numbers<'proposed' | 'premium' | 'limitPercent'> }
  /** The user did not answer a subscription's first live order for so long: real milliseconds. */
  | { readonly reason: 'UNANSWERED'; readonly numbers: Numbers<'waitedMs'> }
  /**
   * Live only: the account has the other side of the option, `held`, so many units in other trades and by hand at the broker, which would set
   * the two off against each other.
   */
  | {
      readonly reason: 'OPPOSITE_HELD'
      readonly numbers: Numbers<'ours' | 'byHand'> & { readonly option: string; readonly held: OrderSide }
    }
  /** The rules would now open other options than the approved ones. */
  | { readonly reason: 'OTHER_OPTIONS'; readonly numbers: None }

export type DenialReason = Denial['reason']

export const DENIAL_REASONS = [
  ...([
    'MODE_NOT_AVAILABLE',
    'LIVE_GATES',
    'KILL_SWITCH',
    'OUTSIDE_WINDOW',
    'CALENDAR_UNKNOWN',
    'SESSION_CLOSING',
    'MAX_TRADES_REACHED',
  ] as const),
  ...([
    'ALREADY_IN_TRADE',
    'CANDLE_LATE',
    'GATEWAY_NEWER',
    'FEED_STALE',
    'CLOCK_STEPPED',
    'NO_CONTRACT',
    'FEED_FULL',
    'NO_QUOTE',
    'FREEZE_EXCEEDED',
    'RISK_TOO_SMALL',
  ] as const),
  ...(['ORDER_RATE', 'MAX_OPEN_TRADES_REACHED', 'DAILY_LOSS_REACHED', 'FUNDS_SHORT'] as const),
  ...(['LEG_NOT_LISTED', 'LEG_WITHOUT_QUOTE', 'LEG_OUT_OF_REACH', 'LEGS_COINCIDE', 'MARGIN_SHORT'] as const),
  ...(['AGENT_DRAWDOWN', 'AGENT_HALTED', 'CAPITAL_SHORT', 'AGENT_BARRED', 'PROPOSAL_LATE', 'PRICE_MOVED'] as const),
  ...(['UNANSWERED', 'OTHER_OPTIONS', 'OPPOSITE_HELD'] as const),
] satisfies readonly DenialReason[]
