import { addDays } from '../../schema/time.ts'
import { endSession, settleScans } from '../analysis/agent/advanceRecord.ts'
import { GRID_MINUTES } from '../analysis/agent/agentModel.ts'
import type { Today } from '../analysis/agent/Analysis.ts'
import type { KeyRecord, ShadowTrade } from '../analysis/agent/KeyRecord.ts'
import { SessionIndex, type SharedSessions } from '../analysis/agent/SessionIndex.ts'
import { walkSession } from '../analysis/agent/walkSession.ts'
import type { KeyProgress, ScannedTo } from './AgentStore.ts'
import { scanRest } from './scanKey.ts'

export interface CarryOnTask {
  readonly key: KeyProgress
  /** The sessions before today. */
  readonly sessions: SharedSessions
  /** Null on a day without a session. */
  readonly today: Today | null
  /** Sessions that are walked through at most. */
  readonly atMost: number
}

export interface CarriedOn {
  readonly record: KeyRecord
  readonly scanned: ScannedTo | null
  readonly trades: readonly ShadowTrade[]
}

/**
 * The record of a key with the scans that it lacks: the rest of the session that it was in, the sessions after that, and today up to now.
 * It equals what scans at their time would have made of it.
 */
export function carryOn({ key, sessions, today, atMost }: CarryOnTask): CarriedOn {
  const { symbol, lookback } = key
  const history = SessionIndex.attach(sessions)
  let { record, scanned } = key
  const trades: ShadowTrade[] = []
  const take = (step: { readonly record: KeyRecord; readonly trades: readonly ShadowTrade[] }) => {
    record = step.record
    trades.push(...step.trades)
  }
  const begun = scanned && scanned.date !== today?.date && (record.lastSession ?? '') < scanned.date ? scanned : null
  let place = history.placeAfter(begun ? addDays(begun.date, -1) : record.lastSession)
  if (begun && place < history.count && history.dateOf(place) === begun.date) {
    const closes = history.closesOf(place)
    const day = { date: begun.date, closes, sessionMinutes: closes.length }
    take(scanRest(history.upTo(place), day, { symbol, lookback, after: begun.candles }, record))
    take(settleScans(record, day))
    record = endSession(record, begun.date)
    place++
  } else if (begun) {
    // That session has holes, so it is no part of the history: open scans in it have no outcome.
    record = { ...record, pending: [] }
  }
  const end = Math.min(history.count, place + atMost)
  for (; place < end; place++) {
    const date = history.dateOf(place)
    const closes = history.closesOf(place)
    take(walkSession(history.upTo(place), { date, closes }, { index: symbol, lookback }, record))
    scanned = { date, candles: closes.length }
  }
  if (place === history.count && today) {
    const after = scanned?.date === today.date ? scanned.candles : 0
    take(scanRest(history, today, { symbol, lookback, after }, record))
    scanned = { date: today.date, candles: Math.max(after, Math.floor(today.closes.length / GRID_MINUTES) * GRID_MINUTES) }
  }
  return { record, scanned, trades }
}
