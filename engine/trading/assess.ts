import { SESSION_LIMITS } from '../../schema/limits.ts'
import { err, ok, type Result } from '../../schema/errors.ts'
import type { Paise } from '../../schema/money.ts'
import { istDate, istInstant, istMinuteOfDay, MINUTE, type Instant } from '../../schema/time.ts'
import type { OptionContract } from '../broker/port.ts'
import type { Session } from '../schedule/sessionAt.ts'
import type { Denial } from './denials.ts'
import type { EntryTerms, TradeMode } from './orders.ts'

/** An active subscription whose strategy has just signalled, with what it already did today. */
export interface Candidate {
  readonly subscriptionId: string
  readonly userId: string
  readonly mode: TradeMode
  /** Minutes since midnight in India; the window's end is outside of it. */
  readonly windowStart: number
  readonly windowEnd: number
  readonly takeProfitPercent: number
  readonly stopLossPercent: number
  readonly maxTrades: number
  readonly lots: number
  /** Entries of this market day that were not refused or given up. */
  readonly tradesToday: number
  /** Open trades in the signal's index, entries under way included. */
  readonly openTrades: number
}

/** The market at the moment of the decision, the same for every subscription. */
export interface Moment {
  readonly now: Instant
  readonly session: Session
  /** Real milliseconds since the index last ticked; null when it never did. */
  readonly feedAgeMs: number | null
  readonly indexPrice: Paise
  readonly listedContracts: number
  /** The option the signal would be traded with. */
  readonly contract: OptionContract | null
}

export interface EntryPlan {
  readonly contract: OptionContract
  readonly quantity: number
  readonly terms: EntryTerms
}

/** Whether a subscription takes a signal: the order to send, or the first reason against it. */
export function assess(candidate: Candidate, moment: Moment): Result<EntryPlan, Denial> {
  const { now, session, contract, feedAgeMs } = moment
  if (candidate.mode === 'LIVE') return err({ reason: 'MODE_NOT_AVAILABLE', numbers: {} })

  const minuteOfDay = istMinuteOfDay(now)
  const { windowStart, windowEnd } = candidate
  if (minuteOfDay < windowStart || minuteOfDay >= windowEnd)
    return err({ reason: 'OUTSIDE_WINDOW', numbers: { minuteOfDay, windowStart, windowEnd } })

  const lastEntryAt = session.close - SESSION_LIMITS.entryCutoffMinutes * MINUTE
  if (now >= lastEntryAt) return err({ reason: 'SESSION_CLOSING', numbers: { now, lastEntryAt } })

  const { tradesToday, maxTrades, openTrades } = candidate
  if (tradesToday >= maxTrades) return err({ reason: 'MAX_TRADES_REACHED', numbers: { tradesToday, maxTrades } })
  if (openTrades > 0) return err({ reason: 'ALREADY_IN_TRADE', numbers: { openTrades } })

  const limitMs = SESSION_LIMITS.staleFeedMs
  if (feedAgeMs === null || feedAgeMs > limitMs) return err({ reason: 'FEED_STALE', numbers: { ageMs: feedAgeMs, limitMs } })
  if (!contract) return err({ reason: 'NO_CONTRACT', numbers: { indexPrice: moment.indexPrice, listedContracts: moment.listedContracts } })
  const { takeProfitPercent, stopLossPercent } = candidate
  const terms = { takeProfitPercent, stopLossPercent, windowEndsAt: istInstant(istDate(now), windowEnd) }
  return ok({ contract, quantity: candidate.lots * contract.lotSize, terms })
}
