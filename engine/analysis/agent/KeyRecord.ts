import type { OptionType } from '../../../schema/market/OptionType.ts'
import type { IsoDate } from '../../../schema/time.ts'
import type { AgentPricing, Refusal } from './Analysis.ts'
import type { CalibrationLine, OutcomeCount, ReliabilityBin } from './calibration.ts'
import type { GateState, Moments } from './gate.ts'

/** Results as shares of what was paid. */
export interface NetSums extends Moments {
  readonly wins: number
}

/** A scan whose outcome is not known yet. */
export interface PendingScan {
  readonly date: IsoDate
  readonly minute: number
  readonly pricing: AgentPricing
  readonly deviation: number
  readonly interval: { readonly low: number; readonly high: number }
  readonly hits: Readonly<Record<OptionType, number>>
  /** Analogues. */
  readonly count: number
  readonly confidence: Readonly<Record<OptionType, number | null>>
  /** The side that is a shadow trade; null: none. */
  readonly shadow: OptionType | null
  /** Whether it overlaps no scan whose outcomes are counted. */
  readonly isCounted: boolean
}

/** A shadow trade that ended. */
export interface ShadowTrade {
  readonly date: IsoDate
  readonly side: OptionType
  /** Minutes since the open at which it was bought and sold. */
  readonly boughtAt: number
  readonly soldAt: number
  /** Rupees per unit. */
  readonly entry: number
  readonly exit: number
  /** As a share of what was paid. */
  readonly net: number
  /** The gate's evidence with it. */
  readonly evidence: number
}

/**
 * Everything stored about a key (market, index, lookback, version): plain JSON, one step per scan. The walk-forward and the live
 * scans write it by the same functions, so a replayed session leaves the same record.
 */
export interface KeyRecord {
  readonly version: number
  /** Sessions whose scans it holds, the last one of them, and scans. */
  readonly sessions: number
  readonly lastSession: IsoDate | null
  readonly scans: number
  /** Scans with a lead, and those without by reason. */
  readonly leads: number
  readonly refusals: Readonly<Partial<Record<Refusal['reason'], number>>>
  /** Similarity of the last scans, oldest first. */
  readonly similarities: readonly number[]
  readonly alpha: number
  /** Outcomes of counted scans, and those within their interval. */
  readonly outcomes: number
  readonly covered: number
  readonly counts: readonly OutcomeCount[]
  readonly line: CalibrationLine | null
  /** Twenty bins of confidence, each a twentieth wide. */
  readonly reliability: readonly ReliabilityBin[]
  /** Sums of (confidence − outcome)² and of (base rate − outcome)². */
  readonly brier: number
  readonly baseBrier: number
  readonly gate: GateState
  readonly shadow: NetSums
  /** Buying both sides at every counted scan: what no skill costs. */
  readonly control: NetSums
  readonly pending: readonly PendingScan[]
}
