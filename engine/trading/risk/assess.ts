import { ENTRY_LIMITS, ENTRY_RATES } from '../../../schema/limits.ts'
import { err, ok, type Result } from '../../../schema/errors.ts'
import { totalCharges } from '../../../schema/market/charges.ts'
import type { MarketRules, Session } from '../../../schema/market/MarketRules.ts'
import { paise, type Paise } from '../../../schema/money.ts'
import { istDate, istInstant, istMinuteOfDay, type Instant } from '../../../schema/time.ts'
import type { Denial, KillScope } from '../../../schema/trading/denials.ts'
import type { EntryGate } from '../../../schema/trading/agentGates.ts'
import type { ExitLevel } from '../../../schema/trading/ExitLevel.ts'
import type { TradeMode } from '../../../schema/TradeMode.ts'
import type { FeedShortage, OptionContract } from '../../broker/port.ts'
import type { OrderSide } from '../../../schema/trading/OrderSide.ts'
import type { EntryTerms } from '../orders/orders.ts'
import { largestOrder, slicesOf } from '../../../schema/market/orderSlices.ts'
import { levelsFor } from '../../../schema/trading/levelsFor.ts'

/** A subscription's settings: the user's own where set, the strategy's for the rest. */
export interface TradeSettings extends Pick<EntryTerms, 'trailingStopPercent'> {
  readonly takeProfit: ExitLevel
  readonly stopLoss: ExitLevel
  /** Minutes since midnight in India; the window excludes its end. */
  readonly windowStart: number
  readonly windowEnd: number
  /** Per day. */
  readonly maxTrades: number
  /** Per trade; with `sizeByRisk` the maximum. */
  readonly lots: number
  /** What one lot may lose at its stop, gross; with `sizeByRisk` what the trade may lose. It refuses entries and moves no level. */
  readonly risk: Paise
  /** Whether the risk decides how many lots a trade has. */
  readonly sizeByRisk: boolean
}

/** A user's account in one mode, on paper or at the broker, at the moment of the decision: nothing of it counts what the other mode did. */
export interface Account {
  /** Funds neither in an open trade nor reserved for an entry under way. */
  readonly available: Paise
  /** Open trades, including entries under way. */
  readonly openTrades: number
  readonly maxOpenTrades: number
  /** Entries that are under way or became trades, in the market minute before the decision and on its market day. */
  readonly entriesLastMinute: number
  readonly entriesToday: number
  /** Net loss of the day, open trades at their last price included; negative is a gain. */
  readonly lossToday: Paise
  /** The day's loss when it closed the open trades: it stays lost, whatever they gain on their way out. Null: it closed none. */
  readonly lossThatStopped: Paise | null
  /** Null: no such limit. */
  readonly maxDailyLoss: Paise | null
}

/** An active subscription whose strategy just signalled, with its activity of the day. */
export interface Candidate {
  readonly subscriptionId: string
  readonly userId: string
  readonly strategyId: string
  /** Of the strategy: the one that signalled. */
  readonly version: number
  readonly mode: TradeMode
  /** What a live entry lacks; empty on paper. */
  readonly unmetGates: readonly EntryGate[]
  readonly settings: TradeSettings
  /** The widest kill switch that covers it. */
  readonly killed: KillScope | null
  /** Entries of this market day in its mode, under way or at least partly filled, on any index; refused or given-up entries do not count. */
  readonly tradesToday: number
  /** Open trades of its mode in the signal's index and direction, including entries under way. */
  readonly openTrades: number
}

/** The market at the moment of the decision, the same for every subscription. */
export interface Moment {
  readonly rules: MarketRules
  readonly now: Instant
  /** Market time at which the deciding bar closed; the window is checked against it: late news of a bar must not open the window. */
  readonly closedAt: Instant
  readonly session: Session
  /** Whether the calendar covers this day; it always covers a sandbox's own days. */
  readonly dayCovered: boolean
  /** Why nothing is opened on the index for now (pausedBy.ts); null: it is. */
  readonly paused: Denial | null
  readonly indexPrice: Paise
  readonly listedContracts: number
  /** The option the signal would trade. */
  readonly contract: OptionContract | null
  /** The current cost of a unit; null without a quote. */
  readonly premium: Paise | null
  /** Why no price of it comes: the feed has no place for it; null: it has. */
  readonly shortage: FeedShortage | null
}

/** A leg to open. */
export interface PlannedLeg {
  readonly contract: OptionContract
  readonly side: OrderSide
  readonly quantity: number
  /** What a unit costs, or trades at, when the plan is made. */
  readonly premium: Paise
  readonly terms: EntryTerms
  /** Its share of the plan's reservation. */
  readonly reserved: Paise
}

export interface EntryPlan {
  /** In opening order. */
  readonly legs: readonly PlannedLeg[]
  /** Funds to reserve: the premium of all units, a margin for price moves until the fill, and the charges. */
  readonly reserved: Paise
  /** Its intended maximum loss, at its stops, gross; null: no stop bounds it. */
  readonly loss: Paise | null
}

/** The option that an entry would buy, and what a unit of it costs now. */
export interface Offer {
  readonly contract: OptionContract
  readonly premium: Paise
}

/** Whether a subscription takes a signal: the order to send, or the first reason against it. */
export function assess(candidate: Candidate, account: Account, moment: Moment): Result<EntryPlan, Denial> {
  const { settings } = candidate
  const offered = offerTo(candidate, moment)
  if (!offered.ok) return offered
  const { contract, premium } = offered.value

  const lots = lotsWithin(settings, contract, premium)
  if (!lots.ok) return lots
  const quantity = lots.value * contract.lotSize
  const { takeProfit, stopLoss, trailingStopPercent } = settings

  const reserved = fundsFor(contract, premium, quantity, moment)
  const limited = refusedByAccount(account)
  if (limited) return err(limited)
  const { available } = account
  if (reserved > available) return err({ reason: 'FUNDS_SHORT', numbers: { needed: reserved, available } })
  const windowEndsAt = istInstant(istDate(moment.now), settings.windowEnd)
  const terms = { takeProfit, stopLoss, trailingStopPercent, windowEndsAt, position: null }
  const loss = lossAtStop(settings, offered.value, quantity, quantity)
  return ok({ legs: [{ contract, side: 'BUY', quantity, premium, terms, reserved }], reserved, loss })
}

/** What an entry is held against before its size and its account. */
export interface Standing extends Pick<Candidate, 'mode' | 'unmetGates' | 'killed' | 'tradesToday' | 'openTrades'> {
  readonly settings: Pick<TradeSettings, 'windowStart' | 'windowEnd' | 'maxTrades'>
}

/** What the market offers an entry that only size and account can still prevent; else the first reason against it. */
export function offerTo(candidate: Standing, moment: Moment): Result<Offer, Denial> {
  const { contract, premium, shortage } = moment
  const refused = refusedByTime(candidate, moment) ?? refusedByTrades(candidate, moment)
  if (refused) return err(refused)
  if (!contract) return err({ reason: 'NO_CONTRACT', numbers: { indexPrice: moment.indexPrice, listedContracts: moment.listedContracts } })
  if (premium !== null) return ok({ contract, premium })
  const { strike } = contract
  return err(shortage ? { reason: 'FEED_FULL', numbers: { leg: null, strike, ...shortage } } : { reason: 'NO_QUOTE', numbers: { strike } })
}

/** The first reason that the gates of live trading, kill switches and the time of day give against any entry. */
export function refusedByTime(
  { mode, unmetGates, killed, settings }: Pick<Standing, 'mode' | 'unmetGates' | 'killed' | 'settings'>,
  moment: Pick<Moment, 'now' | 'closedAt' | 'session' | 'dayCovered' | 'contract'> & { readonly rules: Pick<MarketRules, 'entriesEndAt'> },
): Denial | null {
  const { now, closedAt, session, dayCovered, rules, contract } = moment
  if (unmetGates.length > 0) return { reason: 'LIVE_GATES', numbers: { gates: unmetGates } }
  if (killed) return { reason: 'KILL_SWITCH', numbers: { scope: killed } }
  const { windowStart, windowEnd } = settings
  // By the clock too once the window is over: a purchase then would be sold at once.
  const minuteOfDay = istMinuteOfDay(istMinuteOfDay(now) >= windowEnd ? now : closedAt)
  if (minuteOfDay < windowStart || minuteOfDay >= windowEnd)
    return { reason: 'OUTSIDE_WINDOW', numbers: { minuteOfDay, windowStart, windowEnd } }
  if (!dayCovered) return { reason: 'CALENDAR_UNKNOWN', numbers: { now } }
  const lastEntryAt = rules.entriesEndAt(session, contract?.expiry ?? null, mode)
  return now >= lastEntryAt ? { reason: 'SESSION_CLOSING', numbers: { now, lastEntryAt } } : null
}

/** The first reason that the subscription's own trades and the moment itself give. */
export function refusedByTrades(
  { tradesToday, openTrades, settings: { maxTrades } }: Pick<Standing, 'tradesToday' | 'openTrades' | 'settings'>,
  { paused }: Pick<Moment, 'paused'>,
): Denial | null {
  if (tradesToday >= maxTrades) return { reason: 'MAX_TRADES_REACHED', numbers: { tradesToday, maxTrades } }
  if (openTrades > 0) return { reason: 'ALREADY_IN_TRADE', numbers: { openTrades } }
  return paused
}

/** What `units` of a trade lose at its stop; without one, all that they cost. `traded`: units of the whole trade, to which a stop in rupees belongs. */
export function lossAtStop(
  settings: Pick<TradeSettings, 'stopLoss' | 'takeProfit'>,
  { contract: { tick }, premium }: Offer,
  units: number,
  traded: number,
): Paise {
  return paise((premium - (levelsFor('BUY', premium, traded, tick, settings).stop ?? 0)) * units)
}

/** The lots of a trade at a premium; at least one lot, which must not lose more than the risk at its stop. */
function lotsWithin(settings: TradeSettings, contract: OptionContract, premium: Paise): Result<number, Denial> {
  const { lots, risk, sizeByRisk } = settings
  const { lotSize } = contract
  const lossOf = (counted: number, traded: number) => lossAtStop(settings, { contract, premium }, counted * lotSize, traded * lotSize)
  let fitting = sizeByRisk ? lots : 1
  // Counted up, not divided: with fewer lots, a stop in rupees of the trade lies further away.
  while (fitting > 1 && lossOf(fitting, fitting) > risk) fitting--
  const needed = lossOf(fitting, sizeByRisk ? fitting : lots)
  if (needed > risk) return err({ reason: 'RISK_TOO_SMALL', numbers: { risk, needed } })
  return ok(sizeByRisk ? fitting : lots)
}

/** The first reason that the account's limits give against any entry; its funds are checked after them. */
export function refusedByAccount(account: Account): Denial | null {
  const { openTrades, maxOpenTrades, entriesLastMinute, entriesToday } = account
  const { perMinute, perDay } = ENTRY_RATES
  if (entriesLastMinute >= perMinute)
    return { reason: 'ORDER_RATE', numbers: { entries: entriesLastMinute, limit: perMinute, period: 'MINUTE' } }
  if (entriesToday >= perDay) return { reason: 'ORDER_RATE', numbers: { entries: entriesToday, limit: perDay, period: 'DAY' } }
  if (openTrades >= maxOpenTrades) return { reason: 'MAX_OPEN_TRADES_REACHED', numbers: { openTrades, maxOpenTrades } }
  return refusedByLoss(account)
}

/** Why the account's loss of the day keeps anything from being opened, a stopped leg included; null when it does not. */
export function refusedByLoss({ lossToday, lossThatStopped, maxDailyLoss }: Account): Denial | null {
  const loss = Math.max(lossToday, lossThatStopped ?? -Infinity)
  return maxDailyLoss !== null && loss >= maxDailyLoss ? { reason: 'DAILY_LOSS_REACHED', numbers: { loss, maxDailyLoss } } : null
}

/**
 * What buying so many units takes: their premium, an allowance for its rise until the fill, and the charges. An entry above the freeze
 * quantity becomes several orders, each charged.
 */
export function fundsFor(
  { exchange, index, lotSize }: OptionContract,
  premium: Paise,
  quantity: number,
  { rules, now }: Pick<Moment, 'rules' | 'now'>,
): Paise {
  const date = istDate(now)
  let funds = 0
  for (const units of slicesOf(quantity, largestOrder(rules.freezeFor(index, date), lotSize))) {
    const value = paise(Math.ceil(premium * units * (1 + ENTRY_LIMITS.reservePercent / 100)))
    funds += value + totalCharges(rules.chargesFor({ side: 'BUY', exchange, value, date }))
  }
  return paise(funds)
}

/** The account after an entry, for the next decision of the same moment. */
export function afterEntry(account: Account, { reserved }: EntryPlan): Account {
  return {
    ...account,
    available: paise(account.available - reserved),
    openTrades: account.openTrades + 1,
    entriesLastMinute: account.entriesLastMinute + 1,
    entriesToday: account.entriesToday + 1,
  }
}
