import type { OptionType } from '../market/OptionType.ts'
import { IndexSymbol } from '../market/indices.ts'
import { fromRupees, type Paise } from '../money.ts'
import type { Instant } from '../time.ts'

export const AGENT_STEPS = ['OBSERVE', 'PAPER', 'APPROVE', 'AUTO'] as const
/**
 * The ladder: what the agent may do for a user. It only looks; trades on paper by itself; asks before each trade; trades by itself. The last
 * two trade live where the user wishes it and every gate holds.
 */
export type AgentStep = (typeof AGENT_STEPS)[number]

export const AGENT_VERDICTS = ['BUY_CE', 'BUY_PE', 'NO_TRADE'] as const
export type AgentVerdictName = (typeof AGENT_VERDICTS)[number]

export const AGENT_REASONS = [
  'TOO_EARLY',
  'TOO_LATE',
  'HISTORY_SHORT',
  'DATA_GAP',
  'FLAT',
  'FEW_ANALOGUES',
  'NOT_SIMILAR',
  'BELOW_COSTS',
  'UNPROVEN',
  'NO_QUOTE',
] as const
/** Why an analysis says NO TRADE: a closed set. The numbers compared are in its record. */
export type AgentReason = (typeof AGENT_REASONS)[number]

export const AGENT_TRADE_KINDS = ['PROVEN', 'EXPLORATORY'] as const
/** PROVEN: its gate was open. EXPLORATORY: on paper only, shown as unproven and never counted with the proven ones. */
export type AgentTradeKind = (typeof AGENT_TRADE_KINDS)[number]

export const AGENT_ANSWERS = ['PENDING', 'APPROVED', 'DECLINED', 'EXPIRED'] as const
/** What became of a proposal: its user has not answered yet, has said yes or no, or it ended without an answer. */
export type AgentAnswer = (typeof AGENT_ANSWERS)[number]

/** Minutes of the session between two scans for users, each of whom chooses how many minutes his agent rests. */
export const SCAN_MINUTES = 2

/** A proposal that was approved is bought at a premium at most so many per cent away from the one that its user read. */
export const PROPOSAL_MOVE_PERCENT = 5

/** An analysis that trades may follow. An analysis has at most one. */
export interface AgentVerdict {
  readonly analysisId: string
  readonly market: string
  readonly symbol: IndexSymbol
  readonly lookback: number
  readonly side: OptionType
  readonly kind: AgentTradeKind
  /** Start of the last closed minute it looked at, market time. */
  readonly candleAt: Instant
  /** Index close of that minute. */
  readonly spot: Paise
  /** Standard deviation of the index's log return over the horizon, today: target and stop are multiples of it. */
  readonly deviation: number
}

/** What a user may set, as the specification names it. Risk per trade is a fraction of the capital. */
export interface AgentSettings {
  readonly capital: Paise
  readonly quantityLots: number
  readonly riskPerTrade: number
  readonly analysisIntervalMinutes: number
  readonly maxTradesPerDay: number
  /** One-minute candles. */
  readonly lookbackPeriod: number
  /** The wish; until every gate of live trading holds, false sends nothing live. */
  readonly paperTrade: boolean
}

export const AGENT_DEFAULTS: AgentSettings = {
  capital: fromRupees(100_000),
  quantityLots: 1,
  riskPerTrade: 0.02,
  analysisIntervalMinutes: 5,
  maxTradesPerDay: 3,
  lookbackPeriod: 50,
  paperTrade: true,
}

/** Bounds of the settings. Capital in rupees and risk as a fraction, as clients send them. */
export const AGENT_BOUNDS = {
  capital: { min: 10_000, max: 10_000_000 },
  quantityLots: { min: 1, max: 50 },
  riskPerTrade: { min: 0.005, max: 0.05 },
  analysisIntervalMinutes: { min: 1, max: 60 },
  maxTradesPerDay: { min: 1, max: 10 },
  lookbackPeriod: { min: 20, max: 200 },
} as const satisfies { readonly [Name in keyof AgentSettings]?: { readonly min: number; readonly max: number } }

/** The user's own limits outside the model. */
export interface AgentMandate {
  readonly symbols: readonly IndexSymbol[]
  readonly step: AgentStep
  /** Whether it also takes exploratory trades on paper. */
  readonly exploration: boolean
  /** The day's loss at which nothing more is opened that day, and the loss since it was last switched on or released at which it halts; null: none. */
  readonly softDrawdown: Paise | null
  readonly hardDrawdown: Paise | null
}

/** What a user starts with: the specification's figures are of Nifty, so that alone is in the mandate until he adds more. */
export const AGENT_MANDATE: AgentMandate = {
  symbols: [IndexSymbol.NIFTY],
  step: 'PAPER',
  exploration: true,
  softDrawdown: fromRupees(5_000),
  hardDrawdown: fromRupees(10_000),
}

/** Bounds of both drawdown stops, in rupees. */
export const AGENT_DRAWDOWN_BOUNDS = { min: 100, max: 10_000_000 } as const

export type AgentBoundedSetting = keyof typeof AGENT_BOUNDS

/** A setting out of its bounds, with what was compared (in the units of AGENT_BOUNDS). */
export interface AgentSettingMistake {
  readonly setting: AgentBoundedSetting
  readonly value: number
  readonly min: number
  readonly max: number
  readonly text: string
}

const NAMES: Readonly<Record<AgentBoundedSetting, string>> = {
  capital: 'Capital',
  quantityLots: 'Quantity in lots',
  riskPerTrade: 'Risk per trade',
  analysisIntervalMinutes: 'Analysis interval in minutes',
  maxTradesPerDay: 'Maximum trades per day',
  lookbackPeriod: 'Lookback in candles',
}

/** Every setting that is out of its bounds, in the order in which they are shown; empty: all are well. Values are in the units of AGENT_BOUNDS. */
export function settingMistakes(values: Readonly<Record<AgentBoundedSetting, number>>): AgentSettingMistake[] {
  const settings = Object.keys(AGENT_BOUNDS) as AgentBoundedSetting[]
  return settings.flatMap((setting) => {
    const value = values[setting]
    const { min, max } = AGENT_BOUNDS[setting]
    const mayHaveFraction = setting === 'riskPerTrade'
    const name = NAMES[setting]
    if (!(mayHaveFraction ? Number.isFinite(value) : Number.isSafeInteger(value)))
      return [{ setting, value, min, max, text: `${name} must be a ${mayHaveFraction ? '' : 'whole '}number.` }]
    if (value >= min && value <= max) return []
    const text = mayHaveFraction
      ? `${name} must be from ${min * 100} to ${max * 100} percent.`
      : `${name} must be from ${min.toLocaleString('en-IN')} to ${max.toLocaleString('en-IN')}.`
    return [{ setting, value, min, max, text }]
  })
}
