import type { IndexSymbol } from '../../../schema/market/indices.ts'
import { endSession, experienceOf, noteScan, settleScans } from './advanceRecord.ts'
import { analyse, lastScanMinute } from './analyse.ts'
import { GRID_MINUTES, WARM_UP_SESSIONS } from './agentModel.ts'
import { realisedPricing } from './agentPricing.ts'
import type { Analysis, Today } from './Analysis.ts'
import type { KeyRecord, ShadowTrade } from './KeyRecord.ts'
import type { SessionCloses, SessionIndex } from './SessionIndex.ts'

/** A key's market and window. */
export interface WalkedKey {
  readonly index: IndexSymbol
  readonly lookback: number
  /** Minutes between scans, if not the grid's. */
  readonly everyMinutes?: number
  /** Sessions before the first scan, if not the model's. */
  readonly warmUp?: number
}

/**
 * What the scans of one finished session would have found, seen as they would have been then: the history holds the sessions before it.
 * Returns the key's record after it, so that a walk may rest after any session and go on later.
 */
export function walkSession(
  history: SessionIndex,
  { date, closes }: SessionCloses,
  { index, lookback, everyMinutes = GRID_MINUTES, warmUp = WARM_UP_SESSIONS }: WalkedKey,
  record: KeyRecord,
  onScan: (analysis: Analysis) => void = () => undefined,
): { readonly record: KeyRecord; readonly trades: readonly ShadowTrade[] } {
  if (history.count < warmUp) return { record: endSession(record, date), trades: [] }
  let current = record
  const trades: ShadowTrade[] = []
  const settle = (today: Today) => {
    const settled = settleScans(current, today)
    current = settled.record
    trades.push(...settled.trades)
  }
  const first = Math.ceil(lookback / everyMinutes) * everyMinutes
  for (let candles = first; candles - 1 <= lastScanMinute(closes.length); candles += everyMinutes) {
    const today = { date, closes: closes.subarray(0, candles), sessionMinutes: closes.length }
    settle(today)
    const pricing = realisedPricing(history, index, date, closes[candles - 1]!)
    const analysis = analyse(history, today, lookback, pricing, experienceOf(current), warmUp)
    onScan(analysis)
    current = noteScan(current, analysis)
  }
  settle({ date, closes, sessionMinutes: closes.length })
  return { record: endSession(current, date), trades }
}
