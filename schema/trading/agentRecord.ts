import { z } from 'zod'
import { INDEX_SYMBOLS } from '../market/indices.ts'
import { OPTION_TYPES } from '../market/OptionType.ts'
import { paise } from '../money.ts'
import { AGENT_REASONS, AGENT_VERDICTS } from './agent.ts'

/** What buying one side after each analogue would have made: net results as shares of what was paid. */
const sideEvidence = z.object({
  count: z.number(),
  mean: z.number(),
  /** Lower end of the mean's 99% interval. */
  lower: z.number(),
  /** Standard errors by which the mean lies above zero; negative below. */
  errors: z.number(),
  /** Analogues with a net result above zero. */
  hits: z.number(),
  /** Calibrated probability of a net result above zero; null: not enough outcomes yet. */
  confidence: z.number().nullable(),
})

/** A moment of a finished session that looked like the window. */
const analogue = z.object({
  date: z.string(),
  /** Of its last candle, counted from the open. */
  minute: z.number(),
  correlation: z.number(),
  /** Log return of the index over the horizon, scaled to today's liveliness. */
  move: z.number(),
  net: z.object({ CE: z.number(), PE: z.number() }),
})

/** What was found at a moment with enough to look at. */
const findings = z.object({
  /** They explain, they do not decide: log returns of the window and of its last third, deviation of a minute's, place in the day's range (0 to 1). */
  features: z.object({ trend: z.number(), momentum: z.number(), volatility: z.number(), placeInRange: z.number() }),
  /** Best first. */
  analogues: z.array(analogue),
  similarity: z.number(),
  sides: z.object({ CE: sideEvidence, PE: sideEvidence }),
  /** Log return of the index over the horizon: between them lies the outcome with 1 − alpha. */
  interval: z.object({ low: z.number(), high: z.number() }),
  /** Standard deviation of the index's log return over the horizon, today. */
  deviation: z.number(),
  /** Rupees for one lot of each side: what it costs with all charges, and what is lost when the index goes to the stop at once. */
  outlay: z.object({ CE: z.number(), PE: z.number() }),
  stopLoss: z.object({ CE: z.number(), PE: z.number() }),
})

/** The contract at the money, by which both sides were priced: the strike in paise. */
const pricing = z.object({
  index: z.enum(INDEX_SYMBOLS),
  strike: z.number().transform(paise),
  expiry: z.string(),
  expiresAt: z.number(),
  lot: z.number(),
  volatility: z.number(),
  source: z.enum(['QUOTE', 'REALISED']),
})

/**
 * The decision record of one analysis, as it is stored, hashed and shown. Everything that was compared is in it, and all that is needed
 * to compute the same record again, bit for bit, besides the candles. Prices are rupees unless stated otherwise, instants market time.
 */
export const agentRecord = z.object({
  market: z.string(),
  symbol: z.enum(INDEX_SYMBOLS),
  lookback: z.number(),
  version: z.number(),
  /** Start of the last closed minute. */
  candleAt: z.number(),
  /** Its session, and its minute counted from the open. */
  date: z.string(),
  minute: z.number(),
  spot: z.number().nullable(),
  /** The finished sessions that were searched. */
  history: z.object({ sessions: z.number(), first: z.string().nullable(), last: z.string().nullable(), hash: z.string() }),
  /** SHA-256 of the day's closes up to the candle. */
  inputHash: z.string(),
  /** The window: its closes, null where a minute is missing. */
  window: z.array(z.number().nullable()),
  /** What the key's record gave: the similarity to reach, the share that the interval leaves out, and the calibration. */
  experience: z.object({
    similarityFloor: z.number().nullable(),
    alpha: z.number(),
    calibration: z.object({ intercept: z.number(), slope: z.number() }).nullable(),
  }),
  pricing: pricing.nullable(),
  findings: findings.nullable(),
  /** The side that passed the local lock; null: none did. */
  lead: z.enum(OPTION_TYPES).nullable(),
  /** The side that exploratory paper trades may take; null: none. */
  exploratory: z.enum(OPTION_TYPES).nullable(),
  /**
   * The grid keys whose gates decide, and the evidence that opens them. `control`: the mean net result of buying at every counted scan of the
   * key; null: there was none; absent in old records.
   */
  gates: z.array(z.object({ lookback: z.number(), evidence: z.number(), open: z.boolean(), control: z.number().nullable().optional() })),
  threshold: z.number(),
  verdict: z.enum(AGENT_VERDICTS),
  /** Null: it is a trade. */
  reason: z.enum(AGENT_REASONS).nullable(),
  /** What the reason compared, by name. */
  numbers: z.record(z.string(), z.union([z.number(), z.enum(OPTION_TYPES), z.null()])),
})

export type AgentRecord = z.output<typeof agentRecord>
