import type { IndexSymbol } from '../../../schema/market/indices.ts'
import type { OptionType } from '../../../schema/market/OptionType.ts'
import type { Paise } from '../../../schema/money.ts'
import type { Instant, IsoDate } from '../../../schema/time.ts'

/** The contract at the money, by which both sides of a moment are priced. Plain data, kept with the analysis: it makes it repeatable. */
export interface AgentPricing {
  readonly index: IndexSymbol
  readonly strike: Paise
  readonly expiry: IsoDate
  readonly expiresAt: Instant
  /** Units per lot. */
  readonly lot: number
  /** At the money, a fraction per trading year, as VolatilityTerm takes it. */
  readonly volatility: number
  /** Its source: prices of the moment, or what the index moved by over the last twenty sessions. */
  readonly source: 'QUOTE' | 'REALISED'
}

/** The running session up to a moment. */
export interface Today {
  readonly date: IsoDate
  /** Rupees at the end of each minute since the open, the last one closed last; NaN where a minute is missing. */
  readonly closes: Float64Array
  /** Minutes in which its shares trade on this day (MarketRules.tradedMinutesOf). */
  readonly sessionMinutes: number
}

/** What the record of a key (KeyRecord.ts) gives to the next analysis. */
export interface Experience {
  /** Median similarity of the last scans; null: too few yet. */
  readonly similarityFloor: number | null
  /** Share of the outcomes that the interval may leave out. */
  readonly alpha: number
  /** Of the logistic line from the analogues' hits to a probability; null: too few outcomes yet. */
  readonly calibration: { readonly intercept: number; readonly slope: number } | null
}

/** What explains a window; decides nothing. */
export interface WindowFeatures {
  /** Log return of the window, and of its last third. */
  readonly trend: number
  readonly momentum: number
  /** Standard deviation of a minute's log return. */
  readonly volatility: number
  /** Where the last price stands in the day's range so far: 0 at its low, 1 at its high. */
  readonly placeInRange: number
}

/** A moment of a finished session that looked like the window. */
export interface Analogue {
  readonly date: IsoDate
  /** Of its last candle, counted from the open. */
  readonly minute: number
  readonly correlation: number
  /** Log return of the index over the horizon, scaled to today's liveliness. */
  readonly move: number
  /** Net result of each side as a share of what was paid; never below −1. */
  readonly net: Readonly<Record<OptionType, number>>
}

/** What buying one side after each analogue would have returned. */
export interface SideEvidence {
  readonly count: number
  /** Net result as a share of what was paid, on average. */
  readonly mean: number
  /** Lower end of the mean's 99% interval. */
  readonly lower: number
  /** Standard errors by which the mean lies above zero; negative below. */
  readonly errors: number
  /** Analogues with a net result above zero. */
  readonly hits: number
  /** Calibrated probability of a net result above zero; null: not enough outcomes yet. */
  readonly confidence: number | null
}

/** Why the analogues give no lead, with the numbers compared. */
export type Refusal =
  | { readonly reason: 'TOO_EARLY'; readonly candles: number; readonly needed: number }
  | { readonly reason: 'TOO_LATE'; readonly minute: number; readonly last: number }
  | { readonly reason: 'HISTORY_SHORT'; readonly sessions: number; readonly needed: number }
  | { readonly reason: 'NO_QUOTE' }
  | { readonly reason: 'DATA_GAP'; readonly minutes: number; readonly most: number }
  | { readonly reason: 'FLAT'; readonly volatility: number }
  | { readonly reason: 'FEW_ANALOGUES'; readonly analogues: number; readonly needed: number }
  | { readonly reason: 'NOT_SIMILAR'; readonly similarity: number; readonly needed: number | null }
  | { readonly reason: 'BELOW_COSTS'; readonly lower: number; readonly side: OptionType }

/** Findings at a moment; null in the same place when there was too little to analyse. */
export interface Findings {
  readonly features: WindowFeatures
  /** Best first. */
  readonly analogues: readonly Analogue[]
  /** Mean correlation of the analogues, rounded to six decimals. */
  readonly similarity: number
  readonly sides: Readonly<Record<OptionType, SideEvidence>>
  /** Log return of the index over the horizon, between which the outcome lies with 1 − alpha. */
  readonly interval: { readonly low: number; readonly high: number }
  /** Standard deviation of the index's log return over the horizon, today. */
  readonly deviation: number
  /** Rupees for one lot of each side: what it costs with all charges, and what is lost when the index goes to the stop at once. */
  readonly outlay: Readonly<Record<OptionType, number>>
  readonly stopLoss: Readonly<Record<OptionType, number>>
}

/** One look at the market. A pure function of its inputs: the same ones give the same bits. */
export interface Analysis {
  readonly lookback: number
  readonly date: IsoDate
  /** Of the last candle, counted from the open. */
  readonly minute: number
  /** Rupees; null before the first candle. */
  readonly spot: number | null
  /** What it was compared with; null dates: nothing. `hash`: rolling, over all closes. */
  readonly history: { readonly sessions: number; readonly first: IsoDate | null; readonly last: IsoDate | null; readonly hash: string }
  readonly pricing: AgentPricing | null
  readonly findings: Findings | null
  /** The side that passed the local lock; null: see `refusal`. */
  readonly lead: OptionType | null
  /** The side that an exploratory trade on paper may take; null: none. A lead is one too. */
  readonly exploratory: OptionType | null
  readonly refusal: Refusal | null
}
