import type { Instant } from '../../schema/time.ts'

/** Why a subscription did not take a signal: a closed set, each reason with the numbers that were compared. */
export type Denial =
  /** Minutes since midnight in India. */
  | {
      readonly reason: 'OUTSIDE_WINDOW'
      readonly numbers: { readonly minuteOfDay: number; readonly windowStart: number; readonly windowEnd: number }
    }
  | { readonly reason: 'SESSION_CLOSING'; readonly numbers: { readonly now: Instant; readonly lastEntryAt: Instant } }
  | { readonly reason: 'MAX_TRADES_REACHED'; readonly numbers: { readonly tradesToday: number; readonly maxTrades: number } }
  /** Open trades of the subscription in the signal's index, entries under way included. */
  | { readonly reason: 'ALREADY_IN_TRADE'; readonly numbers: { readonly openTrades: number } }
  /** Real milliseconds; null when the index has not ticked at all. */
  | { readonly reason: 'FEED_STALE'; readonly numbers: { readonly ageMs: number | null; readonly limitMs: number } }
  /** Index price in paise. */
  | { readonly reason: 'NO_CONTRACT'; readonly numbers: { readonly indexPrice: number; readonly listedContracts: number } }
  | { readonly reason: 'MODE_NOT_AVAILABLE'; readonly numbers: Readonly<Record<string, never>> }
