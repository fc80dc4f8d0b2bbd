import type { FileReading } from '../../schema/market/csv/FileReading.ts'
import type { CandleColumns } from '../../schema/market/candles.ts'
import { describeUncovered, uncoveredYears } from '../../schema/market/coveredYears.ts'
import { indexNamed, shownIndex, SHOWN_INDICES, type IndexSymbol } from '../../schema/market/indices.ts'
import { SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import { istDate, MINUTE, type IsoDate } from '../../schema/time.ts'
import { CLOSING_EVIDENCE } from '../../schema/trading/agentGates.ts'
import { agentSession } from '../agent/agentSession.ts'
import { newKeyRecord } from '../analysis/agent/advanceRecord.ts'
import { GRID_LOOKBACKS, LONGEST_LOOKBACK, SHORTEST_LOOKBACK, WARM_UP_SESSIONS } from '../analysis/agent/agentModel.ts'
import { finishedSession } from '../analysis/agent/fillHoles.ts'
import { gateThreshold, type GateState } from '../analysis/agent/gate.ts'
import type { KeyRecord, NetSums, ShadowTrade } from '../analysis/agent/KeyRecord.ts'
import { SessionIndex, type SessionCloses } from '../analysis/agent/SessionIndex.ts'
import { walkSession, type WalkedKey } from '../analysis/agent/walkSession.ts'
import { calibrationCells, togetherLine } from './calibrationCells.ts'
import { percentCell, ratioCell } from './cells.ts'
import { CommandFailure, UsageError } from './failures.ts'
import { parseOptions, required, wholeIn } from './options.ts'
import { FILE_OPTIONS, parseFileReading } from './fileReading.ts'
import { readCandles } from './readCandles.ts'
import { textTable } from './textTable.ts'
import { AGENT_USAGE } from './usage.ts'

interface WalkForward {
  readonly lookback: number
  readonly record: KeyRecord
  readonly trades: readonly ShadowTrade[]
}

/** `agent walk-forward`: what the agent's record would be had it scanned the sessions of candle files. */
export async function agentWalkForward(args: readonly string[]): Promise<string> {
  const options = parseOptions(args, {
    candles: { type: 'string', multiple: true },
    index: { type: 'string', default: 'NIFTY' },
    lookback: { type: 'string' },
    ...FILE_OPTIONS,
    'warm-up': { type: 'string', default: String(WARM_UP_SESSIONS) },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  })
  if (options.help) return AGENT_USAGE
  const index = indexNamed(options.index)
  if (index === null) throw new UsageError(`--index must be ${SHOWN_INDICES.join(', ')}, not "${options.index}"`)
  const lookbacks =
    options.lookback === undefined ? GRID_LOOKBACKS : [wholeIn('--lookback', options.lookback, SHORTEST_LOOKBACK, LONGEST_LOOKBACK)]
  const warmUp = wholeIn('--warm-up', options['warm-up'], 1, 1_000)
  required(options.candles?.[0], '--candles')
  const { sessions, leftOut } = await readSessions(options.candles!, parseFileReading(options))
  if (sessions.length <= warmUp)
    throw new CommandFailure(`the files have ${sessions.length} whole sessions; the first scan needs ${warmUp} before it (see --warm-up)`)
  const walks = lookbacks.map((lookback) => walk(sessions, { index, lookback, warmUp }))
  const uncovered = uncoveredYears(SHIPPED_MARKET_RULES, [...sessions.map(({ date }) => date), ...leftOut])
  return options.json
    ? `${JSON.stringify({ index, warmUp, sessions: sessions.length, leftOut, uncoveredYears: uncovered, walks })}\n`
    : describe(index, warmUp, sessions, leftOut, describeUncovered(uncovered), walks)
}

function walk(sessions: readonly SessionCloses[], key: WalkedKey): WalkForward {
  const all = SessionIndex.build(sessions)
  const trades: ShadowTrade[] = []
  let record = newKeyRecord()
  sessions.forEach((session, place) => {
    const walked = walkSession(all.upTo(place), session, key, record)
    record = walked.record
    trades.push(...walked.trades)
  })
  return { lookback: key.lookback, record, trades }
}

/** The full sessions of all files, oldest first, and the incomplete days. */
async function readSessions(
  files: readonly string[],
  reading: FileReading,
): Promise<{ readonly sessions: readonly SessionCloses[]; readonly leftOut: readonly IsoDate[] }> {
  const days = new Map<IsoDate, Float64Array>()
  for (const file of files) addDays(days, (await readCandles(file, '1min', reading)).candles)
  const sessions: SessionCloses[] = []
  const leftOut: IsoDate[] = []
  for (const [date, column] of [...days].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const closes = agentSession(SHIPPED_MARKET_RULES, date) && finishedSession(column, column.length)
    if (closes) sessions.push({ date, closes })
    else leftOut.push(date)
  }
  return { sessions, leftOut }
}

/** Puts each candle's close into its minute of its day. */
function addDays(days: Map<IsoDate, Float64Array>, { time, close }: CandleColumns): void {
  time.forEach((at, i) => {
    const date = istDate(at)
    let closes = days.get(date)
    if (!closes) days.set(date, (closes = new Float64Array(minutesOf(date)).fill(NaN)))
    closes[(at - SHIPPED_MARKET_RULES.indexSessionOf(date)!.open) / MINUTE] = close[i]!
  })
}

function minutesOf(date: IsoDate): number {
  return SHIPPED_MARKET_RULES.tradedMinutesOf(SHIPPED_MARKET_RULES.indexSessionOf(date)!)
}

function describe(
  index: IndexSymbol,
  warmUp: number,
  sessions: readonly SessionCloses[],
  leftOut: readonly IsoDate[],
  warning: string | null,
  walks: readonly WalkForward[],
): string {
  const scanned = sessions.slice(warmUp)
  const rows = walks.map(({ lookback, record, record: { scans, leads, shadow, control, gate, outcomes, covered } }) => [
    String(lookback),
    String(scans),
    String(leads),
    String(shadow.count),
    netCell(shadow),
    ratioCell(gate.evidence),
    ratioCell(gate.peak),
    gateCell(gate),
    netCell(control),
    percentCell(outcomes === 0 ? null : covered / outcomes),
    ...calibrationCells(record),
  ])
  const header = [
    ...['lookback', 'scans', 'leads', 'shadow trades', 'net each', 'evidence', 'peak', 'gate', 'buying always', 'in interval'],
    ...['confidences', 'said/was', 'off by', 'Brier ours/base'],
  ]
  return [
    `${shownIndex(index)}: ${scanned.length} sessions from ${scanned[0]!.date} to ${scanned.at(-1)!.date}, after ${warmUp} to warm up.`,
    ...(leftOut.length > 0 ? [`Left out, because they are no whole sessions: ${leftOut.join(', ')}.`] : []),
    ...(warning === null ? [] : [warning]),
    '',
    ...textTable(header, rows),
    '',
    `A gate opens at an evidence of ${gateThreshold(walks[0]!.record.version)}; until then nothing is proven. It closes at an evidence of ${CLOSING_EVIDENCE} against it, and begins anew. Net of spread and charges, as a share of what was paid,`,
    'with its standard error. Premiums are of the option model. Confidences begin with 600 outcomes: what they said on average and what was,',
    'how far each was off (in points), and the mean squared error beside that of always saying the share of gains so far.',
    ...togetherLine(walks.map(({ record }) => record)),
    '',
  ].join('\n')
}

function gateCell({ openedOn, closedOn, doubt }: GateState): string {
  if (doubt) return `open since ${openedOn}, against it ${ratioCell(doubt.against)}`
  return closedOn === null ? 'closed' : `closed on ${closedOn}`
}

/** Mean and standard error in per cent. */
function netCell({ count, sum, sumOfSquares }: NetSums): string {
  if (count === 0) return '–'
  const mean = sum / count
  if (count === 1) return percentCell(mean)
  const error = Math.sqrt(Math.max(0, sumOfSquares / count - mean * mean) / (count - 1))
  return `${(100 * mean).toFixed(1)} ± ${percentCell(error)}`
}
