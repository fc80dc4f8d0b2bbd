import type { OptionType } from '../../../schema/market/OptionType.ts'
import type { IsoDate } from '../../../schema/time.ts'
import type { Analysis, Experience, Today } from './Analysis.ts'
import { FEWEST_SIMILARITY_SCANS, HORIZON, MODEL_VERSION, SIMILARITY_SCANS } from './agentModel.ts'
import { addOutcome, fitCalibration, type ReliabilityBin } from './calibration.ts'
import { fillHoles } from './fillHoles.ts'
import { advanceGate, UNPROVEN_GATE } from './gate.ts'
import type { KeyRecord, NetSums, PendingScan, ShadowTrade } from './KeyRecord.ts'
import { adaptAlpha, TARGET_MISSES } from './moveInterval.ts'
import { OptionReplay, type OptionOutcome } from './OptionReplay.ts'

const SIDES = ['CE', 'PE'] as const satisfies readonly OptionType[]
const BINS = 20
const NO_NETS: NetSums = { count: 0, sum: 0, sumOfSquares: 0, wins: 0 }

/** The record of a key that has seen nothing. */
export function newKeyRecord(): KeyRecord {
  return {
    version: MODEL_VERSION,
    sessions: 0,
    lastSession: null,
    scans: 0,
    leads: 0,
    refusals: {},
    similarities: [],
    alpha: TARGET_MISSES,
    outcomes: 0,
    covered: 0,
    counts: [],
    line: null,
    reliability: Array.from({ length: BINS }, () => ({ count: 0, said: 0, wins: 0 })),
    brier: 0,
    baseBrier: 0,
    gate: UNPROVEN_GATE,
    shadow: NO_NETS,
    control: NO_NETS,
    pending: [],
  }
}

/** What the next analysis of the key takes from its record. */
export function experienceOf({ similarities, alpha, line }: KeyRecord): Experience {
  const enough = similarities.length >= FEWEST_SIMILARITY_SCANS
  const similarityFloor = enough ? Float64Array.from(similarities).sort()[Math.floor(similarities.length / 2)]! : null
  return { similarityFloor, alpha, calibration: line }
}

/**
 * The record with a scan of the grid: its similarity, its lead as a shadow trade unless one is open, and its claims, which wait for their
 * outcome. A scan refused before its analysis leaves nothing. Settle known outcomes first.
 */
export function noteScan(record: KeyRecord, analysis: Analysis): KeyRecord {
  const { findings, pricing, lead, refusal, date, minute } = analysis
  if (findings === null || pricing === null) return record
  const shadow = lead !== null && record.pending.every((scan) => scan.shadow === null) ? lead : null
  const isCounted = record.pending.every((scan) => !scan.isCounted)
  const { sides, interval, deviation } = findings
  const scan: PendingScan = {
    date,
    minute,
    pricing,
    deviation,
    interval,
    count: sides.CE.count,
    hits: { CE: sides.CE.hits, PE: sides.PE.hits },
    confidence: { CE: sides.CE.confidence, PE: sides.PE.confidence },
    shadow,
    isCounted,
  }
  return {
    ...record,
    scans: record.scans + 1,
    leads: record.leads + Number(lead !== null),
    refusals: refusal ? { ...record.refusals, [refusal.reason]: (record.refusals[refusal.reason] ?? 0) + 1 } : record.refusals,
    similarities: [...record.similarities.slice(1 - SIMILARITY_SCANS), findings.similarity],
    pending: shadow !== null || isCounted ? [...record.pending, scan] : record.pending,
  }
}

/** The record with all outcomes known at the last close of the day, and the shadow trades that ended, in that order. */
export function settleScans(record: KeyRecord, today: Today): { readonly record: KeyRecord; readonly trades: readonly ShadowTrade[] } {
  const { closes } = fillHoles(today.closes)
  let settled: KeyRecord = { ...record, pending: [] }
  const ended: { readonly scan: PendingScan; readonly side: OptionType; readonly outcome: OptionOutcome }[] = []
  for (const scan of record.pending) {
    const spot = closes[scan.minute]!
    const path = closes.slice(scan.minute + 1, scan.minute + 1 + HORIZON).map((close) => Math.log(close / spot))
    const replay = new OptionReplay(scan.pricing, scan.date, scan.minute, spot, scan.deviation)
    const isOver = path.length === HORIZON
    const outcome = scan.shadow && replay.outcome(scan.shadow, path)
    if (scan.shadow && outcome) ended.push({ scan, side: scan.shadow, outcome })
    const left = { ...scan, shadow: outcome ? null : scan.shadow, isCounted: scan.isCounted && !isOver }
    if (left.shadow !== null || left.isCounted) settled = { ...settled, pending: [...settled.pending, left] }
    if (scan.isCounted && isOver) settled = withOutcome(settled, scan, replay, path)
  }
  const trades: ShadowTrade[] = []
  for (const { scan, side, outcome } of ended) {
    const gate = advanceGate(settled.gate, outcome.net, scan.date, settled.version)
    settled = { ...settled, gate, shadow: addNet(settled.shadow, outcome.net) }
    const { minutes, entry, exit, net } = outcome
    trades.push({ date: scan.date, side, boughtAt: scan.minute, soldAt: scan.minute + minutes, entry, exit, net, evidence: gate.evidence })
  }
  return { record: settled, trades }
}

/** The record after the close of a session with all scans settled: the next one's confidences are fitted to all outcomes so far. */
export function endSession(record: KeyRecord, date: IsoDate): KeyRecord {
  return { ...record, sessions: record.sessions + 1, lastSession: date, line: fitCalibration(record.counts) }
}

/** The record with what came of a counted scan: of the interval, and of buying either side. */
function withOutcome(record: KeyRecord, scan: PendingScan, replay: OptionReplay, path: Float64Array): KeyRecord {
  const move = path[HORIZON - 1]!
  const isCovered = move >= scan.interval.low && move <= scan.interval.high
  let next: KeyRecord = {
    ...record,
    outcomes: record.outcomes + 1,
    covered: record.covered + Number(isCovered),
    alpha: adaptAlpha(record.alpha, !isCovered),
  }
  for (const side of SIDES) {
    const { net } = replay.outcome(side, path)!
    const confidence = scan.confidence[side]
    next = {
      ...next,
      ...(confidence === null ? {} : withSaid(next, confidence, net > 0)),
      control: addNet(next.control, net),
      counts: addOutcome(next.counts, scan.hits[side], scan.count, net > 0),
    }
  }
  return next
}

/** How a confidence compares with its outcome, and with what saying the share of wins so far would have. */
function withSaid(record: KeyRecord, confidence: number, isWin: boolean): Pick<KeyRecord, 'reliability' | 'brier' | 'baseBrier'> {
  const place = Math.min(BINS - 1, Math.floor(confidence * BINS))
  const bin: ReliabilityBin = record.reliability[place]!
  const base = record.control.wins / record.control.count
  return {
    reliability: record.reliability.with(place, {
      count: bin.count + 1,
      said: bin.said + confidence,
      wins: bin.wins + Number(isWin),
    }),
    brier: record.brier + (confidence - Number(isWin)) ** 2,
    baseBrier: record.baseBrier + (base - Number(isWin)) ** 2,
  }
}

function addNet({ count, sum, sumOfSquares, wins }: NetSums, net: number): NetSums {
  return { count: count + 1, sum: sum + net, sumOfSquares: sumOfSquares + net * net, wins: wins + Number(net > 0) }
}
