import type { IsoDate } from '../time.ts'
import type { IndexSymbol, OptionExchange } from './indices.ts'

/** The regular session has always begun at 09:15 in India; minutes since midnight. Its close is dated (SessionHours). */
export const REGULAR_OPEN_MINUTE = 9 * 60 + 15

/** The days on which options may expire. */
export const WEEKDAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** A weekday without the regular session. */
export interface Holiday {
  readonly date: IsoDate
  readonly note: string
}

/** A session instead of the regular one: on a weekend, in the evening of a holiday (Muhurat), shortened. Times are `HH:MM` in India. */
export interface SpecialSession {
  readonly date: IsoDate
  readonly open: string
  readonly close: string
  /** A break within it, both or neither: a session in two parts is open before and after. */
  readonly pauseFrom?: string | null
  readonly pauseTo?: string | null
  readonly note: string
}

/** Whose hours: index prices are built into candles in the index's, options trade in their own, which may close later. */
export const SEGMENTS = ['INDEX', 'OPTIONS'] as const
export type Segment = (typeof SEGMENTS)[number]

/** The regular session of a segment from a date on. Times are `HH:MM` in India. */
export interface SessionHours {
  readonly segment: Segment
  readonly from: IsoDate
  readonly open: string
  readonly close: string
}

/** When the index's prices stand still for an auction, on regular days from a date on. Nothing new is entered then. Times are `HH:MM` in India. */
export interface ClosingAuction {
  readonly from: IsoDate
  readonly open: string
  readonly close: string
}

/** Which days of a contract a cutoff is for: the one on which it expires, or those before. */
export const CUTOFF_DAYS = ['ORDINARY', 'EXPIRY'] as const
export type CutoffDay = (typeof CUTOFF_DAYS)[number]

/** From a date on: in how many of the last minutes of the options' session nothing new is entered, and what is open is squared off. */
export interface TradingCutoff {
  readonly day: CutoffDay
  readonly from: IsoDate
  readonly entryMinutes: number
  /** Not more than `entryMinutes`. */
  readonly squareOffMinutes: number
}

/** On which weekday options of an index expire from a date on. The monthly expiry is the last such weekday of the month. */
export interface ExpiryRule {
  readonly index: IndexSymbol
  readonly from: IsoDate
  /** Null: only monthly ones are listed. */
  readonly weekly: Weekday | null
  readonly monthly: Weekday
}

/** Units per lot of the contracts that expire on or after a date. */
export interface LotRule {
  readonly index: IndexSymbol
  readonly from: IsoDate
  readonly lot: number
  /** Expiries whose contracts were listed before the rule was made: they keep the lot of the rule before. */
  readonly keptOldLot: readonly IsoDate[]
}

/** The most units one order may have from a date on. */
export interface FreezeRule {
  readonly index: IndexSymbol
  readonly from: IsoDate
  readonly units: number
}

/** How far from a reference price an exchange takes limits of options from a date on. One without rows has no rule that is known. */
export interface PriceProtection {
  readonly exchange: OptionExchange
  readonly from: IsoDate
  /** Whole paise: premiums up to this are protected by `amountPaise` on either side, those above by `percent` of the reference. */
  readonly nearPaise: number
  /** Whole paise. */
  readonly amountPaise: number
  readonly percent: number
}

export const CHARGE_KINDS = [
  ...(['BROKERAGE', 'TRANSACTION', 'SEBI_FEE', 'GST'] as const),
  ...(['STAMP_DUTY_ON_PURCHASE', 'STT_ON_SALE', 'STT_ON_EXERCISE'] as const),
]
export type ChargeKind = (typeof CHARGE_KINDS)[number]

/** What an order is charged from a date on. */
export interface ChargeRate {
  readonly kind: ChargeKind
  /** A kind has rows for each exchange, or rows for BOTH. */
  readonly exchange: OptionExchange | 'BOTH'
  readonly from: IsoDate
  /** BROKERAGE: whole paise per executed order. GST: per cent of brokerage, transaction charge and SEBI fee. Else: per cent of the value. */
  readonly value: number
}

/**
 * What the exchanges and the tax office have laid down, as rows with the date they hold from. Of rows that follow each other the
 * first also holds before its own date. parseMarketTables.ts says what makes them valid.
 */
export interface MarketTables {
  /** The years whose holidays, expiries, lots and charges are all entered, each agreed on by two sources. */
  readonly coveredYears: readonly number[]
  readonly holidays: readonly Holiday[]
  readonly specialSessions: readonly SpecialSession[]
  readonly sessionHours: readonly SessionHours[]
  readonly closingAuctions: readonly ClosingAuction[]
  readonly tradingCutoffs: readonly TradingCutoff[]
  readonly expiryRules: readonly ExpiryRule[]
  readonly lotRules: readonly LotRule[]
  readonly freezeRules: readonly FreezeRule[]
  readonly priceProtections: readonly PriceProtection[]
  readonly chargeRates: readonly ChargeRate[]
}
