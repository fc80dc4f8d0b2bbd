import type { OptionType } from '../../../schema/market/OptionType.ts'
import type { AgentPricing, Analogue, Analysis, Experience, Findings, Refusal, SideEvidence, Today, WindowFeatures } from './Analysis.ts'
import {
  CLOSING_MINUTES,
  EXPLORATORY_ERRORS,
  FEWEST_ANALOGUES,
  HORIZON,
  LOCK_ERRORS,
  SESSION_MINUTES,
  WARM_UP_SESSIONS,
} from './agentModel.ts'
import { confidenceOf } from './calibration.ts'
import { fillHoles, LONGEST_HOLE } from './fillHoles.ts'
import { moveInterval } from './moveInterval.ts'
import { OptionReplay } from './OptionReplay.ts'
import { searchAnalogues, type Match } from './searchAnalogues.ts'
import type { SessionIndex } from './SessionIndex.ts'

/** A minute's standard deviation below which the index is flat: a thirtieth of the usual one. */
const STANDING_STILL = 1e-5
/** How much an analogue may be stretched or shrunk to today's liveliness. */
const MOST_STRETCHED = 4

/** The last minute of a session, counted from the open, after which a trade of the whole horizon still ends in time. */
export function lastScanMinute(sessionMinutes: number): number {
  return Math.min(sessionMinutes, SESSION_MINUTES - CLOSING_MINUTES) - 1 - HORIZON
}

/**
 * What the last `lookback` candles looked like before, and what a bought option would have earned then after all costs. `pricing`: null when
 * there is no quote; `warmUp`: sessions that must lie behind it. The lead is the side whose 99% interval lies above zero, provided that the analogues are as alike as they usually are.
 */
export function analyse(
  index: SessionIndex,
  today: Today,
  lookback: number,
  pricing: AgentPricing | null,
  experience: Experience,
  warmUp = WARM_UP_SESSIONS,
): Analysis {
  const minute = today.closes.length - 1
  const filled = fillHoles(today.closes)
  const spot = filled.closes.at(-1)
  const looked = {
    lookback,
    date: today.date,
    minute,
    spot: spot === undefined || Number.isNaN(spot) ? null : spot,
    history: {
      sessions: index.count,
      first: index.count === 0 ? null : index.dateOf(0),
      last: index.count === 0 ? null : index.dateOf(index.count - 1),
      hash: index.hash,
    },
    pricing,
  }
  const refused = (refusal: Refusal): Analysis => ({ ...looked, findings: null, lead: null, exploratory: null, refusal })

  const last = lastScanMinute(today.sessionMinutes)
  if (minute > last) return refused({ reason: 'TOO_LATE', minute, last })
  if (today.closes.length < lookback) return refused({ reason: 'TOO_EARLY', candles: today.closes.length, needed: lookback })
  if (index.count < warmUp) return refused({ reason: 'HISTORY_SHORT', sessions: index.count, needed: warmUp })
  const { longest } = fillHoles(today.closes.subarray(-lookback))
  if (longest > LONGEST_HOLE) return refused({ reason: 'DATA_GAP', minutes: longest, most: LONGEST_HOLE })
  if (pricing === null) return refused({ reason: 'NO_QUOTE' })
  const window = filled.closes.subarray(-lookback).map(Math.log)
  const features = featuresOf(window, filled.closes)
  if (!(features.volatility > STANDING_STILL)) return refused({ reason: 'FLAT', volatility: features.volatility })
  const matches = searchAnalogues(index, window)
  if (matches.length < FEWEST_ANALOGUES) return refused({ reason: 'FEW_ANALOGUES', analogues: matches.length, needed: FEWEST_ANALOGUES })

  const findings = findingsOf(index, matches, { ...looked, spot: spot!, pricing }, features, experience)
  const { sides, similarity } = findings
  const side = sides.CE.lower >= sides.PE.lower ? 'CE' : 'PE'
  const likeliest = sides.CE.errors >= sides.PE.errors ? 'CE' : 'PE'
  const refusal = refusalOf(side, sides[side].lower, similarity, experience.similarityFloor)
  return {
    ...looked,
    findings,
    lead: refusal === null ? side : null,
    exploratory: refusal === null ? side : sides[likeliest].errors >= EXPLORATORY_ERRORS ? likeliest : null,
    refusal,
  }
}

function refusalOf(side: OptionType, lower: number, similarity: number, floor: number | null): Refusal | null {
  if (!(lower > 0)) return { reason: 'BELOW_COSTS', lower, side }
  if (floor === null || similarity < floor) return { reason: 'NOT_SIMILAR', similarity, needed: floor }
  return null
}

/** The moment that is analysed. */
interface Moment {
  readonly lookback: number
  readonly date: string
  readonly minute: number
  readonly spot: number
  readonly pricing: AgentPricing
}

function findingsOf(
  index: SessionIndex,
  matches: readonly Match[],
  { lookback, date, minute, spot, pricing }: Moment,
  features: WindowFeatures,
  { alpha, calibration }: Experience,
): Findings {
  // A minute's expected deviation over the horizon.
  const lively = features.volatility * index.livelinessAfter(minute, lookback)
  const deviation = lively * Math.sqrt(HORIZON)
  const replay = new OptionReplay(pricing, date, minute, spot, deviation)
  const analogues = matches.map((match): Analogue => {
    const path = scaledPath(index, match, lookback, lively)
    const net = { CE: replay.outcome('CE', path)!.net, PE: replay.outcome('PE', path)!.net }
    return { date: index.dateOf(match.session), minute: match.minute, correlation: match.correlation, move: path[HORIZON - 1]!, net }
  })
  const evidence = (side: OptionType) => evidenceOf(analogues, side, calibration)
  const similarity = analogues.reduce((sum, { correlation }) => sum + correlation, 0) / analogues.length
  return {
    features,
    analogues,
    similarity: Math.round(similarity * 1e6) / 1e6,
    sides: { CE: evidence('CE'), PE: evidence('PE') },
    interval: moveInterval(
      Float64Array.from(analogues, ({ move }) => move),
      alpha,
    ),
    deviation,
    outlay: { CE: replay.outlay('CE'), PE: replay.outlay('PE') },
    stopLoss: { CE: replay.stopLoss('CE'), PE: replay.stopLoss('PE') },
  }
}

/** What the index did after an analogue, as if it had been as lively as it is today: log returns since its last minute. */
function scaledPath(index: SessionIndex, { session, minute }: Match, lookback: number, lively: number): Float64Array {
  const logs = index.logsOf(session)
  const then = deviationOf(logs.subarray(minute - lookback + 1, minute + 1)) * index.livelinessAfter(minute, lookback)
  const scale = Math.min(MOST_STRETCHED, Math.max(1 / MOST_STRETCHED, lively / then))
  return logs.slice(minute + 1, minute + 1 + HORIZON).map((log) => scale * (log - logs[minute]!))
}

function evidenceOf(analogues: readonly Analogue[], side: OptionType, calibration: Experience['calibration']): SideEvidence {
  const count = analogues.length
  const nets = analogues.map(({ net }) => net[side])
  const mean = nets.reduce((sum, net) => sum + net, 0) / count
  const error = Math.sqrt(nets.reduce((sum, net) => sum + (net - mean) ** 2, 0) / (count - 1) / count)
  const hits = nets.filter((net) => net > 0).length
  return {
    count,
    mean,
    lower: mean - LOCK_ERRORS * error,
    errors: error > 0 ? mean / error : 0,
    hits,
    confidence: confidenceOf(calibration, hits, count),
  }
}

/** `closes`: of the day so far, in rupees; `window`: logs of the last ones. */
function featuresOf(window: Float64Array, closes: Float64Array): WindowFeatures {
  const last = closes.at(-1)!
  const [low, high] = [Math.min(...closes), Math.max(...closes)]
  return {
    trend: window.at(-1)! - window[0]!,
    momentum: window.at(-1)! - window[Math.floor((window.length * 2) / 3)]!,
    volatility: deviationOf(window),
    placeInRange: high > low ? (last - low) / (high - low) : 0.5,
  }
}

/** Root mean square of the returns between logs. */
function deviationOf(logs: Float64Array): number {
  let sum = 0
  for (let i = 1; i < logs.length; i++) sum += (logs[i]! - logs[i - 1]!) ** 2
  return Math.sqrt(sum / (logs.length - 1))
}
